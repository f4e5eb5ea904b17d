import { parseWallet, proofIndex, verifyProof } from '@droptrack/eligibility';
import { concat, type Hex, keccak256, numberToHex } from 'viem';
import { ClaimChecker } from '../src/claim-checker';
import { HostBreakers } from '@droptrack/sources';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
import { type AllocationTree, allocationTree } from './allocation-tree';
import {
  balanceOf,
  type Claim,
  claim,
  deployDistributor,
  deployInstalments,
  type Distributor,
  type DistributorFormat,
} from './distributor';

const CHAIN_ID = 31_337;
const WALLETS = 300;
const MAPPED = ['claimed(address) returns (bool)', 'amountClaimed(address) returns (uint256)'];
const CHECKS: Record<DistributorFormat, readonly string[]> = {
  uniswap: ['isClaimed(uint256 index) returns (bool)'],
  openzeppelin: MAPPED,
  ens: MAPPED,
};

const missing = anvilMissing();
if (missing !== null) console.warn(`Claiming on a real chain is not tested: ${missing}`);
const describeChain = missing === null ? describe : describe.skip;

interface Leaf {
  readonly index: number;
  readonly account: Hex;
  readonly amount: bigint;
}

/** Generated wallets, with amounts from 1 to above the safe integers. */
const LEAVES: readonly Leaf[] = Array.from({ length: WALLETS }, (_, index) => ({
  index,
  account: `0x${keccak256(numberToHex(index, { size: 32 })).slice(-40)}`,
  amount: BigInt(index) * 1_000_000_000_000_000_001n + 1n,
}));
const TOTAL = LEAVES.reduce((total, { amount }) => total + amount, 0n);

/** Asks a contract about claims, by a checker of its own. */
function claimsOf(anvil: Anvil, address: string, check: string) {
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  const checker = new ClaimChecker({ rpcUrls: new Map([['local', [anvil.url]]]), hosts, timeoutMs: 30_000 });
  const stated = { rpc: 'local', contract: `eip155:${CHAIN_ID}:${address}`, check };
  return (asked: { account: string; index: bigint | null; amount: bigint }, nowMs = 0) =>
    checker.stateOf(stated, { ...asked, wallet: parseWallet(asked.account) }, nowMs);
}

describeChain('claiming from contracts of other styles', () => {
  let anvil: Anvil;
  beforeAll(async () => {
    anvil = await startAnvil();
  });
  afterAll(() => anvil?.close());

  // ENS and Hop: the leaves have no index, and the contract keeps its claims under one.
  it('finds claims under the index that follows from the proof, and distinguishes all wallets', async () => {
    const tree = allocationTree('ens', LEAVES);
    const options = { format: 'ens', root: tree.root, amount: TOTAL, isIndexedByProof: true } as const;
    const distributor = await deployDistributor(anvil, options);
    const indexOf = (leaf: Leaf) => {
      const wallet = parseWallet(leaf.account).bytes;
      return proofIndex('ens', { wallet, amount: leaf.amount, index: null }, tree.proofOf(leaf));
    };
    expect(new Set(LEAVES.map(indexOf)).size).toBe(WALLETS);
    const claimants = [0, 1, 42, 255, 256, 299];
    for (const index of claimants) {
      const leaf = LEAVES[index]!;
      await expect(claim(anvil, distributor, { ...leaf, proof: tree.proofOf(leaf) })).resolves.toBe(true);
    }
    const stateOf = claimsOf(anvil, distributor.address, 'isClaimed(uint256 index) returns (bool)');
    const states = await Promise.all(LEAVES.map((leaf) => stateOf({ ...leaf, index: indexOf(leaf) })));
    expect(states.flatMap((state, index) => (state?.isClaimed === true ? [index] : []))).toEqual(claimants);
    expect(states.filter((state) => state?.isClaimed === false)).toHaveLength(WALLETS - claimants.length);
    // Without a proof there is no index to ask about.
    await expect(stateOf({ ...LEAVES[0]!, index: null })).resolves.toBeNull();
  });

  it('compares what is claimed in parts with the whole allocation', async () => {
    const { address, call } = await deployInstalments(anvil);
    const { account } = LEAVES[7]!;
    const amount = 2n * 10n ** 18n;
    await call('set', account, amount);
    const stateOf = claimsOf(anvil, address, 'claimedAmount(address) returns (uint256)');
    const state = (nowMs: number) => stateOf({ account, index: null, amount }, nowMs);
    await expect(state(0)).resolves.toEqual({ isClaimed: false, claimedAmount: 0n });
    await call('claimPart', account, 1n);
    await expect(state(60_000)).resolves.toEqual({ isClaimed: false, claimedAmount: 1n });
    await call('claimPart', account, amount - 1n);
    await expect(state(120_000)).resolves.toEqual({ isClaimed: true, claimedAmount: amount });
    // Another version of the list gives more: the same claim, and what is kept of it, is a part again.
    const more = { account, index: null, amount: amount + 1n };
    await expect(stateOf(more, 120_000)).resolves.toEqual({ isClaimed: false, claimedAmount: amount });
    await expect(state(120_000)).resolves.toEqual({ isClaimed: true, claimedAmount: amount });
  });

  // It would say of all who have not claimed that they have, and the other way round.
  it('asks no contract how much is left', async () => {
    const { address, call } = await deployInstalments(anvil);
    const { account, amount } = LEAVES[7]!;
    await call('set', account, amount);
    const stateOf = claimsOf(anvil, address, 'claimableTokens(address) returns (uint256)');
    await expect(stateOf({ account, index: null, amount })).resolves.toBeNull();
  });
});

describeChain.each(['uniswap', 'openzeppelin', 'ens'] as const)('claiming by a proof of format %s', (format) => {
  let anvil: Anvil;
  let distributor: Distributor;
  let beginning: string;
  let tree: AllocationTree<Leaf>;
  beforeAll(async () => {
    tree = allocationTree(format, LEAVES);
    anvil = await startAnvil();
    distributor = await deployDistributor(anvil, { format, root: tree.root, amount: TOTAL });
    beginning = await rpc<string>(anvil.url, 'evm_snapshot');
  });
  afterAll(() => anvil?.close());
  beforeEach(async () => {
    await rpc(anvil.url, 'evm_revert', beginning);
    beginning = await rpc<string>(anvil.url, 'evm_snapshot');
  });

  const claimOf = (leaf: Leaf): Claim => ({ ...leaf, proof: tree.proofOf(leaf) });
  const leafAt = (index: number): Leaf => LEAVES[index]!;

  function asking({ check = CHECKS[format][0]!, address = distributor.address } = {}) {
    const stateOf = claimsOf(anvil, address, check);
    return async ({ index, account, amount }: Leaf, nowMs = 0) =>
      (await stateOf({ account, index: BigInt(index), amount }, nowMs))?.isClaimed ?? null;
  }

  it('pays whom the tree names, once, and the chain then says so', async () => {
    for (const check of CHECKS[format]) {
      const isClaimed = asking({ check });
      const leaf = leafAt(257 + CHECKS[format].indexOf(check));
      await expect(isClaimed(leaf)).resolves.toBe(false);
      await expect(claim(anvil, distributor, claimOf(leaf))).resolves.toBe(true);
      await expect(balanceOf(anvil, distributor.token, leaf.account)).resolves.toBe(leaf.amount);
      await expect(isClaimed(leaf, 60_000)).resolves.toBe(true);
      await expect(claim(anvil, distributor, claimOf(leaf))).resolves.toBe(false);
    }
  });

  // Who verifies offline must come to what the contract comes to.
  it('pays exactly whom the proof is good for by our own look at it', async () => {
    const right = claimOf(leafAt(42));
    for (const each of [right, { ...right, amount: right.amount + 1n }, { ...right, account: leafAt(43).account }]) {
      const index = format === 'uniswap' ? Number(each.index) : null;
      const { root } = tree;
      const isGood = verifyProof({ ...each, format, root, index, wallet: each.account, amount: String(each.amount) });
      await expect(claim(anvil, distributor, each)).resolves.toBe(isGood);
      expect(isGood).toBe(each === right);
    }
  });

  it('rejects an altered proof, amount, wallet or index', async () => {
    const right = claimOf(leafAt(42));
    const other = claimOf(leafAt(43));
    const altered: Claim[] = [
      { ...right, amount: right.amount + 1n },
      { ...right, amount: other.amount },
      { ...right, account: other.account },
      { ...right, proof: other.proof },
      { ...right, proof: right.proof.slice(1) },
      { ...right, proof: [...right.proof, right.proof[0]!] },
      { ...right, proof: right.proof.map((node) => concat([node.slice(0, -2) as Hex, '0x00'])) },
      ...(format === 'uniswap' ? [{ ...right, index: 43 }] : []),
    ];
    for (const each of altered) await expect(claim(anvil, distributor, each)).resolves.toBe(false);
    await expect(asking()(leafAt(42))).resolves.toBe(false);
    await expect(balanceOf(anvil, distributor.token, distributor.address)).resolves.toBe(TOTAL);
  });

  it('distinguishes all wallets of concurrent checks', async () => {
    const claimants = [0, 1, 255, 256, 299];
    for (const index of claimants) await claim(anvil, distributor, claimOf(leafAt(index)));
    const isClaimed = asking();
    const answers = await Promise.all(LEAVES.map((leaf) => isClaimed(leaf)));
    expect(answers.flatMap((answer, index) => (answer === true ? [index] : []))).toEqual(claimants);
    expect(answers.filter((answer) => answer === false)).toHaveLength(WALLETS - claimants.length);
  });

  // What holds when blocks are replaced: a no is never older than 5 s, a yes stays with who heard it.
  it('follows the chain for what is not claimed, and keeps what was', async () => {
    const isClaimed = asking();
    await claim(anvil, distributor, claimOf(leafAt(7)));
    await expect(isClaimed(leafAt(7))).resolves.toBe(true);
    await expect(isClaimed(leafAt(8))).resolves.toBe(false);
    await rpc(anvil.url, 'anvil_reorg', 1, []);
    await expect(asking()(leafAt(7))).resolves.toBe(false);
    await expect(isClaimed(leafAt(7), 5_000)).resolves.toBe(true);
    await claim(anvil, distributor, claimOf(leafAt(8)));
    await expect(isClaimed(leafAt(8), 4_999)).resolves.toBe(false);
    await expect(isClaimed(leafAt(8), 5_000)).resolves.toBe(true);
  });

  it('is not known of a contract that is not there, of one without the function, nor where a call fails', async () => {
    const leaf = leafAt(3);
    await expect(asking({ check: 'hasClaimed(address) returns (bool)' })(leaf)).resolves.toBeNull();
    await expect(asking({ address: leaf.account })(leaf)).resolves.toBeNull();
    if (format !== 'uniswap') await expect(asking({ check: 'paid(address) returns (bool)' })(leaf)).resolves.toBeNull();
    await expect(asking()(leaf)).resolves.toBe(false);
  });
});
