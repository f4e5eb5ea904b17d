import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

describe('GET /v1/drops/{id}', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea'), dropDefinition('gone')]);
    await api.apply([dropDefinition('linea')]);
  });
  afterAll(() => api.stop());

  it('returns the same drop as the list, with null for unknown values', async () => {
    const drop = await api.sdk.drops.get('linea');
    expect((await api.sdk.drops.list({ q: 'linea' })).data).toEqual([drop]);
    expect(drop).toMatchObject({
      id: 'linea',
      status: 'upcoming',
      hype_score: null,
      hype_delta_7d: null,
      hype_confidence: 0,
      rating: { reward: null, legit: null, difficulty: null },
      ev_usd: { p50: null, p10: null, p90: null, basis: null },
      snapshot: { block: null, date: null },
      ...{ chain_id: 1, symbol: null, token: null, launch_at: null, tokens: null, wallets: null },
      claim: { opens_at: null, closes_at: null, state: 'unknown' },
      cost_usd: null,
      distribution: { method: null, checker: null },
    });
  });

  it('returns 304 for its entity tag until the drop changes', async () => {
    const first = await api.get('/v1/drops/linea');
    const tag = { 'if-none-match': String(first.headers['etag']) };
    expect((await api.get('/v1/drops/linea', tag)).statusCode).toBe(304);
    await api.apply([dropDefinition('linea', { name: 'Linea renamed' })]);
    const changed = await api.get('/v1/drops/linea', tag);
    expect([changed.statusCode, changed.json<{ name: string }>().name]).toEqual([200, 'Linea renamed']);
  });

  it('rejects unknown parameters', async () => {
    expect((await api.get('/v1/drops/linea?colour=red')).json()).toMatchObject({ code: 'unknown_parameter' });
  });

  it.each([
    'nope',
    'LINEA',
    'a--b',
    '-',
    '%00',
    '..%2F..%2Fetc',
    '%F0%9F%92%A5',
    'constructor',
    '__proto__',
    `${'a'.repeat(65)}`,
  ])('returns 404 for the unknown drop %s', async (id) => {
    const response = await api.get(`/v1/drops/${id}`);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'drop_not_found']);
  });

  it('returns a short 404 for an id of 10 kB, and route_not_found for one that cannot be decoded', async () => {
    const long = await api.get(`/v1/drops/${'a'.repeat(10_000)}`);
    expect([long.statusCode, long.json<{ code: string }>().code]).toEqual([404, 'drop_not_found']);
    expect(long.body.length).toBeLessThan(1_000);
    expect((await api.get('/v1/drops/%zz')).json()).toMatchObject({ code: 'route_not_found' });
  });

  it('returns 410 for an archived drop, which is in no list', async () => {
    const response = await api.get('/v1/drops/gone');
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([410, 'drop_archived']);
    expect((await api.sdk.drops.list()).data.map(({ id }) => id)).toEqual(['linea']);
  });
});
