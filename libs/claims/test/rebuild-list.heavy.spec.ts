import { type Hex, toFunctionSelector } from 'viem';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
import { deployCallable } from './distributor';
import {
  amountsAbove0,
  confirm,
  differencesOf,
  nodeOf,
  numberIn,
  packed,
  rebuilt,
  rejected,
  rowsOf,
  walletsOf,
} from './rebuilt-list';

const missing = anvilMissing();
if (missing !== null) console.warn(`Lists are not rebuilt from a real chain: ${missing}`);
const describeChain = missing === null ? describe : describe.skip;

const UNIT = 10n ** 18n;
const SELECTOR = toFunctionSelector('calculateAllocation(address)');
describeChain('a list rebuilt from a chain', () => {
  let anvil: Anvil;
  beforeEach(async () => {
    anvil = await startAnvil();
    // Contracts of a real chain have blocks before them.
    await rpc(anvil.url, 'anvil_mine', '0x20');
  });
  afterEach(() => anvil.close());
  const height = async () => numberIn(await rpc<string>(anvil.url, 'eth_blockNumber'));

  it('has the last amount of each wallet, as Zora’s community claim sets them in packed words', async () => {
    const store = await deployCallable(anvil, 'PackedStore');
    const amounts = new Map<Hex, bigint>();
    const set = async (entries: readonly (readonly [Hex, bigint])[]) => {
      for (const [wallet, amount] of entries) amounts.set(wallet, amount);
      await store.call(
        'setAllocations',
        entries.map(([wallet, amount]) => packed(wallet, amount)),
      );
    };
    const wallets = walletsOf(3_000);
    for (let n = 0; n < wallets.length; n += 1_000)
      await set(wallets.slice(n, n + 1_000).map((wallet, m) => [wallet, BigInt(n + m) * UNIT + 1n]));
    // Corrections: another amount, none, a wallet twice in one batch, the largest amount.
    const [first, second, third, fourth] = wallets as [Hex, Hex, Hex, Hex];
    await set([
      [first, 7n],
      [second, 0n],
      [third, 1n],
      [third, 2n],
      [fourth, 2n ** 96n - 1n],
    ]);
    await confirm(anvil);
    const list = await rebuilt(nodeOf(anvil).chain, 'zora-community', store.address).list;
    expect(rowsOf(list)).toEqual(amountsAbove0(amounts));
    expect(list.rows).toHaveLength(2_999);
    expect(list.verified).toMatchObject({ totals: [{ name: 'totalAllocated()', value: list.total }], wallets: 1_000 });
  });

  describe('of periods, as Zora’s incentive claim sets them', () => {
    const [a, b, c] = walletsOf(3) as [Hex, Hex, Hex];
    let store: Awaited<ReturnType<typeof deployCallable>>;
    let updated = 0;
    beforeEach(async () => {
      store = await deployCallable(anvil, 'PeriodStore');
      const pairs = (...entries: readonly (readonly [Hex, bigint])[]) =>
        entries.map(([user, amount]) => ({ user, amount }));
      await store.call('setAllocations', 1n, 'May', pairs([a, 1n], [b, 2n]), 10n, 20n);
      await store.call('setAllocations', 2n, 'June', pairs([a, 5n], [b, 6n]), 30n, 40n);
      await store.call('updateAllocations', 1n, pairs([b, 0n], [c, 3n]));
      updated = await height();
      await confirm(anvil);
    });
    const listOf = (over: object) => rebuilt(nodeOf(anvil).chain, 'zora', store.address, over).list;

    it('has the amounts of one period, with its updates', async () => {
      expect(rowsOf(await listOf({ period: 1n }))).toEqual({ [a]: 1n, [c]: 3n });
      const second = await listOf({ period: 2n });
      expect(rowsOf(second)).toEqual({ [a]: 5n, [b]: 6n });
      expect(second.verified).toMatchObject({ totals: [], wallets: 2 });
    });

    it.each([
      [{}, /amounts by period, at block \d+ those from 1 to 2: state one of them/],
      [{ period: 3n }, /those from 1 to 2/],
    ])('needs a period that the contract has: %p', async (over, message) => {
      expect(await rejected(listOf(over))).toMatchObject({ message: expect.stringMatching(message) });
    });

    // Its wallets would be compared, and nothing would show that others are missing.
    it('is rejected without the event that begins the period', async () => {
      const error = await rejected(listOf({ period: 1n, fromBlock: updated }));
      expect(error).toMatchObject({
        message: expect.stringContaining('do not have the first amounts of the period: state an earlier first block'),
      });
    });

    it('is rejected with both values without an update that the node lacks', async () => {
      const lacking = nodeOf(anvil, async (next, method, params, max) => {
        const result = await next(method, params, max);
        return method === 'eth_getLogs' ? (result as unknown[]).slice(0, 2) : result;
      });
      const error = await rejected(rebuilt(lacking.chain, 'zora', store.address, { period: 1n }).list);
      expect(differencesOf(error)).toEqual([
        expect.stringMatching(/^periodAllocations\(uint256, address\) of 0x.{4}….{4} is 0, and 2 by the logs$/),
      ]);
    });
  });

  describe('of balances, as Linea computes them', () => {
    const wallets = walletsOf(600);
    type Callable = Awaited<ReturnType<typeof deployCallable>>;
    const ZERO = `0x${'0'.repeat(40)}`;
    const mint = (token: Callable, from: number, to: number, amount: (n: number) => bigint) => {
      const some = wallets.slice(from, to);
      return token.call(
        'batchMintMultiple',
        some,
        some.map((_, n) => amount(from + n)),
      );
    };

    it('has the amount that the contract computes for every wallet with a balance', async () => {
      const [primary, multiplier, secondary] = [
        await deployCallable(anvil, 'SoulboundToken'),
        await deployCallable(anvil, 'SoulboundToken'),
        await deployCallable(anvil, 'SoulboundToken'),
      ];
      await mint(primary, 0, 400, (n) => BigInt(n) * UNIT);
      await mint(multiplier, 100, 300, (n) => 1_000_000_000n + BigInt(n));
      await mint(secondary, 350, 600, (n) => BigInt(n) + 7n);
      await secondary.call('burn', wallets[599], 600n);
      await primary.call('batchMintMultiple', [wallets[1]], [5n]);
      const tokens = [primary, multiplier, secondary].map(({ address }) => address);
      const airdrop = await deployCallable(anvil, 'FactorAirdrop', tokens);
      await confirm(anvil);
      const { chain } = nodeOf(anvil);
      const list = await rebuilt(chain, 'linea', airdrop.address).list;
      const known = await Promise.all(
        wallets.map(async (wallet) => {
          const data = `${SELECTOR}${wallet.slice(2).padStart(64, '0')}`;
          const result = await rpc<string>(anvil.url, 'eth_call', { to: airdrop.address, data }, 'latest');
          return [wallet, BigInt(result)] as const;
        }),
      );
      expect(rowsOf(list)).toEqual(amountsAbove0(new Map(known)));
      expect(list.verified.totals.map(({ name }) => name)).toEqual([
        'the total supply of PRIMARY_FACTOR_ADDRESS()',
        'the total supply of PRIMARY_CONDITIONAL_MULTIPLIER_ADDRESS()',
        'the total supply of SECONDARY_FACTOR_ADDRESS()',
      ]);
    });

    it('needs no token that the contract does not use, and rejects a first block after the first balances', async () => {
      const secondary = await deployCallable(anvil, 'SoulboundToken');
      await mint(secondary, 0, 3, () => 5n);
      const late = (await height()) + 1;
      await mint(secondary, 3, 5, () => 6n);
      const airdrop = await deployCallable(anvil, 'FactorAirdrop', [ZERO, ZERO, secondary.address]);
      await confirm(anvil);
      const { chain } = nodeOf(anvil);
      expect((await rebuilt(chain, 'linea', airdrop.address).list).total).toBe(27n);
      const error = await rejected(rebuilt(chain, 'linea', airdrop.address, { fromBlock: late }).list);
      expect(differencesOf(error)).toEqual([
        'the total supply of SECONDARY_FACTOR_ADDRESS() is 27, and the logs sum to 12',
      ]);
    });
  });

  it('is rejected for a contract of another style, and a block that can still be replaced', async () => {
    const store = await deployCallable(anvil, 'PackedStore');
    await store.call('setAllocations', [packed(walletsOf(1)[0]!, 1n)]);
    const { chain } = nodeOf(anvil);
    const at = await height();
    const early = await rejected(rebuilt(chain, 'zora-community', store.address, { block: at }).list);
    expect(early).toMatchObject({ message: expect.stringMatching(/^the latest confirmed block of local is \d+$/) });
    await confirm(anvil);
    const other = await rejected(rebuilt(chain, 'linea', store.address).list);
    expect(other).toMatchObject({ message: 'the contract has no PRIMARY_FACTOR_ADDRESS(): it is of another style' });
    const another = await rejected(rebuilt(chain, 'arbitrum', store.address).list);
    expect(differencesOf(another)).toEqual(['totalClaimable() is not stated, and the logs sum to 0']);
  });
});
