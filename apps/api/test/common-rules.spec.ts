import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

describe('rules of all routes', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { corsOrigins: ['https://app.example.com'] });
  });
  afterAll(() => api.stop());

  /** Valid request ids. */
  const [OWN_ID, LOGGED_ID] = ['0b0f3c2e-5a4d-4c1b-9f3e-7d2a1b6c8e90', '4bf92f3577b34da6a3ce929d0e0e4736'] as const;
  const code = (response: { json: <T>() => T }) => response.json<{ code: string }>().code;

  describe('order of checks', () => {
    it('checks the route before the key: an unknown route is 404 without a key', async () => {
      for (const url of ['/nope', '/v1', '/v1/drops/', '/v1/drops/linea/nope', '/v2/drops']) {
        expect(code(await api.inject({ method: 'GET', url }))).toBe('route_not_found');
      }
      const wrongMethod = await api.inject({ method: 'DELETE', url: '/v1/drops/linea' });
      expect([wrongMethod.statusCode, code(wrongMethod), wrongMethod.headers['allow']]).toEqual([
        405,
        'method_not_allowed',
        'GET, HEAD, OPTIONS',
      ]);
    });

    // A client must not have to send a body before it is rejected.
    it('checks the route before the body: a large or wrongly declared body is not read', async () => {
      for (const [url, expected] of [
        ['/zzz', 'route_not_found'],
        ['/v1/drops', 'method_not_allowed'],
      ] as const) {
        for (const type of ['application/json', ';;;']) {
          const payload = '1'.repeat(20_000);
          const response = await api.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
          expect(code(response)).toBe(expected);
        }
      }
    });

    it('checks the key, then Accept, then parameters, then existence', async () => {
      const headers = { accept: 'text/html' };
      expect(code(await api.inject({ method: 'GET', url: '/v1/drops?limit=0', headers }))).toBe('missing_api_key');
      expect(code(await api.get('/v1/drops?limit=0', headers))).toBe('not_acceptable');
      expect(code(await api.get('/v1/drops/nope?limit=0'))).toBe('unknown_parameter');
      expect(code(await api.get('/v1/drops/nope'))).toBe('drop_not_found');
    });
  });

  describe('problems', () => {
    it('are RFC 9457 documents whose type is the URL of a page that needs no key', async () => {
      const response = await api.get('/v1/drops/nope?x=1&x=2');
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      const problem = response.json<Record<string, unknown>>();
      expect(problem).toEqual({
        type: 'http://api.test/problems/unknown-parameter',
        title: 'Unknown parameter',
        status: 400,
        detail: expect.any(String) as string,
        instance: '/v1/drops/nope',
        code: 'unknown_parameter',
        request_id: response.headers['x-request-id'],
        errors: expect.any(Array) as unknown[],
      });
      const page = await api.inject({ method: 'GET', url: String(problem['type']).replace('http://api.test', '') });
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toContain('unknown_parameter');
      expect((await api.inject({ method: 'GET', url: '/problems' })).statusCode).toBe(200);
    });

    it.each(['/problems/nope', '/problems/unknown_parameter', '/problems/constructor'])(
      'returns 404 for the page %s',
      async (url) => {
        expect(code(await api.inject({ method: 'GET', url }))).toBe('route_not_found');
      },
    );

    it('hide the cause of an internal error, which is logged with its request id', async () => {
      const response = await api.breakOnce(
        () => api.get('/v1/drops?limit=9'),
        new Error('relation "secret" at /srv/app.js'),
      );
      expect([response.statusCode, code(response)]).toEqual([500, 'internal_error']);
      expect(response.body).not.toMatch(/secret|srv|stack/);
      expect(api.logs.find((line) => line.includes('relation'))).toContain(String(response.headers['x-request-id']));
    });
  });

  describe('request ids', () => {
    it("are the client's own if valid, otherwise generated, on every response", async () => {
      expect((await api.get('/v1/drops', { 'x-request-id': OWN_ID })).headers['x-request-id']).toBe(OWN_ID);
      for (const url of ['/v1/drops', '/nope', '/healthz', '/v1/drops/%zz', '/docs']) {
        expect((await api.get(url, { 'x-request-id': 'not ok' })).headers['x-request-id']).toMatch(/^req_/);
      }
    });
  });

  describe('logs', () => {
    it('contain one line per request with its id, and no key, query value or header', async () => {
      await api.get('/v1/drops?q=searchterm', { 'x-request-id': LOGGED_ID });
      const line = api.logs.find((text) => text.includes(LOGGED_ID));
      expect(JSON.parse(line ?? '')).toMatchObject({
        requestId: LOGGED_ID,
        method: 'GET',
        route: '/v1/drops',
        status: 200,
      });
      const all = api.logs.join('');
      expect(all).not.toContain('searchterm');
      expect(all).not.toContain(api.keys.pro);
    });

    it('contain the id of the trace that a request is part of, and nothing else of it', async () => {
      const traceId = '0af7651916cd43dd8448eb211c80319c';
      const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
      const lineOf = async (headers: Record<string, string>) => {
        const before = api.logs.length;
        await api.get('/v1/drops', headers);
        return JSON.parse(api.logs[before] ?? '') as { traceId?: string };
      };
      // From the framework, and from the cache.
      for (let requests = 0; requests < 3; requests += 1) {
        expect(await lineOf({ traceparent, tracestate: 'vendor=private' })).toMatchObject({ traceId });
      }
      expect(await lineOf({ traceparent: '00-invalid' })).not.toHaveProperty('traceId');
      expect(api.logs.join('')).not.toMatch(/private|invalid|00f067aa0ba902b7/);
    });
  });

  describe('browsers', () => {
    it('can call the API from listed origins only', async () => {
      const preflight = (origin: string) =>
        api.inject({
          method: 'OPTIONS',
          url: '/v1/drops',
          headers: {
            origin,
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization',
          },
        });
      const allowed = await preflight('https://app.example.com');
      expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([
        204,
        'https://app.example.com',
      ]);
      // The SDK sends the key of a creation by itself.
      expect(allowed.headers['access-control-allow-headers']).toContain('Idempotency-Key');
      expect((await preflight('https://evil.example.com')).headers['access-control-allow-origin']).toBeUndefined();
      const response = await api.get('/v1/drops', { origin: 'https://app.example.com' });
      expect(response.headers['access-control-allow-origin']).toBe('https://app.example.com');
      expect(response.headers['vary']).toContain('Origin');
    });

    it('get 404 for OPTIONS of an unknown path, also as a preflight', async () => {
      const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' };
      expect(code(await api.inject({ method: 'OPTIONS', url: '/zzz', headers }))).toBe('route_not_found');
    });

    it('get the methods of a path by OPTIONS without a key', async () => {
      const response = await api.inject({ method: 'OPTIONS', url: '/v1/drops/linea' });
      expect([response.statusCode, response.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
    });
  });

  it('returns cache headers with data', async () => {
    for (const url of ['/v1/drops', '/v1/drops/linea', '/v1/calendar', '/v1/me']) {
      const { headers } = await api.get(url);
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers['vary']).toContain('Authorization, Accept, Accept-Encoding');
      expect(headers['etag']).toMatch(/^W\//);
      expect(headers['x-data-as-of']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });
});
