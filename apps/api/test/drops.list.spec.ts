import type { Drop, DropSort, ListDropsQuery } from '@droptrack/contracts';
import { DROP_SORTS, SORT_ORDERS } from '@droptrack/contracts';
import { applyDefinitions } from '@droptrack/persistence';
import { eventDefinition, ratedDrop } from './definitions';
import { startApi, type TestApi } from './harness';
import { until } from './until';

const CHAINS = ['base', 'linea', 'solana'] as const;
const fact = <T>(value: T) => ({ value, source: null });

const launch = (startsAt: string) => eventDefinition('tge', startsAt, { type: 'tge' });

/** 23 drops with ties and unknown values in every sort. */
const DROPS = Array.from({ length: 23 }, (_, i) =>
  ratedDrop(`drop-${String(i).padStart(2, '0')}`, i % 4 === 0 ? null : i % 5, i % 6 === 0 ? null : (i % 3) / 3, {
    chain: fact(CHAINS[i % 3] ?? 'base'),
    status: fact(i % 2 === 0 ? 'live' : 'upcoming'),
    snapshot: { block: null, date: i % 5 === 0 ? null : fact(`2026-0${1 + (i % 4)}-10T00:00:00.000Z`) },
    events: i % 7 === 0 ? [] : [launch(`2026-0${1 + (i % 3)}-20T00:00:00.000Z`)],
  }),
);

const SORT_KEY: Record<DropSort, (drop: Drop) => number | string | null> = {
  hype: (drop) => drop.hype_score,
  ev: (drop) => drop.ev_usd.p50,
  legit: (drop) => drop.rating.legit,
  snapshot: (drop) => drop.snapshot.date,
  name: (drop) => drop.name.toLowerCase(),
  launch: (drop) => drop.launch_at,
};

describe('GET /v1/drops', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(DROPS);
  });
  afterAll(() => api.stop());

  const get = (query: string, headers: Record<string, string> = {}) => api.get(`/v1/drops${query}`, headers);

  describe('200', () => {
    it('returns exactly the twenty properties, in the order of the contract', async () => {
      const { data } = (await get('?limit=1')).json<{ data: Drop[] }>();
      expect(Object.keys(data[0]!)).toEqual([
        'id',
        'name',
        'chain',
        'chain_id',
        'symbol',
        'token',
        'status',
        'hype_score',
        'hype_delta_7d',
        'hype_confidence',
        'rating',
        'ev_usd',
        'snapshot',
        'launch_at',
        'claim',
        'tokens',
        'wallets',
        'cost_usd',
        'distribution',
        'updated_at',
      ]);
    });

    it('returns 25 rows by default', async () => {
      expect((await api.sdk.drops.list()).data).toHaveLength(23);
      expect((await api.sdk.drops.list({ limit: 23 })).has_more).toBe(false);
      expect((await api.sdk.drops.list({ limit: 22 })).has_more).toBe(true);
    });

    // Covers ties: with equal keys, a cursor without the id skips or repeats rows.
    it.each(DROP_SORTS.flatMap((sort) => SORT_ORDERS.map((order) => [sort, order] as const)))(
      'returns every drop once, sorted by %s %s, unknown values last and ties by id',
      async (sort, order) => {
        const walked = await api.sdk.drops.list({ sort, order, limit: 5 }).toArray({ limit: 100 });
        const expected = [...walked].sort((a, b) => {
          const [x, y] = [SORT_KEY[sort](a), SORT_KEY[sort](b)];
          if (x === y) return a.id < b.id ? -1 : 1;
          if (x === null || y === null) return x === null ? 1 : -1;
          return x < y === (order === 'asc') ? -1 : 1;
        });
        expect(walked.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        expect(new Set(walked.map(({ id }) => id)).size).toBe(23);
      },
    );

    it.each([
      ['hype', 'desc'],
      ['ev', 'desc'],
      ['legit', 'desc'],
      ['snapshot', 'asc'],
    ] as const)('sorts by %s %s by default', async (sort, order) => {
      const plain = await api.sdk.drops.list({ sort });
      const ordered = await api.sdk.drops.list({ sort, order });
      expect(plain.data).toEqual(ordered.data);
    });

    it('filters by status, chain, text and time of the last change', async () => {
      const all = (await api.sdk.drops.list()).data;
      const ids = async (query: Parameters<typeof api.sdk.drops.list>[0]) =>
        (await api.sdk.drops.list(query)).data.map(({ id }) => id);
      const where = (holds: (drop: Drop) => boolean) => all.filter(holds).map(({ id }) => id);
      expect(await ids({ status: 'live' })).toEqual(where((drop) => drop.status === 'live'));
      expect(await ids({ status: ['live', 'tge'], chain: ['base', 'solana'] })).toEqual(
        where((drop) => drop.status === 'live' && drop.chain !== 'linea'),
      );
      expect(await ids({ q: 'DROP-1' })).toEqual(where((drop) => drop.id.startsWith('drop-1')));
      expect(await ids({ chain: 'nowhere' })).toEqual([]);
      const newest = all
        .map((drop) => drop.updated_at)
        .sort()
        .at(-1)!;
      expect(await ids({ updated_since: newest })).toEqual(where((drop) => drop.updated_at >= newest));
      expect(await ids({ updated_since: '2999-01-01T00:00:00Z' })).toEqual([]);
    });

    it('links the next page, and accepts its cursor with another limit', async () => {
      const first = await get('?sort=ev&limit=4');
      const link = /^<http:\/\/api\.test(\/v1\/drops\?[^>]+)>; rel="next"$/.exec(String(first.headers['link']));
      const second = (await api.get(link![1]!)).json<{ data: Drop[] }>();
      const wider = (await api.get(link![1]!.replace('limit=4', 'limit=7'))).json<{ data: Drop[] }>();
      expect(second.data).toHaveLength(4);
      expect(wider.data.slice(0, 4)).toEqual(second.data);
    });

    it('returns the instant up to which it is complete in body and header, never before its newest row', async () => {
      let ageMs = Infinity;
      // After a stall of the machine, the first response can be old; a later one is current.
      for (let tries = 0; tries < 3 && ageMs >= 5_000; tries += 1) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
        const response = await get('');
        const body = response.json<{ as_of: string; data: Drop[] }>();
        expect(response.headers['x-data-as-of']).toBe(body.as_of);
        expect(body.data.every((drop) => drop.updated_at <= body.as_of)).toBe(true);
        ageMs = Date.now() - Date.parse(body.as_of);
      }
      expect(ageMs).toBeLessThan(5_000);
    });
  });

  describe('304 and encodings', () => {
    it('returns 304 for its entity tag until the page changes', async () => {
      const { etag } = (await get('?limit=3')).headers;
      expect(etag).toMatch(/^W\/"[\w-]+"$/);
      const repeated = await get('?limit=3', { 'if-none-match': String(etag) });
      expect([repeated.statusCode, repeated.body, repeated.headers['etag']]).toEqual([304, '', etag]);
      expect((await get('?limit=4', { 'if-none-match': String(etag) })).statusCode).toBe(200);
    });

    it.each(['br', 'gzip'])('compresses the same page with %s on request', async (encoding) => {
      const plain = await get('');
      const compressed = await get('', { 'accept-encoding': encoding });
      expect(compressed.headers['content-encoding']).toBe(encoding);
      expect(compressed.headers['etag']).toBe(plain.headers['etag']);
      expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    });

    it('responds to HEAD like GET, without the body', async () => {
      const [head, full] = [await api.head('/v1/drops?limit=2'), await get('?limit=2')];
      expect(head.statusCode).toBe(200);
      expect(head.body).toBe('');
      expect(head.headers['etag']).toBe(full.headers['etag']);
    });
  });

  describe('400', () => {
    it.each([
      'limit=0',
      'limit=101',
      'limit=1e2',
      'limit=0x10',
      'limit=',
      'limit=%D9%A3',
      'status=dead',
      'sample=yes',
      'sample=',
      'sort=price',
    ])('rejects %s with the name of the parameter', async (query) => {
      const response = await get(`?${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ parameter: query.split('=')[0] }],
      });
    });

    it('rejects an unknown and a repeated parameter', async () => {
      expect((await get('?colour=red')).json()).toMatchObject({ code: 'unknown_parameter' });
      expect((await get('?limit=1&limit=2')).json()).toMatchObject({ code: 'repeated_parameter' });
    });

    // Generated clients repeat a parameter with several values.
    it('returns the same page, entity tag and cursor for a repeated parameter and a comma list', async () => {
      type Page = { readonly data: Drop[]; readonly next_cursor: string };
      const commas = '?limit=2&status=live,upcoming&chain=base,linea';
      const repeated = '?limit=2&chain=linea&status=upcoming&chain=base&status=live';
      const [one, other] = [await get(commas), await get(repeated)];
      const { data, next_cursor: cursor } = one.json<Page>();
      expect(other.json()).toMatchObject({ data, next_cursor: cursor });
      const etag = String(one.headers['etag']);
      expect(other.headers['etag']).toBe(etag);
      expect((await get(repeated, { 'if-none-match': etag })).statusCode).toBe(304);
      const [next, same] = [await get(`${commas}&cursor=${cursor}`), await get(`${repeated}&cursor=${cursor}`)];
      expect(same.json<Page>().data).toEqual(next.json<Page>().data);
      expect((await get('?sort=ev&sort=ev')).json()).toMatchObject({ status: 400, code: 'repeated_parameter' });
    });

    // A cursor of one sort, used with another sort, would skip rows silently.
    it('rejects a truncated or modified cursor, and one of another sort or filter, with invalid_cursor', async () => {
      const { next_cursor: cursor } = await api.sdk.drops.list({ limit: 2, sort: 'hype' });
      const altered = [cursor!.slice(0, -1), `${cursor}A`, `A${cursor!.slice(1)}`, 'x'.repeat(5_000), ' '];
      for (const bad of altered) {
        const response = await get(`?limit=2&cursor=${encodeURIComponent(bad)}`);
        expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid_cursor']);
      }
      for (const other of ['sort=ev', 'order=asc', 'status=live', 'chain=base', 'sample=false', 'q=drop']) {
        expect((await get(`?${other}&cursor=${cursor}`)).json()).toMatchObject({ code: 'invalid_cursor' });
      }
      expect((await api.get(`/v1/calendar?cursor=${cursor}`)).json()).toMatchObject({ code: 'invalid_cursor' });
    });
  });

  it('returns an unchanged drop exactly once in each sort while other drops change', async () => {
    const still = DROPS.filter((_, i) => i % 3 !== 0).map(({ id }) => id);
    for (const sort of DROP_SORTS) {
      const seen: string[] = [];
      let round = 0;
      for await (const drop of api.sdk.drops.list({ sort, limit: 3 })) {
        seen.push(drop.id);
        if (seen.length % 3 === 0) {
          round += 1;
          await api.apply(
            DROPS.map((definition, i) =>
              i % 3 === 0
                ? ratedDrop(definition.id, (i * round) % 7, ((i + round) % 4) / 4, { chain: definition.chain })
                : definition,
            ),
          );
        }
      }
      expect(still.filter((id) => seen.filter((other) => other === id).length !== 1)).toEqual([]);
    }
  }, 120_000);

  it('separates sample drops from real ones by their ids, page by page', async () => {
    const made = ['sample-a', 'sample-b', 'sample-c'];
    const definitions = made.map((id) => ratedDrop(id, 3, 0.5));
    await applyDefinitions(api.db, { origin: 'sample', definitions, nowMs: Date.now() });
    await until(async () => (await api.get('/v1/drops/sample-c')).statusCode === 200);
    const ids = async (query: ListDropsQuery) =>
      (await api.sdk.drops.list({ ...query, limit: 2 }).toArray({ limit: 100 })).map(({ id }) => id);
    const all = await ids({ sort: 'ev' });
    expect(await ids({ sort: 'ev', sample: true })).toEqual(all.filter((id) => made.includes(id)));
    expect(await ids({ sort: 'ev', sample: false })).toEqual(all.filter((id) => !made.includes(id)));
    expect(all).toHaveLength(DROPS.length + made.length);
  });
});
