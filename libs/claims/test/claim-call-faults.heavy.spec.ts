import {
  codeRequests,
  contractCode,
  type NodeResponse,
  prepareClaim,
  type PreparedClaim,
} from '@droptrack/claim-calls';
import type { DistributorStyleName } from '@droptrack/distributors';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
import {
  askNode,
  balancesOf,
  type ClaimTree,
  claimTree,
  FUTURE,
  leavesOf,
  PAST,
  type Row,
  rowsOf,
  sendAll,
  termsOf,
  withFault,
} from './claim-families';
import { deployCallable, deployPublishedUniswap } from './distributor';

const missing = anvilMissing();
const ROWS = rowsOf(16);
const FUNDS = 10n ** 40n;
const [ANYONE, OTHER]: [Hex, Hex] = [`0x${'07'.repeat(20)}`, `0x${'08'.repeat(20)}`];

type Over = Parameters<typeof termsOf>[4];
type LeafName = keyof ReturnType<typeof leavesOf>;

let anvil: Anvil;
let token: Hex;
let trees: Record<LeafName, ClaimTree>;
/** Each test has a wallet that has not claimed, of contracts that are its own. */
const row = ROWS[5]!;

(missing === null ? describe : describe.skip)(`faults of claims${missing === null ? '' : ` (${missing})`}`, () => {
  beforeAll(async () => {
    anvil = await startAnvil({ args: ['--auto-impersonate', '--gas-limit', '1000000000'] });
    token = await newToken();
    trees = treesOf(ROWS);
  });
  afterAll(() => anvil?.close());

  const treesOf = (rows: readonly Row[]) =>
    Object.fromEntries(
      Object.entries(leavesOf(token.toLowerCase())).map(([name, leaf]) => [name, claimTree(leaf, rows)]),
    ) as unknown as typeof trees;
  const newToken = async () => (await deployCallable(anvil, 'ClaimToken')).address as Hex;
  const call = (from: string, to: string, signature: string, ...args: readonly unknown[]) => {
    const data = encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args: [...args] });
    return sendAll(anvil, [{ from, to, data }]);
  };
  const fund = (to: string, paid = token) => call(ANYONE, paid, 'mint(address, uint256)', to, FUNDS);
  const uniswap = async (root = trees.indexed.root) => {
    const address = await deployPublishedUniswap(anvil, token, root);
    await fund(address);
    return address;
  };
  const deployed = async (contract: string, ...args: readonly unknown[]) => {
    const { address } = await deployCallable(anvil, contract, [token, ...args]);
    await fund(address);
    return address;
  };
  const campaign = (kind: number, fee: bigint, times: readonly number[] = [PAST, FUTURE, PAST, PAST]) =>
    deployed('CampaignClaims', trees.sablier.root, kind, times, fee);
  const terms = (style: DistributorStyleName, address: string, leaf: LeafName | null, over?: Over, of: Row = row) =>
    termsOf(style, { address, token }, of, leaf === null ? null : trees[leaf], over);
  const prepared = (...args: Parameters<typeof terms>) => prepareClaim(terms(...args), [askNode(anvil)]);
  /** Sends a claim, and returns what its recipient was paid; null if the chain refuses it. */
  const paidBy = async (
    { calls, sender }: PreparedClaim,
    of: { to?: string; from?: string; atSeconds?: number } = {},
  ) => {
    const { data, value, to } = calls[0]!;
    const [before] = await balancesOf(anvil, token, [row.wallet]);
    const from = of.from ?? (sender === 'wallet' ? row.wallet : ANYONE);
    const [isDone] = await sendAll(anvil, [{ from, to: of.to ?? to, data, value }], of.atSeconds);
    const [after] = await balancesOf(anvil, token, [row.wallet]);
    return isDone ? after! - before! : null;
  };
  const reasonOf = ({ status, reason, calls }: PreparedClaim) => {
    expect(calls).toHaveLength(status === 'ready' ? 1 : 0);
    return reason?.code ?? status;
  };
  const head = async () =>
    Number((await rpc<{ timestamp: Hex }>(anvil.url, 'eth_getBlockByNumber', 'latest', false)).timestamp);

  describe('of the list', () => {
    it('is announced for a contract with another root', async () => {
      const other = await uniswap(trees.ens.root);
      expect(reasonOf(await prepared('uniswap', other, 'indexed'))).toBe('root_differs');
      expect(await paidBy(await prepared('uniswap', await uniswap(), 'indexed'), { to: other })).toBeNull();
    });

    it('is announced for a contract that pays another token', async () => {
      const address = await deployPublishedUniswap(anvil, await newToken(), trees.indexed.root);
      expect(reasonOf(await prepared('uniswap', address, 'indexed'))).toBe('token_differs');
    });

    it('is announced for a list that is one version behind', async () => {
      const address = await deployed('CumulativeClaims', trees.wallet.root, false);
      const before = await prepared('1inch', address, 'wallet');
      const next = treesOf(ROWS.map((each) => ({ ...each, amount: each.amount * 2n }))).wallet;
      await call(ANYONE, address, 'setRoot(bytes32)', next.root);
      expect(reasonOf(await prepared('1inch', address, 'wallet'))).toBe('root_differs');
      expect(await paidBy(before)).toBeNull();
    });

    it('is announced for an amount that is not that of the proof, without a node', async () => {
      const claim = await prepareClaim(terms('uniswap', token, 'indexed', { amount: row.amount + 1n }), []);
      expect(reasonOf(claim)).toBe('proof_invalid');
    });

    it('is announced for what the caller has to choose', async () => {
      expect(reasonOf(await prepared('ens', token, 'ens'))).toBe('delegate_required');
      expect(reasonOf(await prepared('uniswap', token, 'indexed', { to: OTHER }))).toBe('recipient_fixed');
      // Leaves of Convex are texts, of which lists have no proofs.
      expect(reasonOf(await prepared('convex', token, null))).toBe('proof_missing');
    });
  });

  describe('between a claim and its sending', () => {
    it.each<[DistributorStyleName, LeafName, number, bigint | null]>([
      ['1inch', 'wallet', 0, null],
      // It pays nothing, and does not refuse.
      ['merkl', 'merkl', 1, 0n],
    ])('%s: a second claim pays nothing', async (style, leaf, isMerkl, second) => {
      const address = await deployed('CumulativeClaims', trees[leaf].root, isMerkl === 1);
      const [first, again] = [await prepared(style, address, leaf), await prepared(style, address, leaf)];
      expect(await paidBy(first)).toBe(row.amount);
      expect(await paidBy(again)).toBe(second);
      expect(reasonOf(await prepared(style, address, leaf))).toBe('already_claimed');
    });

    it('a fee may rise by its margin, and not by more', async () => {
      const address = await campaign(0, 1_000n);
      const claim = await prepared('sablier-instant', address, 'sablier');
      expect(claim).toMatchObject({ fees: [{ amount: '1000', margin: '30' }], calls: [{ value: '0x406' }] });
      await call(ANYONE, address, 'setFee(uint256)', 1_031n);
      expect(await paidBy(claim)).toBeNull();
      await call(ANYONE, address, 'setFee(uint256)', 1_030n);
      expect(await paidBy(claim)).toBe(row.amount);
    });

    it('a fixed fee that rises lets the claim revert', async () => {
      const address = await campaign(0, 5n);
      const claim = await prepared('sablier-v1.3-instant', address, 'sablier');
      await call(ANYONE, address, 'setFee(uint256)', 6n);
      expect(await paidBy(claim)).toBeNull();
      expect(await prepared('sablier-v1.3-instant', address, 'sablier')).toMatchObject({ calls: [{ value: '0x6' }] });
    });

    it('a reorganised claim is open again', async () => {
      const address = await uniswap();
      const claim = await prepared('uniswap', address, 'indexed');
      const before = await rpc<string>(anvil.url, 'evm_snapshot');
      expect(await paidBy(claim)).toBe(row.amount);
      expect(reasonOf(await prepared('uniswap', address, 'indexed'))).toBe('already_claimed');
      await rpc(anvil.url, 'evm_revert', before);
      expect(reasonOf(await prepared('uniswap', address, 'indexed'))).toBe('ready');
      expect(await paidBy(claim)).toBe(row.amount);
    });

    it('pays the rest of a total', async () => {
      const address = await deployed('CumulativeClaims', trees.merkl.root, true);
      expect(await paidBy(await prepared('merkl', address, 'merkl'))).toBe(row.amount);
      const more = { ...row, amount: row.amount * 3n + 1n };
      const next = treesOf(ROWS.map((each) => (each === row ? more : each))).merkl;
      await call(ANYONE, address, 'setRoot(bytes32)', next.root);
      const claim = await prepareClaim(termsOf('merkl', { address, token }, more, next), [askNode(anvil)]);
      expect(claim.expects).toMatchObject([{ amount: (row.amount * 2n + 1n).toString() }]);
      expect(await paidBy(claim)).toBe(row.amount * 2n + 1n);
    });
  });

  describe('of the window', () => {
    /** Compares the check of the window as of a block with a claim in a block of the same time or number. */
    async function compareAt(
      claimOf: () => Promise<PreparedClaim>,
      mine: () => Promise<unknown>,
      data: PreparedClaim,
      atSeconds?: number,
    ) {
      const before = await rpc<string>(anvil.url, 'evm_snapshot');
      await mine();
      const { checks, reason } = await claimOf();
      await rpc(anvil.url, 'evm_revert', before);
      const again = await rpc<string>(anvil.url, 'evm_snapshot');
      const isPaid = (await paidBy(data, atSeconds === undefined ? {} : { atSeconds })) !== null;
      await rpc(anvil.url, 'evm_revert', again);
      expect(checks.find(({ code }) => code === 'window')!.ok).toBe(isPaid);
      return isPaid ? 'open' : reason!.code;
    }

    it.each<[DistributorStyleName, string, LeafName, readonly string[]]>([
      ['zksync', 'IndexedClaims', 'indexed', ['claim_not_open', 'open', 'open', 'claim_expired', 'claim_expired']],
      // Before its end and at it, without a start.
      ['degen', 'IndexedClaims', 'indexed', ['open', 'open', 'open', 'open', 'claim_expired']],
      ['lista', 'WalletClaims', 'wallet', ['claim_not_open', 'open', 'open', 'open', 'claim_expired']],
    ])('%s is open to the second', async (style, contract, leaf, states) => {
      const start = (await head()) + 1_000;
      const end = start + 100;
      const first = contract === 'IndexedClaims' ? OTHER : false;
      const [address, open] = [
        await deployed(contract, trees[leaf].root, first, start, end),
        await deployed(contract, trees[leaf].root, first, 0, FUTURE),
      ];
      const sent = await prepared(style, open, leaf);
      const claim = { ...sent, calls: [{ ...sent.calls[0]!, to: address }] };
      const found: string[] = [];
      for (const seconds of [start - 1, start, end - 1, end, end + 1])
        found.push(
          await compareAt(
            () => prepared(style, address, leaf),
            () => rpc(anvil.url, 'evm_mine', seconds),
            claim,
            seconds,
          ),
        );
      expect(found).toEqual(states);
    });

    it('arbitrum is open to the block of layer 1', async () => {
      const at = Number(await rpc<Hex>(anvil.url, 'eth_blockNumber'));
      const [start, end] = [at + 40, at + 60];
      const { address, call: set } = await deployCallable(anvil, 'StoredClaims', [token, true, start, end]);
      await fund(address);
      await set('setAmounts', [row.wallet], [row.amount]);
      const claim = {
        sender: 'wallet',
        calls: [{ to: address, data: '0x4e71d92d', value: '0x0' }],
      } as unknown as PreparedClaim;
      const found: string[] = [];
      for (const block of [start - 1, start, end - 1, end]) {
        const mineTo = async (number: number) => {
          const now = Number(await rpc<Hex>(anvil.url, 'eth_blockNumber'));
          await rpc(anvil.url, 'anvil_mine', `0x${(number - now).toString(16)}`);
        };
        await mineTo(block - 1);
        found.push(
          await compareAt(
            () => prepared('arbitrum', address, null),
            () => mineTo(block),
            claim,
          ),
        );
      }
      expect(found).toEqual(['claim_not_open', 'open', 'open', 'claim_expired']);
    });

    it('is stated with the claim, also in its last second', async () => {
      const end = (await head()) + 1_000;
      const address = await deployed('IndexedClaims', trees.indexed.root, OTHER, 0, end);
      await rpc(anvil.url, 'evm_mine', end - 1);
      const { valid_until } = await prepared('zksync', address, 'indexed');
      expect(valid_until).toBe(new Date(end * 1_000).toISOString());
    });
  });

  describe('of the distributor', () => {
    it('is announced without funds', async () => {
      const address = await deployPublishedUniswap(anvil, token, trees.indexed.root);
      expect(reasonOf(await prepared('uniswap', address, 'indexed'))).toBe('distributor_unfunded');
      expect(await paidBy(await prepared('uniswap', await uniswap(), 'indexed'), { to: address })).toBeNull();
      // The reserve of such a contract is another address, so that only the simulation finds it empty.
      const reserved = await deployed('IndexedClaims', trees.indexed.root, `0x${'99'.repeat(20)}`, 0, FUTURE);
      expect(reasonOf(await prepared('walletconnect', reserved, 'indexed'))).toBe('simulation_failed');
    });

    it('is announced while it is paused', async () => {
      await fund(OTHER);
      const address = await deployed('IndexedClaims', trees.indexed.root, OTHER, 0, FUTURE);
      const claim = await prepared('walletconnect', address, 'indexed');
      await call(ANYONE, address, 'setPaused(bool)', true);
      expect(reasonOf(await prepared('walletconnect', address, 'indexed'))).toBe('distributor_paused');
      expect(await paidBy(claim)).toBeNull();
      await call(ANYONE, address, 'setPaused(bool)', false);
      expect(await paidBy(claim)).toBe(row.amount);
    });

    it('is announced where it pays another address', async () => {
      const address = await deployed('CumulativeClaims', trees.merkl.root, true);
      const claim = await prepared('merkl', address, 'merkl');
      const zero = `0x${'0'.repeat(40)}`;
      await call(row.wallet, address, 'setClaimRecipient(address, address)', OTHER, zero);
      expect(reasonOf(await prepared('merkl', address, 'merkl'))).toBe('recipient_redirected');
      const before = await rpc<string>(anvil.url, 'evm_snapshot');
      expect(await paidBy(claim)).toBe(0n);
      await rpc(anvil.url, 'evm_revert', before);
      await call(row.wallet, address, 'setClaimRecipient(address, address)', row.wallet, token);
      expect(await paidBy(await prepared('merkl', address, 'merkl'))).toBe(row.amount);
    });

    it('is announced where its code can be replaced, and after it was', async () => {
      const logic = await deployed('IndexedClaims', trees.indexed.root, OTHER, 0, FUTURE);
      const { address } = await deployCallable(anvil, 'ClaimProxy', [logic]);
      await fund(address);
      const codeHash = async () => {
        const block = BigInt(await rpc<Hex>(anvil.url, 'eth_blockNumber'));
        const read = await askNode(anvil)(codeRequests(address, block));
        return contractCode(read.map((each) => ('result' in each ? each.result : null)))!.hash;
      };
      const declared = { contract: { codeHash: await codeHash() } };
      expect(reasonOf(await prepared('degen', address, 'indexed'))).toBe('contract_changed');
      const claim = await prepared('degen', address, 'indexed', declared);
      expect(claim.checks[1]).toMatchObject({ code: 'code', ok: true });
      const next = await deployed('IndexedClaims', trees.indexed.root, OTHER, 0, FUTURE);
      await call(ANYONE, address, 'upgradeTo(address)', next);
      expect(reasonOf(await prepared('degen', address, 'indexed', declared))).toBe('contract_changed');
      await call(ANYONE, address, 'upgradeTo(address)', logic);
      expect(await paidBy(claim)).toBe(row.amount);
    });

    it('is announced for an address without code', async () => {
      expect(reasonOf(await prepared('uniswap', OTHER, 'indexed'))).toBe('contract_missing');
    });

    it.each([
      ['pays another address', 1],
      ['keeps the fee and pays nobody', 2],
    ])('is announced where it %s', async (_, fault) => {
      const address = await campaign(0, 1_000n);
      await call(ANYONE, address, 'setFault(uint8)', fault);
      const claim = await prepared('sablier-instant', address, 'sablier');
      expect(reasonOf(claim)).toBe('transfer_differs');
      expect(claim.simulation).toMatchObject({ ok: false, error: null });
    });

    it('is announced where the token takes a fee on transfer', async () => {
      const address = await uniswap();
      await call(ANYONE, token, 'setFee(uint256)', 1n);
      expect(reasonOf(await prepared('uniswap', address, 'indexed'))).toBe('transfer_differs');
      await call(ANYONE, token, 'setFee(uint256)', 0n);
      expect(reasonOf(await prepared('uniswap', address, 'indexed'))).toBe('ready');
    });
  });

  describe('of the sender', () => {
    it.each<[DistributorStyleName, LeafName, string, readonly unknown[]]>([
      ['degen', 'indexed', 'IndexedClaims', [OTHER, 0, FUTURE]],
      ['merkl', 'merkl', 'CumulativeClaims', [true]],
    ])('%s: a contract claims from itself only', async (style, leaf, contract, args) => {
      const { address: wallet } = await deployCallable(anvil, 'ContractWallet');
      const own = { index: 0n, wallet: wallet.toLowerCase() as Hex, amount: 1_234n };
      const tree = claimTree(leavesOf(token.toLowerCase())[leaf], [own, ...ROWS.slice(1)]);
      const address = await deployed(contract, tree.root, ...args);
      const claim = await prepareClaim(termsOf(style, { address, token }, own, tree), [askNode(anvil)]);
      expect(claim).toMatchObject({ status: 'ready', sender: 'wallet', simulation: { ok: true } });
      expect(await paidBy(claim, { from: ANYONE })).toBeNull();
      const { to, data } = claim.calls[0]!;
      expect(await call(ANYONE, wallet, 'execute(address, uint256, bytes)', to, 0n, data)).toEqual([true]);
      expect(await balancesOf(anvil, token, [wallet])).toEqual([1_234n]);
    });

    it('is told that it has no money for the fee', async () => {
      const address = await campaign(0, 1_000n);
      await rpc(anvil.url, 'anvil_setBalance', row.wallet, '0x0');
      const poor = await prepared('sablier-instant', address, 'sablier');
      expect(poor).toMatchObject({ status: 'ready', simulation: { ok: true, insufficient_gas: true } });
      await rpc(anvil.url, 'anvil_setBalance', row.wallet, '0xde0b6b3a7640000');
      const rich = await prepared('sablier-instant', address, 'sablier');
      expect(rich).toMatchObject({ simulation: { insufficient_gas: false } });
    });
  });

  describe('of what grows with time', () => {
    it('is a part that is forgone, which the caller has to accept', async () => {
      const now = await head();
      const address = await campaign(2, 0n, [PAST, FUTURE, now - 1_000, now + 1_000]);
      const unasked = await prepared('sablier-variable', address, 'sablier');
      expect(reasonOf(unasked)).toBe('forgone_not_accepted');
      expect(BigInt(unasked.forgoes!.amount)).toBeGreaterThan(0n);
      const claim = await prepared('sablier-variable', address, 'sablier', { acceptForgone: true });
      const [expected, forgone] = [BigInt(claim.expects[0]!.amount), BigInt(claim.forgoes!.amount)];
      expect(expected + forgone).toBe(row.amount);
      // A later block pays more.
      const paid = await paidBy(claim, { atSeconds: (await head()) + 300 });
      expect(paid).toBeGreaterThan(expected);
      expect(paid).toBeLessThan(row.amount);
    });

    it('is not open before its start', async () => {
      const now = await head();
      const address = await campaign(2, 0n, [PAST, FUTURE, now + 10_000, now + 20_000]);
      expect(reasonOf(await prepared('sablier-variable', address, 'sablier', { acceptForgone: true }))).toBe(
        'claim_not_open',
      );
    });
  });

  describe('of nodes', () => {
    const unknown = (): NodeResponse => ({ error: { code: -32_601, message: 'Method not found' } });
    const lying = (from: Hex, to: Hex) =>
      withFault(askNode(anvil), 'eth_call', (response) =>
        'result' in response && response.result === from ? { result: to } : response,
      );

    it('is no transfers of a node without eth_simulateV1', async () => {
      const address = await uniswap();
      const node = withFault(askNode(anvil), 'eth_simulateV1', unknown);
      const claim = await prepareClaim(terms('uniswap', address, 'indexed'), [node]);
      expect(claim).toMatchObject({ status: 'ready', simulation: { ok: true, transfers: null }, simulation_gap: null });
      expect(Number(claim.gas)).toBeGreaterThan(21_000);
      expect(await paidBy(claim)).toBe(row.amount);
    });

    it('is the revert of a node without eth_simulateV1', async () => {
      const address = await deployed('IndexedClaims', trees.indexed.root, `0x${'99'.repeat(20)}`, 0, FUTURE);
      const node = withFault(askNode(anvil), 'eth_simulateV1', unknown);
      const claim = await prepareClaim(terms('walletconnect', address, 'indexed'), [node]);
      expect(reasonOf(claim)).toBe('simulation_failed');
      expect(claim.simulation).toMatchObject({ ok: false, error: expect.stringMatching(/revert/i) });
    });

    it('is no simulation of a node that refuses to simulate', async () => {
      const address = await uniswap();
      const node = withFault(withFault(askNode(anvil), 'eth_simulateV1', unknown), 'eth_estimateGas', unknown);
      const claim = await prepareClaim(terms('uniswap', address, 'indexed'), [node]);
      expect(claim).toMatchObject({ status: 'ready', gas: null, simulation: { ok: true } });
    });

    it('is announced for a node of another chain', async () => {
      const other = withFault(askNode(anvil), 'eth_chainId', () => ({ result: '0x1' }));
      const address = await uniswap();
      expect(reasonOf(await prepareClaim(terms('uniswap', address, 'indexed'), [other]))).toBe('node_wrong_chain');
      const claim = await prepareClaim(terms('uniswap', address, 'indexed'), [other, askNode(anvil), askNode(anvil)]);
      expect(reasonOf(claim)).toBe('ready');
    });

    it('is outvoted where one of three lies about the root, in either direction', async () => {
      const [good, bad] = [await uniswap(), await uniswap(trees.ens.root)];
      const honest = askNode(anvil);
      const denying = lying(trees.indexed.root, trees.ens.root);
      const of = (address: string, ...nodes: (typeof honest)[]) =>
        prepareClaim(terms('uniswap', address, 'indexed'), nodes);
      expect(reasonOf(await of(good, denying, honest, honest))).toBe('ready');
      expect(reasonOf(await of(good, denying, honest))).toBe('nodes_disagree');
      const covering = lying(trees.ens.root, trees.indexed.root);
      expect(reasonOf(await of(bad, covering, honest, honest))).toBe('root_differs');
      // One alone is believed where one alone is configured; its simulation still reverts.
      expect(reasonOf(await of(bad, covering))).toBe('simulation_failed');
    });
  });
});
