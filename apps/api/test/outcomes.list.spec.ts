import type { DistributionDefinition, OutcomeDefinition } from '@droptrack/catalogue';
import { type DropOutcome, OUTCOME_SORTS, SORT_ORDERS } from '@droptrack/contracts';
import { applyDefinitions } from '@droptrack/persistence';
import { dropDefinition, eventDefinition, ratedDrop } from './definitions';
import { startApi, type TestApi } from './harness';

const fact = <T>(value: T) => ({ value, source: null });
const SOURCE = { kind: 'dataset', url: 'https://prices.example/ARBUSDT.csv', at: '2023-03-23' } as const;
const NONE: Omit<OutcomeDefinition, 'openedAt'> = {
  ...{ openingUsd: null, day1Usd: null, day7Usd: null, day30Usd: null, day90Usd: null },
  ...{ highUsd: null, claimedShare: null },
};
const outcome = (openedAt: string, over: Partial<OutcomeDefinition> = {}): { readonly outcome: OutcomeDefinition } => ({
  outcome: { openedAt, ...NONE, ...over },
});
const amounts = (tokens: string, wallets: number, distribution: Partial<DistributionDefinition> = {}) => ({
  distribution: { tokens: fact(tokens), wallets: fact(wallets), totalSupply: null, ...distribution },
});
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const WITHDRAWN = dropDefinition('arbitrum', {
  chain: fact('arbitrum'),
  token: { symbol: fact('ARB'), decimals: null, address: null },
  events: [eventDefinition('tge', '2023-03-23T00:00:00.000Z', { type: 'tge' })],
  ...amounts('1000.5', 4, { method: fact('merkle'), claimed: fact('10') }),
});
const ARBITRUM = {
  ...WITHDRAWN,
  ...outcome('2023-03-23T00:00:00.000Z', {
    openingUsd: { value: 1.6, source: SOURCE },
    day90Usd: { value: 1.2, source: { ...SOURCE, at: '2023-06-21' } },
    claimedShare: fact(0.9),
  }),
};
/** 11 outcomes with ties and unknown values in every sort. */
const MANY = Array.from({ length: 11 }, (_, i) =>
  dropDefinition(`drop-${String(i).padStart(2, '0')}`, {
    chain: fact(i % 2 === 0 ? 'base' : 'solana'),
    ...amounts('100', i % 3 === 0 ? 0 : 10, i % 5 === 0 ? { method: fact('genesis'), claimed: fact('33.3333') } : {}),
    ...outcome(`2024-0${1 + (i % 3)}-10T00:00:00.000Z`, {
      day1Usd: fact(1 + (i % 2)),
      day90Usd: i % 4 === 0 ? null : fact(2),
    }),
  }),
);
const SAMPLE = dropDefinition('sample-fern', outcome('2022-01-01T00:00:00.000Z', { highUsd: fact(3) }));
const PLAIN = dropDefinition('plain');
const LATER = ratedDrop('later', 2, null, outcome(TOMORROW, { highUsd: fact(1) }));

const KEY: Record<(typeof OUTCOME_SORTS)[number], (row: DropOutcome) => number | string | null> = {
  opened: (row) => Date.parse(row.opened_at),
  paid: (row) => row.paid_usd,
  change_90d: (row) => row.change_90d,
  name: (row) => row.drop_name.toLowerCase(),
};

describe('GET /v1/outcomes', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([ARBITRUM, ...MANY, PLAIN, LATER]);
  });
  afterAll(() => api.stop());

  const get = (query: string) => api.get(`/v1/outcomes${query}`);
  const drops = async (query: Parameters<TestApi['sdk']['outcomes']['list']>[0]) =>
    (await api.sdk.outcomes.list({ limit: 100, ...query })).data.map(({ drop }) => drop);

  describe('200', () => {
    it('returns the facts of a drop with their sources, and what follows from them', async () => {
      expect((await api.sdk.outcomes.list({ chain: 'arbitrum' })).data).toEqual([
        {
          drop: 'arbitrum',
          drop_name: 'Arbitrum',
          chain: 'arbitrum',
          symbol: 'ARB',
          method: 'merkle',
          opened_at: '2023-03-23T00:00:00.000Z',
          tokens: '1000.5',
          wallets: 4,
          price_usd: { opening: 1.6, day_1: null, day_7: null, day_30: null, day_90: 1.2, high: null },
          change_90d: -0.25,
          paid_usd: 400.2,
          claimed_share: 0.9,
          ...{ claimed_value_usd: null, claimed_priced_share: null, price_at_claim_usd: null },
          forecast_usd: null,
          sources: [
            { fact: 'opening', source: { kind: 'dataset', url: SOURCE.url, observed_at: '2023-03-23T00:00:00.000Z' } },
            { fact: 'day_90', source: { kind: 'dataset', url: SOURCE.url, observed_at: '2023-06-21T00:00:00.000Z' } },
            { fact: 'claimed_share', source: null },
          ],
        },
      ]);
    });

    it('uses the price of day 1 while that of the opening is unknown', async () => {
      const { data } = await api.sdk.outcomes.list({ month: '2024-02', sort: 'name', limit: 1 });
      expect(data).toMatchObject([{ drop: 'drop-01', change_90d: 0, paid_usd: 20 }]);
    });

    it('returns the share that reached wallets while none is stated', async () => {
      const [arbitrum] = (await api.sdk.outcomes.list({ chain: 'arbitrum' })).data;
      const [derived] = (await api.sdk.outcomes.list({ method: 'genesis', sort: 'name', limit: 1 })).data;
      expect([arbitrum?.claimed_share, derived?.claimed_share]).toEqual([0.9, 0.3333]);
      expect(derived?.sources.map((source) => source.fact)).toContain('claimed_share');
    });

    it('returns the last expected value that was published before the payout opened', async () => {
      const [later] = (await api.sdk.outcomes.list({ limit: 1 })).data;
      const { ev_usd } = await api.sdk.drops.get('later');
      expect(ev_usd.p50).not.toBeNull();
      expect(later).toMatchObject({ drop: 'later', forecast_usd: ev_usd });
    });

    it('lists only drops with an outcome, until it is withdrawn', async () => {
      const all = [ARBITRUM, ...MANY, PLAIN, LATER];
      expect(await drops({})).not.toContain('plain');
      await api.apply([...all.slice(1), WITHDRAWN]);
      expect(await drops({})).not.toContain('arbitrum');
      await api.apply(all.slice(1));
      expect(await drops({})).not.toContain('arbitrum');
      await api.apply(all);
      expect(await drops({})).toContain('arbitrum');
    });

    it('returns the share of a drop that has changed', async () => {
      const rest = [...MANY, PLAIN, LATER];
      await api.apply([{ ...ARBITRUM, ...outcome('2023-03-23T00:00:00.000Z', { highUsd: fact(2) }) }, ...rest]);
      expect((await api.sdk.outcomes.list({ chain: 'arbitrum' })).data[0]?.claimed_share).toBe(0.01);
      await api.apply([ARBITRUM, ...rest]);
      expect((await api.sdk.outcomes.list({ chain: 'arbitrum' })).data[0]?.claimed_share).toBe(0.9);
    });

    it('filters by chain in any case, by method, by month and by kind', async () => {
      expect(await drops({ method: 'merkle' })).toEqual(['arbitrum']);
      expect(await drops({ method: ['genesis', 'mintless'], sort: 'name' })).toEqual(['drop-00', 'drop-05', 'drop-10']);
      expect(await drops({ method: 'mintless' })).toEqual([]);
      expect(await drops({ chain: 'Solana', month: '2024-02', sort: 'name' })).toEqual(['drop-01', 'drop-07']);
      expect(await drops({ chain: ['arbitrum', 'nowhere'] })).toEqual(['arbitrum']);
      expect(await drops({ month: '2020-01' })).toEqual([]);
      expect(await drops({ sample: true })).toEqual([]);
      expect(await drops({ sample: false })).toHaveLength(13);
    });

    describe.each(OUTCOME_SORTS)('sorted by %s', (sort) => {
      it.each(SORT_ORDERS)('returns every outcome once, %s, those without a value last', async (order) => {
        const rows = await api.sdk.outcomes.list({ sort, order, limit: 4 }).toArray({ limit: 100 });
        expect(new Set(rows.map(({ drop }) => drop)).size).toBe(13);
        expect(rows).toHaveLength(13);
        const keys = rows.map(KEY[sort]);
        const known = keys.filter((key) => key !== null);
        expect(keys.slice(known.length)).toEqual(keys.slice(known.length).map(() => null));
        const sorted = [...known].sort((a, b) => (a === b ? 0 : a < b === (order === 'asc') ? -1 : 1));
        expect(known).toEqual(sorted);
      });
    });

    it('returns 304 until an outcome changes', async () => {
      const first = await get('?chain=arbitrum');
      const again = await api.get('/v1/outcomes?chain=arbitrum', { 'if-none-match': String(first.headers['etag']) });
      expect([first.statusCode, again.statusCode]).toEqual([200, 304]);
    });

    it('states each fact in the explanation of its drop', async () => {
      const { facts } = await api.sdk.drops.explain('arbitrum');
      expect(facts.filter(({ path }) => path.startsWith('outcome.')).map(({ path, value }) => [path, value])).toEqual([
        ['outcome.opening_usd', 1.6],
        ['outcome.day_90_usd', 1.2],
        ['outcome.claimed_share', 0.9],
      ]);
    });
  });

  describe('samples', () => {
    it('are among the others, unless they are excluded', async () => {
      await applyDefinitions(api.db, { origin: 'sample', definitions: [SAMPLE], nowMs: Date.now() });
      await api.caughtUp();
      expect(await drops({ sample: true })).toEqual(['sample-fern']);
      expect(await drops({})).toHaveLength(14);
      expect(await drops({ sample: false })).toHaveLength(13);
    });
  });

  describe('400', () => {
    it.each([
      'month=2024-13',
      'month=2024',
      'sort=price',
      'order=up',
      'chain=A%20b',
      'method=raffle',
      'method=',
      'limit=0',
      'sample=1',
    ])('rejects %s', async (query) => {
      const response = await get(`?${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ errors: [{ parameter: query.split('=')[0] }] });
    });

    // A cursor of another sort would skip rows silently.
    it('rejects a cursor of another sort or filter', async () => {
      const { next_cursor: cursor } = await api.sdk.outcomes.list({ limit: 1 });
      for (const other of [{ sort: 'paid' }, { month: '2024-01' }, { method: 'merkle' }] as const) {
        await expect(api.sdk.outcomes.list({ ...other, cursor: cursor! })).rejects.toMatchObject({
          code: 'invalid_cursor',
        });
      }
    });
  });
});
