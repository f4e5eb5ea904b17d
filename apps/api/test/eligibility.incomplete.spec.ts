import { eventDefinition, fact } from '@droptrack/catalogue/testing';
import { isAnswered } from '@droptrack/sdk';
import { parseWallet, PORTABLE_HASH } from '@droptrack/eligibility';
import { loadList } from '@droptrack/persistence';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet } from './lists';

const [LISTED, STRANGER, SYBIL] = ['a', 'b', 'c'].map(evmWallet) as [string, string, string];
const sized = (wallets: number) => ({ distribution: { tokens: null, wallets: fact(wallets), totalSupply: null } });
const CATALOGUE = [
  dropDefinition('whole', sized(1)),
  dropDefinition('one-wave', sized(695_232)),
  dropDefinition('unstated-waves'),
  dropDefinition('excluding', { events: [eventDefinition({ type: 'snapshot', endsAt: null })] }),
];

describe('lists that are not all of a drop', () => {
  let api: TestApi;
  const publish = (dropId: string, name: string, wallet: string, kind: 'allocation' | 'exclusion' = 'allocation') =>
    loadList(api.db, {
      ...{ dropId, kind, name, url: null, duplicates: 'separate', nowMs: Date.now() },
      rows: () => [
        { line: 1, wallet: parseWallet(wallet).bytes, amount: kind === 'allocation' ? 5n : 0n, index: null },
      ],
      sha256: () => 'ab'.repeat(32),
      tree: kind === 'exclusion' ? null : { format: 'openzeppelin', expectRoot: null, hash: PORTABLE_HASH },
    });
  beforeAll(async () => {
    api = await startApi(CATALOGUE);
    await publish('whole', '', LISTED);
    await publish('one-wave', 'wave-1', LISTED);
    await publish('one-wave', '', SYBIL, 'exclusion');
    await publish('unstated-waves', 'wave-1', LISTED);
    await publish('excluding', '', SYBIL, 'exclusion');
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  it.each([
    ['whole', STRANGER, 'ineligible', ['not_in_allocation_list']],
    ['one-wave', LISTED, 'eligible', ['in_allocation_list', 'unpublished_root']],
    ['one-wave', STRANGER, 'unknown', ['lists_incomplete']],
    ['one-wave', SYBIL, 'unknown', ['lists_incomplete', 'excluded_sybil']],
    ['unstated-waves', STRANGER, 'unknown', ['lists_incomplete']],
    ['excluding', SYBIL, 'pending', ['list_not_published', 'excluded_sybil']],
  ])('decide for %s and %s: %s, in single checks and batches alike', async (drop, wallet, status, codes) => {
    const single = await api.sdk.eligibility.check({ wallet, drop });
    expect([single.status, single.reasons.map(({ code }) => code)]).toEqual([status, codes]);
    expect(single.eligible === false).toBe(status === 'ineligible');
    const { secret } = await api.issueKey('scale');
    const { data } = await api.sdkOf(secret).eligibility.checkBatch([{ wallet, drop }]);
    expect(data.filter(isAnswered).map((each) => [each.status, each.reasons])).toEqual([[status, single.reasons]]);
  });

  it('are unknown among all drops of a wallet, and only complete lists count as ineligible', async () => {
    const { data } = await api.sdk.wallets.drops({ wallets: [STRANGER], include: ['ineligible'] });
    const [drops] = data.filter(isAnswered);
    expect(drops?.ineligible).toEqual(['whole']);
    expect(drops?.summary).toMatchObject({ ineligible: 1, unknown: 2, pending: 1 });
    expect(drops?.data.map(({ drop, status }) => [drop, status])).toEqual([
      ['excluding', 'pending'],
      ['one-wave', 'unknown'],
      ['unstated-waves', 'unknown'],
    ]);
  });

  it('are stated by private checks and explanations', async () => {
    const privately = (drop: string) => api.sdk.eligibility.checkPrivately({ wallet: STRANGER, drop });
    expect(await privately('whole')).toMatchObject({ listed: false, complete: true, lists_gap: null });
    const gap = { code: 'short', message: 'The loaded list has only 1 wallet (catalogue: 695232).' };
    expect(await privately('one-wave')).toMatchObject({ listed: false, complete: false, lists_gap: gap });
    expect((await api.sdk.drops.explain('one-wave')).lists_gap).toEqual(gap);
    expect((await api.sdk.drops.explain('whole')).lists_gap).toBeNull();
    expect((await api.sdk.drops.explain('excluding')).lists_gap).toMatchObject({ code: 'no_list' });
  });

  it('are complete with the next figures of the catalogue, in ranges too', async () => {
    const url = `/v1/drops/one-wave/allocations/range/${STRANGER.slice(2, 5).toLowerCase()}`;
    const { headers } = await api.get(url);
    await api.apply(CATALOGUE.map((each) => (each.id === 'one-wave' ? { ...each, ...sized(1) } : each)));
    await api.caughtUp();
    const after = await api.get(url, { 'if-none-match': String(headers.etag) });
    expect([after.statusCode, after.json<{ lists_gap: unknown }>().lists_gap]).toEqual([200, null]);
    expect((await api.sdk.eligibility.check({ wallet: STRANGER, drop: 'one-wave' })).status).toBe('ineligible');
  });
});
