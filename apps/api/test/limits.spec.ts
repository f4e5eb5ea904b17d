import { Controller, Get, UseGuards } from '@nestjs/common';
import { SkipThrottle, Throttle, ThrottlerGuard } from '@nestjs/throttler';
import { generateApiKey } from '@droptrack/persistence';
import { AnswerAt } from '../src/platform/responses/response-writer';
import { Answer } from '../src/platform/responses/answer';
import { Public } from '../src/platform/auth/requires-plan.decorator';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { standInApi } from './stand-in';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const RATE_LIMIT = /^"[a-z]+";r=(\d+);t=(\d+)$/;

describe('the limit of a key', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { stopClock: true });
  });
  afterAll(() => api.stop());
  const ask = (key: string, url = '/v1/drops', headers = {}) =>
    api.inject({ method: 'GET', url, headers: { ...bearer(key), ...headers } });
  const left = (response: { headers: object }) =>
    Number(RATE_LIMIT.exec((response.headers as Record<string, string>)['ratelimit'] ?? '')?.[1]);

  it('lets 60 requests of the plan free pass at once; the next is told to wait a second, and then passes', async () => {
    const { secret } = await api.issueKey('free');
    const first = await ask(secret);
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"free";q=60;w=60', ratelimit: '"free";r=59;t=1' });
    const statuses = (await Promise.all(Array.from({ length: 59 }, () => ask(secret)))).map(
      ({ statusCode }) => statusCode,
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await ask(secret);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"free";q=60;w=60',
      ratelimit: '"free";r=0;t=1',
      'cache-control': 'no-store',
    });
    expect(refused.json()).toMatchObject({
      code: 'rate_limited',
      detail: 'The limit of 60 requests in 60 s is exceeded; try again in 1 s',
    });
    api.passTime(999);
    expect((await ask(secret)).statusCode).toBe(429);
    api.passTime(1);
    expect((await ask(secret)).statusCode).toBe(200);
  });

  it('is the figure of its plan, or of its own', async () => {
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

  it('is one for all routes, and everything that comes after it costs a token', async () => {
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
    expect(await costs('/v1/drops/nobody', 404)).toBe(55);
    expect(await costs('/v1/drops', 406, { accept: 'text/html' })).toBe(54);
    expect(await costs('/v1/me', 200)).toBe(53);
  });

  it('stands before the plan: what a plan may not use costs as well', async () => {
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

  it('is not touched by what no route takes, nor by routes without a key', async () => {
    const { secret } = await api.issueKey('free');
    for (const url of ['/nope', '/v1/openapi.json', '/healthz']) {
      expect((await ask(secret, url)).headers).not.toHaveProperty('ratelimit');
    }
    expect(left(await ask(secret))).toBe(59);
  });

  it('GET /v1/me tells what is left, and how late the data is', async () => {
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

describe('keys that do not work', () => {
  const CLIENT = '203.0.113.7';
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { trustedProxies: ['10.0.0.0/8'], stopClock: true });
  });
  afterAll(() => api.stop());
  const ask = (key: string, remoteAddress: string, headers = {}) =>
    api.inject({ method: 'GET', url: '/v1/drops', headers: { ...bearer(key), ...headers }, remoteAddress });
  /** Statuses of so many requests, one after the other, each with another key that does not exist. */
  const fail = async (times: number, address: string, headers = {}) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) statuses.push((await ask('dtk_wrong', address, headers)).statusCode);
    return statuses;
  };
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

  it('are refused with 429 beyond a hundred from one address, without fields about a limit', async () => {
    expect(await fail(110, CLIENT)).toEqual([...Array<number>(100).fill(401), ...Array<number>(10).fill(429)]);
    const refused = await ask('dtk_wrong', CLIENT);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers).not.toHaveProperty('ratelimit');
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
  });

  it('cost no look-up then, and do not lock out a key that works', async () => {
    await fail(105, '203.0.113.8');
    const { secret } = await api.issueKey('pro');
    await api.keysSeen();
    expect((await ask(secret, '203.0.113.9')).statusCode).toBe(200);
    const before = api.keyLookUps();
    expect((await ask(generateApiKey(), '203.0.113.8')).statusCode).toBe(429);
    expect(api.keyLookUps()).toBe(before);
    expect((await ask(secret, '203.0.113.8')).statusCode).toBe(200);
  });

  it('count for the /64 of an IPv6 address', async () => {
    await fail(100, '2001:db8::1');
    expect(await fail(2, '2001:db8::ffff:2')).toEqual([429, 429]);
    expect(await fail(1, '2001:db8:0:1::1')).toEqual([401]);
  });

  it('are not counted from this machine', async () => {
    expect(count(await fail(150, '127.0.0.1'), 401)).toBe(150);
  });

  it('count for the client that a trusted proxy names, and for nobody whom another names', async () => {
    await fail(105, '10.1.2.3', { 'x-forwarded-for': '198.51.100.1' });
    expect(await fail(1, '10.1.2.3', { 'x-forwarded-for': '198.51.100.2' })).toEqual([401]);
    expect(await fail(1, '10.9.9.9', { 'x-forwarded-for': '1.2.3.4, 198.51.100.1' })).toEqual([429]);
    expect(await fail(1, '192.0.2.1', { 'x-forwarded-for': '198.51.100.1' })).toEqual([401]);
  });
});

const answer = () => new AnswerAt(new Answer('{}', false), Date.now());

@Controller('limits')
class ThrottledController {
  @Get('plain')
  plain() {
    return answer();
  }

  @SkipThrottle()
  @Get('free-of-charge')
  skipped() {
    return answer();
  }

  @Throttle({ default: { limit: 2, ttl: 3_600_000 } })
  @Get('dear')
  dear() {
    return answer();
  }

  @Public()
  @Throttle({ default: { limit: 1, ttl: 3_600_000 } })
  @Get('open')
  open() {
    return answer();
  }

  @SkipThrottle({ default: false })
  @UseGuards(ThrottlerGuard)
  @Get('twice')
  twice() {
    return answer();
  }
}

describe("the library's decorators", () => {
  let api: Awaited<ReturnType<typeof standInApi>>;
  beforeAll(async () => {
    api = await standInApi([ThrottledController]);
  });
  afterAll(() => api.stop());
  const rate = async (path: string) => (await api.get(path)).headers['ratelimit'];

  it('@SkipThrottle: costs nothing', async () => {
    const before = await rate('/limits/plain');
    expect(await rate('/limits/free-of-charge')).toBeUndefined();
    expect(before).toBe('"free";r=59;t=1');
    expect(await rate('/limits/plain')).toMatch('"free";r=58');
  });

  it('@Throttle: a bucket of the route’s own, for each key, beside which the plan’s is left alone', async () => {
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await api.get('/limits/dear')).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await api.get('/limits/dear');
    expect(refused.headers).toMatchObject({ 'retry-after': '1800', 'ratelimit-policy': '"route";q=2;w=3600' });
    expect(await rate('/limits/plain')).toMatch('"free"');
  });

  it('@Throttle on a route without a key: by address', async () => {
    const statuses = [];
    for (let n = 0; n < 2; n += 1) statuses.push((await api.get('/limits/open')).statusCode);
    expect(statuses).toEqual([200, 429]);
  });

  it("the library's own guard draws from the same kind of bucket", async () => {
    const response = await api.get('/limits/twice');
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-ratelimit-remaining']).toBe('59');
  });
});
