import { Controller, Get, UseGuards } from '@nestjs/common';
import { SkipThrottle, Throttle, ThrottlerGuard } from '@nestjs/throttler';
import { generateApiKey } from '@droptrack/persistence';
import { DataResponse } from '../src/platform/responses/response-writer';
import { ResponseBody } from '../src/platform/responses/response-body';
import { Public } from '../src/platform/auth/requires-plan.decorator';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { createBareApi } from './bare-api';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const RATE_LIMIT = /^"[a-z]+";r=(\d+);t=(\d+)$/;

describe('rate limit of a key', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { stopClock: true });
  });
  afterAll(() => api.stop());
  const ask = (key: string, url = '/v1/drops', headers = {}) =>
    api.inject({ method: 'GET', url, headers: { ...bearer(key), ...headers } });
  const left = (response: { headers: object }) =>
    Number(RATE_LIMIT.exec((response.headers as Record<string, string>)['ratelimit'] ?? '')?.[1]);

  it('admits 60 requests of the plan free at once, then one per second', async () => {
    const { secret } = await api.issueKey('free');
    const first = await ask(secret);
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"free";q=60;w=60', ratelimit: '"free";r=59;t=1' });
    const statuses = (await Promise.all(Array.from({ length: 59 }, () => ask(secret)))).map(
      ({ statusCode }) => statusCode,
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const rejected = await ask(secret);
    expect(rejected.statusCode).toBe(429);
    expect(rejected.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"free";q=60;w=60',
      ratelimit: '"free";r=0;t=1',
      'cache-control': 'no-store',
    });
    expect(rejected.json()).toMatchObject({
      code: 'rate_limited',
      detail: 'The limit of 60 requests in 60 s is exceeded; try again in 1 s',
    });
    api.passTime(999);
    expect((await ask(secret)).statusCode).toBe(429);
    api.passTime(1);
    expect((await ask(secret)).statusCode).toBe(200);
  });

  it('is that of its plan, or its own', async () => {
    const [pro, scale, own] = [
      await api.issueKey('pro'),
      await api.issueKey('scale'),
      await api.issueKey('scale', { requestsPerMinute: 50_000 }),
    ];
    const policies = await Promise.all(
      [pro, scale, own].map(async ({ secret }) => (await ask(secret)).headers['ratelimit-policy']),
    );
    expect(policies).toEqual(['"pro";q=600;w=60', '"scale";q=10000;w=60', '"scale";q=50000;w=60']);
  });

  it('is shared by all routes, and every later rejection consumes a token', async () => {
    const { secret } = await api.issueKey('free');
    const { headers } = await ask(secret, '/v1/drops/linea');
    const costs = async (url: string, status: number, given = {}) => {
      const response = await ask(secret, url, given);
      expect([url, response.statusCode]).toEqual([url, status]);
      return left(response);
    };
    expect(left({ headers })).toBe(59);
    expect(await costs('/v1/drops/linea', 304, { 'if-none-match': '*' })).toBe(58);
    expect(await costs('/v1/calendar', 200)).toBe(57);
    expect(await costs('/v1/drops?limit=0', 400)).toBe(56);
    expect(await costs('/v1/drops/nope', 404)).toBe(55);
    expect(await costs('/v1/drops', 406, { accept: 'text/html' })).toBe(54);
    expect(await costs('/v1/me', 200)).toBe(53);
  });

  it('is checked before the plan: a rejected plan consumes a token', async () => {
    const { secret } = await api.issueKey('free');
    const payload = JSON.stringify({ wallet: '0x', drop: 'linea' });
    const response = await api.inject({
      method: 'POST',
      url: '/v1/eligibility',
      headers: { ...bearer(secret), 'content-type': 'application/json' },
      payload,
    });
    expect([response.statusCode, left(response)]).toEqual([403, 59]);
  });

  it('does not apply to unknown routes, or to routes without a key', async () => {
    const { secret } = await api.issueKey('free');
    for (const url of ['/nope', '/v1/openapi.json', '/healthz']) {
      expect((await ask(secret, url)).headers).not.toHaveProperty('ratelimit');
    }
    expect(left(await ask(secret))).toBe(59);
  });

  it('is returned by GET /v1/me, with the delay of the data', async () => {
    const { secret } = await api.issueKey('free');
    await ask(secret);
    const response = await ask(secret, '/v1/me');
    expect(response.json()).toMatchObject({
      rate_limit: { limit: 60, window_seconds: 60, remaining: 58 },
      data_delay_seconds: 60,
    });
    expect(left(response)).toBe(58);
  });
});

describe('failed authentication', () => {
  const CLIENT = '203.0.113.7';
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { trustedProxies: ['10.0.0.0/8'], stopClock: true });
  });
  afterAll(() => api.stop());
  const ask = (key: string, remoteAddress: string, headers = {}) =>
    api.inject({ method: 'GET', url: '/v1/drops', headers: { ...bearer(key), ...headers }, remoteAddress });
  /** Statuses of consecutive requests with an invalid key. */
  const fail = async (times: number, address: string, headers = {}) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) statuses.push((await ask('dtk_wrong', address, headers)).statusCode);
    return statuses;
  };
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

  it('is rejected with 429 after 100 requests from one address, without rate-limit headers', async () => {
    expect(await fail(110, CLIENT)).toEqual([...Array<number>(100).fill(401), ...Array<number>(10).fill(429)]);
    const rejected = await ask('dtk_wrong', CLIENT);
    expect(rejected.headers['retry-after']).toBe('1');
    expect(rejected.headers).not.toHaveProperty('ratelimit');
    expect(rejected.json()).toMatchObject({ code: 'rate_limited' });
  });

  it('then causes no query, and does not reject a valid key', async () => {
    await fail(105, '203.0.113.8');
    const { secret } = await api.issueKey('pro');
    await api.keysSeen();
    expect((await ask(secret, '203.0.113.9')).statusCode).toBe(200);
    const before = api.keyLookUps();
    expect((await ask(generateApiKey(), '203.0.113.8')).statusCode).toBe(429);
    expect(api.keyLookUps()).toBe(before);
    expect((await ask(secret, '203.0.113.8')).statusCode).toBe(200);
  });

  it('is counted per /64 of IPv6 addresses', async () => {
    await fail(100, '2001:db8::1');
    expect(await fail(2, '2001:db8::ffff:2')).toEqual([429, 429]);
    expect(await fail(1, '2001:db8:0:1::1')).toEqual([401]);
  });

  it('is not counted for requests from this machine', async () => {
    expect(count(await fail(150, '127.0.0.1'), 401)).toBe(150);
  });

  it('is counted for the client address of a trusted proxy, and ignores the header of other clients', async () => {
    await fail(105, '10.1.2.3', { 'x-forwarded-for': '198.51.100.1' });
    expect(await fail(1, '10.1.2.3', { 'x-forwarded-for': '198.51.100.2' })).toEqual([401]);
    expect(await fail(1, '10.9.9.9', { 'x-forwarded-for': '1.2.3.4, 198.51.100.1' })).toEqual([429]);
    expect(await fail(1, '192.0.2.1', { 'x-forwarded-for': '198.51.100.1' })).toEqual([401]);
  });
});

const response = () => new DataResponse(new ResponseBody('{}', false), Date.now());

@Controller('limits')
class ThrottledController {
  @Get('plain')
  plain() {
    return response();
  }

  @SkipThrottle()
  @Get('free-of-charge')
  skipped() {
    return response();
  }

  @Throttle({ default: { limit: 2, ttl: 3_600_000 } })
  @Get('dear')
  dear() {
    return response();
  }

  @Public()
  @Throttle({ default: { limit: 1, ttl: 3_600_000 } })
  @Get('open')
  open() {
    return response();
  }

  @SkipThrottle({ default: false })
  @UseGuards(ThrottlerGuard)
  @Get('twice')
  twice() {
    return response();
  }
}

describe('decorators of @nestjs/throttler', () => {
  let api: Awaited<ReturnType<typeof createBareApi>>;
  beforeAll(async () => {
    api = await createBareApi([ThrottledController]);
  });
  afterAll(() => api.stop());
  const rate = async (path: string) => (await api.get(path)).headers['ratelimit'];

  it('@SkipThrottle: consumes no token', async () => {
    const before = await rate('/limits/plain');
    expect(await rate('/limits/free-of-charge')).toBeUndefined();
    expect(before).toBe('"free";r=59;t=1');
    expect(await rate('/limits/plain')).toMatch('"free";r=58');
  });

  it('@Throttle: creates a bucket of the route per key, and leaves the bucket of the plan unchanged', async () => {
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await api.get('/limits/dear')).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    const rejected = await api.get('/limits/dear');
    expect(rejected.headers).toMatchObject({ 'retry-after': '1800', 'ratelimit-policy': '"route";q=2;w=3600' });
    expect(await rate('/limits/plain')).toMatch('"free"');
  });

  it('@Throttle on a public route: limits by client address', async () => {
    const statuses = [];
    for (let n = 0; n < 2; n += 1) statuses.push((await api.get('/limits/open')).statusCode);
    expect(statuses).toEqual([200, 429]);
  });

  it('ThrottlerGuard uses the same storage', async () => {
    const response = await api.get('/limits/twice');
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-ratelimit-remaining']).toBe('59');
  });
});
