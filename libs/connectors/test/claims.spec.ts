import { parseWallet } from '@droptrack/eligibility';
import { SimpleMerkleTree, StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { concat, encodePacked, type Hex, keccak256, numberToHex } from 'viem';
import { ClaimChecker } from '../src/claims/claim-checker';
import { HostGates } from '../src/http/host-gates';
import { type Anvil, anvilMissing, rpc, startAnvil } from './anvil';
import { balanceOf, type Claim, claim, deployDistributor, type Distributor, type DistributorKind } from './distributor';

const CHAIN_ID = 31_337;
const WALLETS = 300;
const CHECKS: Record<DistributorKind, readonly string[]> = {
  indexed: ['isClaimed(uint256 index) returns (bool)'],
  mapped: ['claimed(address) returns (bool)', 'amountClaimed(address) returns (uint256)'],
};

const missing = anvilMissing();
if (missing !== null) console.warn(`Claiming on a real chain is not tested: ${missing}`);
const describeChain = missing === null ? describe : describe.skip;

interface Leaf {
  readonly index: number;
  readonly account: Hex;
  readonly amount: bigint;
}

/** Wallets of nobody, with amounts from 1 to some that no double holds. */
const LEAVES: readonly Leaf[] = Array.from({ length: WALLETS }, (_, index) => ({
  index,
  account: `0x${keccak256(numberToHex(index, { size: 32 })).slice(-40)}`,
  amount: BigInt(index) * 1_000_000_000_000_000_001n + 1n,
}));
const TOTAL = LEAVES.reduce((total, { amount }) => total + amount, 0n);

function treeOf(kind: DistributorKind): { root: string; proofOf: (leaf: Leaf) => string[] } {
  if (kind === 'mapped') {
    const tree = StandardMerkleTree.of(
      LEAVES.map(({ account, amount }) => [account, amount]),
      ['address', 'uint256'],
    );
    return { root: tree.root, proofOf: ({ index }) => tree.getProof(index) };
  }
  const packed = ({ index, account, amount }: Leaf) =>
    keccak256(encodePacked(['uint256', 'address', 'uint256'], [BigInt(index), account, amount]));
  const tree = SimpleMerkleTree.of(LEAVES.map(packed));
  return { root: tree.root, proofOf: ({ index }) => tree.getProof(index) };
}

describeChain.each(['indexed', 'mapped'] as const)('claiming from a contract: %s', (kind) => {
  let anvil: Anvil;
  let distributor: Distributor;
  let beginning: string;
  const tree = treeOf(kind);
  beforeAll(async () => {
    anvil = await startAnvil();
    distributor = await deployDistributor(anvil, { kind, root: tree.root, amount: TOTAL });
    beginning = await rpc<string>(anvil.url, 'evm_snapshot');
  });
  afterAll(() => anvil?.close());
  beforeEach(async () => {
    await rpc(anvil.url, 'evm_revert', beginning);
    beginning = await rpc<string>(anvil.url, 'evm_snapshot');
  });

  const claimOf = (leaf: Leaf): Claim => ({ ...leaf, proof: tree.proofOf(leaf) });
  const leafAt = (index: number): Leaf => LEAVES[index]!;

  function asking({ check = CHECKS[kind][0]!, address = distributor.address } = {}) {
    const hosts = new HostGates({ monotonicMs: () => performance.now(), random: Math.random });
    const checker = new ClaimChecker({ rpcUrls: new Map([['local', anvil.url]]), hosts });
    const stated = { rpc: 'local', contract: `eip155:${CHAIN_ID}:${address}`, check };
    return ({ index, account, amount }: Leaf, nowMs = 0) =>
      checker.isClaimed(stated, { wallet: parseWallet(account), index: BigInt(index), amount }, nowMs);
  }

  it('pays whom the tree names, once, and the chain then says so', async () => {
    for (const check of CHECKS[kind]) {
      const isClaimed = asking({ check });
      const leaf = leafAt(257 + CHECKS[kind].indexOf(check));
      await expect(isClaimed(leaf)).resolves.toBe(false);
      await expect(claim(anvil, distributor, claimOf(leaf))).resolves.toBe(true);
      await expect(balanceOf(anvil, distributor.token, leaf.account)).resolves.toBe(leaf.amount);
      await expect(isClaimed(leaf, 60_000)).resolves.toBe(true);
      await expect(claim(anvil, distributor, claimOf(leaf))).resolves.toBe(false);
    }
  });

  it('pays nobody by an altered proof, amount, wallet or index', async () => {
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
      ...(kind === 'indexed' ? [{ ...right, index: 43 }] : []),
    ];
    for (const each of altered) await expect(claim(anvil, distributor, each)).resolves.toBe(false);
    await expect(asking()(leafAt(42))).resolves.toBe(false);
    await expect(balanceOf(anvil, distributor.token, distributor.address)).resolves.toBe(TOTAL);
  });

  it('tells all wallets apart that are asked about at once', async () => {
    const claimants = [0, 1, 255, 256, 299];
    for (const index of claimants) await claim(anvil, distributor, claimOf(leafAt(index)));
    const isClaimed = asking();
    const answers = await Promise.all(LEAVES.map((leaf) => isClaimed(leaf)));
    expect(answers.flatMap((answer, index) => (answer === true ? [index] : []))).toEqual(claimants);
    expect(answers.filter((answer) => answer === false)).toHaveLength(WALLETS - claimants.length);
  });

  // What holds when blocks are replaced: a no is never older than 60 s, a yes stays with who heard it.
  it('follows the chain for what is not claimed, and keeps what was', async () => {
    const isClaimed = asking();
    await claim(anvil, distributor, claimOf(leafAt(7)));
    await expect(isClaimed(leafAt(7))).resolves.toBe(true);
    await expect(isClaimed(leafAt(8))).resolves.toBe(false);
    await rpc(anvil.url, 'anvil_reorg', 1, []);
    await expect(asking()(leafAt(7))).resolves.toBe(false);
    await expect(isClaimed(leafAt(7), 60_000)).resolves.toBe(true);
    await claim(anvil, distributor, claimOf(leafAt(8)));
    await expect(isClaimed(leafAt(8), 59_999)).resolves.toBe(false);
    await expect(isClaimed(leafAt(8), 60_000)).resolves.toBe(true);
  });

  it('is not known of a contract that is not there, of one without the function, nor where a call fails', async () => {
    const leaf = leafAt(3);
    await expect(asking({ check: 'hasClaimed(address) returns (bool)' })(leaf)).resolves.toBeNull();
    await expect(asking({ address: leaf.account })(leaf)).resolves.toBeNull();
    if (kind === 'mapped') await expect(asking({ check: 'paid(address) returns (bool)' })(leaf)).resolves.toBeNull();
    await expect(asking()(leaf)).resolves.toBe(false);
  });
});
