import { eventDefinition, fact } from '@droptrack/catalogue/testing';
import type { WalletDrops, WalletDropsQuery } from '@droptrack/contracts';
import { type EligibilityResult, isAnswered } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const PATH = '/v1/wallets/drops';
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const [LISTED, SYBIL, STRANGER] = [evmWallet('1'), evmWallet('2'), evmWallet('3')];
const TRUNCATED = evmWallet('c').slice(0, -1);
const YEAR = new Date().getUTCFullYear();

/** Claim window of a year, of this one by default. */
const window = (year = YEAR) => ({
  events: [
    eventDefinition({ startsAt: `${year}-01-01T00:00:00.000Z`, endsAt: `${year + 1}-01-01T00:00:00.000Z`, url: null }),
  ],
});
const priced = (usd: number) => {
  const { value } = dropDefinition('any');
  return { value: { ...value, priceUsd: fact(usd) }, token: { symbol: null, decimals: fact(0), address: null } };
};
const CATALOGUE = [
  dropDefinition('cheap', { ...window(), ...priced(1) }),
  dropDefinition('dear', { ...window(), ...priced(1_000) }),
  dropDefinition('unpriced', window()),
  dropDefinition('later', window(YEAR + 1)),
  dropDefinition('closed', window(YEAR - 2)),
  dropDefinition('excluding'),
  dropDefinition('without'),
  dropDefinition('undated'),
  dropDefinition('elsewhere', { chain: fact('near') }),
  dropDefinition('on-solana', { chain: fact('solana') }),
  dropDefinition('launched', {
    status: fact('tge' as const),
    snapshot: { block: null, date: fact('2026-01-01T00:00:00.000Z') },
  }),
];
const LISTS = 8;

describe('POST /v1/wallets/drops', () => {
  let api: TestApi;
  let secret = '';
  beforeAll(async () => {
    api = await startApi([...CATALOGUE, dropDefinition('gone')], { stopClock: true });
    await publishList(api.db, 'gone', { [LISTED]: 1n });
    await api.caughtUp();
    await api.apply(CATALOGUE);
    for (const id of ['cheap', 'dear', 'unpriced', 'later', 'closed']) await publishList(api.db, id, { [LISTED]: 5n });
    await publishList(api.db, 'excluding', { [SYBIL]: 1n }, 'exclusion');
    await publishList(api.db, 'without', { [evmWallet('9')]: 7n });
    await publishList(api.db, 'on-solana', { [SOLANA]: 9n });
    await api.caughtUp();
  });
  afterAll(() => api.stop());
  // One key per test, because requests consume tokens.
  beforeEach(async () => void ({ secret } = await api.issueKey('scale')));
  const send = (body: unknown, key = secret) =>
    api.post(PATH, typeof body === 'string' ? body : JSON.stringify(body), { authorization: `Bearer ${key}` });
  const ask = async (query: WalletDropsQuery): Promise<WalletDrops[]> => {
    const { data } = await api.sdkOf(secret).wallets.drops(query);
    return data.filter(isAnswered);
  };
  const idsOf = ({ data }: WalletDrops) => data.map(({ drop }) => drop);

  describe('200', () => {
    it('lists what is claimable first, and counts the rest', async () => {
      const [drops] = await ask({ wallets: [LISTED] });
      expect(idsOf(drops!)).toEqual([
        'dear',
        'cheap',
        'unpriced',
        'later',
        'closed',
        'excluding',
        'undated',
        'elsewhere',
        'launched',
      ]);
      expect(drops!.summary).toEqual({
        eligible: 5,
        claimable_now: 3,
        expired: 1,
        pending: 2,
        unknown: 2,
        excluded: 0,
        ineligible: 1,
        checked_lists: LISTS - 1,
        claimable_value_usd: 5_005,
        claimable_without_price: 1,
      });
      expect(drops).not.toHaveProperty('ineligible');
    });

    it('contains the results of single checks, and as ineligible the ids of all others', async () => {
      const single = ({ wallet, drop }: { wallet: string; drop: string }) =>
        api.sdkOf(secret).eligibility.check({ wallet, drop });
      const timeless = ({ checked_at: _, as_of: __, ...result }: EligibilityResult) => ({ ...result, proof: null });
      for (const wallet of [LISTED, SYBIL, STRANGER, SOLANA]) {
        const [drops] = await ask({ wallets: [wallet], include: ['ineligible'] });
        const results = await Promise.all(CATALOGUE.map(({ id }) => single({ wallet, drop: id })));
        const byDrop = (a: { drop: string }, b: { drop: string }) => (a.drop < b.drop ? -1 : 1);
        const isListed = ({ status, reasons }: EligibilityResult) =>
          status !== 'ineligible' || reasons[0]!.code === 'excluded_sybil';
        expect([...drops!.data].sort(byDrop).map(timeless)).toEqual(
          results.filter(isListed).sort(byDrop).map(timeless),
        );
        const others = results.filter(({ reasons }) => reasons[0]!.code === 'not_in_allocation_list');
        expect(drops!.ineligible).toEqual(others.map(({ drop }) => drop).sort());
        expect(drops!.summary.ineligible).toBe(others.length);
      }
    });

    it('answers each wallet in order, as of one instant, with the problem of an invalid one at its position', async () => {
      const response = await send({ wallets: [SYBIL, TRUNCATED, SOLANA, 7, SYBIL] });
      expect(response.statusCode).toBe(200);
      const { data, as_of: asOf } = response.json<{ data: Record<string, unknown>[]; as_of: string }>();
      expect(data.map(({ wallet, problem }) => wallet ?? (problem as { code: string }).code)).toEqual([
        SYBIL,
        'invalid_wallet',
        SOLANA,
        'validation_failed',
        SYBIL,
      ]);
      expect(data[1]).toMatchObject({ problem: { status: 422, errors: [{ pointer: '#/wallets/1' }], instance: PATH } });
      expect(data[3]).toMatchObject({ problem: { status: 422, errors: [{ pointer: '#/wallets/3', code: 'type' }] } });
      expect(data[4]).toEqual(data[0]);
      const answered = data as unknown as WalletDrops[];
      const instants = [0, 2, 4].flatMap((n) => answered[n]!.data.map((each) => `${each.as_of} ${each.checked_at}`));
      expect(new Set(instants).size).toBe(1);
      expect(instants[0]).toContain(asOf);
      expect(response.body).not.toContain(TRUNCATED);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-data-as-of': asOf });
    });

    it('checks only drops that accept the wallet, and those of which it can check none', async () => {
      const [drops] = await ask({ wallets: [SOLANA] });
      expect(idsOf(drops!)).toEqual(['on-solana', 'elsewhere']);
      expect(drops!.summary).toMatchObject({ eligible: 1, unknown: 1, ineligible: 0, checked_lists: 1 });
    });

    it('checks only drops with one of the statuses', async () => {
      const [drops] = await ask({ wallets: [STRANGER], status: ['tge'] });
      expect(idsOf(drops!)).toEqual(['launched']);
      const [others] = await ask({ wallets: [STRANGER], status: ['live', 'upcoming'] });
      expect(idsOf(others!)).not.toContain('launched');
    });

    it('checks only real drops, or only samples', async () => {
      const [real] = await ask({ wallets: [STRANGER], sample: false });
      expect(real!.summary).toMatchObject({ checked_lists: LISTS - 1 });
      const [samples] = await ask({ wallets: [STRANGER], sample: true });
      expect([idsOf(samples!), samples!.summary.checked_lists]).toEqual([[], 0]);
    });

    it('reads the live view with the plan pro', async () => {
      // Before: the view is confirmed again and again.
      const { headers } = await api.get('/v1/drops?limit=1');
      const { data, as_of: asOf } = await api.sdk.wallets.drops({ wallets: [LISTED] });
      expect(data).toHaveLength(1);
      expect(asOf >= String(headers['x-data-as-of'])).toBe(true);
      expect(Date.now() - Date.parse(asOf)).toBeLessThan(30_000);
    });
  });

  describe('403 and 422', () => {
    it('requires the plan pro, and scale for several wallets', async () => {
      const { secret: free } = await api.issueKey('free');
      expect((await send({ wallets: [LISTED] }, free)).json()).toMatchObject({
        code: 'plan_required',
        required_plan: 'pro',
      });
      const { secret: pro } = await api.issueKey('pro');
      const rejected = await send({ wallets: [LISTED, SYBIL] }, pro);
      expect([rejected.statusCode, rejected.json()]).toMatchObject([
        403,
        { code: 'plan_required', required_plan: 'scale', current_plan: 'pro' },
      ]);
      expect(rejected.json<{ detail: string }>().detail).toContain('several wallets');
      expect(rejected.headers['ratelimit']).toContain('r=599;');
    });

    it.each<[string, unknown, string, string]>([
      ['an array', [LISTED], '#', 'type'],
      ['no member', {}, '#/wallets', 'required'],
      ['one wallet as a text', { wallets: LISTED }, '#/wallets', 'type'],
      ['no wallets', { wallets: [] }, '#/wallets', 'range'],
      ['more than 20 wallets', { wallets: Array(21).fill(LISTED) }, '#/wallets', 'range'],
      ['an unknown status', { wallets: [LISTED], status: ['dead'] }, '#/status/0', 'enum'],
      ['a repeated status', { wallets: [LISTED], status: ['live', 'live'] }, '#/status/1', 'repeated'],
      ['no status', { wallets: [LISTED], status: [] }, '#/status', 'range'],
      ['a sample filter as a text', { wallets: [LISTED], sample: 'false' }, '#/sample', 'type'],
      ['an unknown member to include', { wallets: [LISTED], include: ['hype'] }, '#/include/0', 'enum'],
      ['null to include', { wallets: [LISTED], include: null }, '#/include', 'type'],
      ['another member', { wallets: [LISTED], drop: 'cheap' }, '#/drop', 'unknown'],
    ])('rejects the whole request with 422: %s', async (_, body, pointer, code) => {
      const response = await send(body);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, 'validation_failed']);
      expect(response.json<{ errors: object[] }>().errors).toEqual([expect.objectContaining({ pointer, code })]);
      expect(response.body).not.toContain(LISTED.slice(2));
    });

    it('accepts bodies of up to 16 KiB', async () => {
      expect((await send({ wallets: ['x'.repeat(16 * 1024)] })).statusCode).toBe(413);
    });
  });

  it('returns 503 for the whole request while the database is unavailable', async () => {
    await api.keysSeen();
    await send({ wallets: [LISTED] });
    await api.loseDatabase();
    const response = await send({ wallets: [LISTED, TRUNCATED] });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
    expect(response.headers['retry-after']).toBe('2');
  });
});
