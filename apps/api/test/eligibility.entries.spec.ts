import type { ProofFormat } from '@droptrack/contracts';
import { parseWallet, PORTABLE_HASH } from '@droptrack/eligibility';
import { type ListLoad, loadList, removeList } from '@droptrack/persistence';
import { verifyProof } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet } from './lists';

const [A, B, C] = ['a', 'b', 'c'].map(evmWallet) as [string, string, string];

describe('several lists of one drop', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('waves')]);
    await publish(undefined, 'openzeppelin', [
      [A, 5n],
      [B, 7n],
    ]);
    await publish('season-2', 'uniswap', [
      [A, 3n],
      [C, 9n],
      [A, 3n],
    ]);
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  const publish = (
    name: string | undefined,
    format: ProofFormat,
    entries: readonly (readonly [wallet: string, amount: bigint])[],
    over: Partial<ListLoad> = {},
  ) =>
    loadList(api.db, {
      dropId: 'waves',
      kind: 'allocation',
      ...(name !== undefined && { name }),
      rows: () =>
        entries.map(([wallet, amount], i) => {
          const index = format === 'uniswap' ? BigInt(i) : null;
          return { line: i + 1, wallet: parseWallet(wallet).bytes, amount, index };
        }),
      sha256: () => 'ab'.repeat(32),
      url: null,
      duplicates: 'separate',
      tree: { format, expectRoot: null, hash: PORTABLE_HASH },
      nowMs: Date.now(),
      ...over,
    });
  const check = (wallet: string) => api.sdk.eligibility.check({ wallet, drop: 'waves' });

  it('result in entries with a proof each, which lead to the roots of their lists', async () => {
    const { wallet, status, allocation, proof, entries } = await check(A);
    expect([status, allocation?.amount, proof]).toEqual(['eligible', '11', null]);
    expect(entries.map(({ list, amount, proof: each }) => [list, amount, each?.format, each?.index])).toEqual([
      [null, '5', 'openzeppelin', null],
      ['season-2', '3', 'uniswap', 0],
      ['season-2', '3', 'uniswap', 2],
    ]);
    expect(entries.map(({ source }) => source.list)).toEqual([null, 'season-2', 'season-2']);
    expect(new Set(entries.map((entry) => entry.proof?.root)).size).toBe(2);
    for (const { proof: each, amount } of entries) {
      if (each === null) throw new Error('not proven');
      expect(verifyProof({ ...each, wallet, amount })).toBe(true);
      expect(verifyProof({ ...each, wallet, amount: '11' })).toBe(false);
    }
  });

  it('result in one allocation with its proof, and the name of the list, for a wallet in one of them', async () => {
    for (const [of, amount, list] of [
      [B, '7', null],
      [C, '9', 'season-2'],
    ] as const) {
      const { wallet, allocation, proof, entries, source } = await check(of);
      expect([allocation?.amount, entries, source?.list]).toEqual([amount, [], list]);
      const { data } = await api.sdk.wallets.drops({ wallets: [of] });
      expect(data).toMatchObject([{ data: [{ drop: 'waves', entries: [], source: { list } }] }]);
      if (proof === null) throw new Error('not proven');
      expect(verifyProof({ ...proof, wallet, amount })).toBe(true);
    }
    expect(await check(evmWallet('d'))).toMatchObject({ status: 'ineligible', entries: [], proof: null });
  });

  it('exclude a wallet that is in one of the exclusion lists', async () => {
    await publish('sybils-2', 'ens', [[evmWallet('e'), 0n]], { kind: 'exclusion', tree: null });
    await api.caughtUp();
    const { reasons, source } = await check(evmWallet('e'));
    expect([reasons[0]?.code, source?.kind, source?.list]).toEqual(['excluded_sybil', 'exclusion_list', 'sybils-2']);
  });

  it('do not change with the removal of another', async () => {
    const before = await check(B);
    await removeList(api.db, { dropId: 'waves', kind: 'allocation', name: 'season-2', nowMs: Date.now() });
    await api.caughtUp();
    expect((await check(B)).proof).toEqual(before.proof);
    expect(await check(A)).toMatchObject({ allocation: { amount: '5' }, entries: [] });
    expect(await check(C)).toMatchObject({ status: 'ineligible' });
  });
});
