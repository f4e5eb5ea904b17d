import type { Problem } from '@droptrack/contracts';
import { createBareApi } from './bare-api';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

describe('health', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { stopClock: true });
  });
  afterAll(() => api.stop());

  it('reports alive and ready without a key', async () => {
    expect((await api.inject({ method: 'GET', url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await api.inject({ method: 'GET', url: '/readyz' })).json()).toMatchObject({ status: 'ready' });
  });

  it('is not ready before it accepts streams', async () => {
    const bare = await createBareApi([]);
    const before = await bare.get('/readyz');
    expect([before.statusCode, before.json<Problem>().detail]).toEqual([
      503,
      'Not ready: streams are not accepted yet',
    ]);
    expect((await bare.get('/v1/stream')).statusCode).toBe(503);
    await bare.stop();
  });

  it('serves the API reference and its document without external resources', async () => {
    for (const url of ['/docs', '/docs/drops', '/docs/reference.css', '/docs/icon.svg', '/v1/openapi.json']) {
      expect((await api.inject({ method: 'GET', url })).statusCode).toBe(200);
    }
    const page = (await api.inject({ method: 'GET', url: '/docs' })).body;
    // A link to another site is followed by a reader, not by the page.
    expect(page).not.toMatch(/<(?!a )[a-z]+ [^>]*(src|href)="(https?:)?\/\//);
    expect((await api.inject({ method: 'GET', url: '/docs/..%2Fpackage.json' })).statusCode).toBe(404);
  });

  it('reports not ready 10 s after the last contact to the database, and serves cached keys for a minute', async () => {
    await api.keysSeen();
    await api.get('/v1/drops/linea');
    await api.loseDatabase();
    expect((await api.get('/v1/drops/linea')).statusCode).toBe(200);
    const unknown = await api.inject({
      method: 'GET',
      url: '/v1/drops',
      headers: { authorization: 'Bearer dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc' },
    });
    expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([503, '2']);

    api.passTime(11_000);
    expect((await api.inject({ method: 'GET', url: '/readyz' })).json()).toMatchObject({ code: 'unavailable' });
    expect((await api.get('/v1/drops/linea')).statusCode).toBe(200);

    api.passTime(50_000);
    const stale = await api.get('/v1/drops/linea');
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
    expect((await api.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
  });
});
