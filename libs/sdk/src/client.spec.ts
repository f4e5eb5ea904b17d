import { bare, failureOf, page, problem, scripted } from '../test/scripted';
import { NotFoundError, RateLimitError, TimeoutError, UsageError } from './index';

const drop = (over: object = {}) => Response.json({ id: 'linea', ...over });

describe('a request', () => {
  it('requests JSON with the key as bearer token', async () => {
    const { client, urls, requests } = scripted([drop()]);
    await client.drops.get('linea');
    expect(urls).toEqual(['http://drops.test/v1/drops/linea']);
    expect(Object.fromEntries(new Headers(requests[0]!.headers))).toEqual({
      accept: 'application/json',
      authorization: 'Bearer dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc',
      'user-agent': expect.stringMatching(/^droptrack-sdk\/\d+\.\d+\.\d+ Node\.js\/\d+/),
    });
  });

  it.each([
    'http://drops.test',
    'http://drops.test/',
    'http://drops.test/v1',
    'http://drops.test/v1/',
    'HTTP://DROPS.test:80//',
  ])('has the same URL for the base %s', async (baseUrl) => {
    const { client, urls } = scripted([drop()], { baseUrl });
    await client.me();
    expect(urls).toEqual(['http://drops.test/v1/me']);
  });

  it('keeps the path of the base URL', async () => {
    const { client, urls } = scripted([drop()], { baseUrl: 'https://a.test/droptrack/v1' });
    await client.me();
    expect(urls).toEqual(['https://a.test/droptrack/v1/me']);
  });

  it('sends arrays as comma-separated lists and omits undefined', async () => {
    const { client, urls } = scripted([page([], null), page([], null)]);
    await client.drops.list({ status: ['live', 'tge'], sort: 'ev', limit: 5, q: 'a&b', chain: undefined as never });
    await client.calendar.list({ from: '2026-08-22' });
    expect(urls).toEqual([
      'http://drops.test/v1/drops?status=live%2Ctge&sort=ev&limit=5&q=a%26b',
      'http://drops.test/v1/calendar?from=2026-08-22',
    ]);
  });

  // An id from user input must not reach another resource.
  it('encodes an id, and rejects one that would change the path', async () => {
    const { client, urls } = scripted([drop()]);
    await client.drops.get('../me?x=1#y');
    expect(urls).toEqual(['http://drops.test/v1/drops/..%2Fme%3Fx%3D1%23y']);
    for (const id of ['', '.', '..', '\ud800']) {
      expect(await failureOf(client.drops.get(id))).toBeInstanceOf(UsageError);
    }
    expect(urls).toHaveLength(1);
  });

  it('has the headers of the client and of the call, but no other key', async () => {
    const { client, requests } = scripted([drop()], { headers: { 'x-a': '1', 'x-b': '1' } });
    await client.me({ headers: { 'X-B': '2', authorization: 'Bearer other' } });
    const headers = new Headers(requests[0]!.headers);
    expect([headers.get('x-a'), headers.get('x-b')]).toEqual(['1', '2']);
    expect(headers.get('authorization')).toMatch(/^Bearer dtk_/);
  });

  it('is not sent with an invalid header', async () => {
    const { client, urls } = scripted([drop()]);
    expect(await failureOf(client.me({ headers: { 'x-a': 'line\nend' } }))).toBeInstanceOf(UsageError);
    expect(urls).toEqual([]);
  });
});

describe('a response', () => {
  it('preserves members of a newer API', async () => {
    const { client } = scripted([drop({ status: 'paused', mood: { of: 'tomorrow' } })]);
    expect(await client.drops.get('linea')).toEqual({ id: 'linea', status: 'paused', mood: { of: 'tomorrow' } });
  });

  it('has status, headers, request id and rate limit with withResponse()', async () => {
    const headers = {
      'x-request-id': 'req_1',
      'ratelimit-policy': '"free";q=60;w=60',
      ratelimit: '"free";r=59;t=1',
      etag: 'W/"a"',
    };
    const { client } = scripted([Response.json({ id: 'linea' }, { headers })]);
    const response = await client.drops.get('linea').withResponse();
    expect(response).toMatchObject({
      data: { id: 'linea' },
      status: 200,
      requestId: 'req_1',
      rateLimit: { limit: 60, windowSeconds: 60, remaining: 59, resetSeconds: 1 },
    });
    expect(response.headers.get('etag')).toBe('W/"a"');
  });

  it('has null for a missing request id and rate limit', async () => {
    const response = await scripted([drop()]).client.me().withResponse();
    expect(response).toMatchObject({ requestId: null, rateLimit: null });
  });

  // Node ends the process on an unhandled rejection; Jest fails the test that caused it.
  it('rejects only once, however it is awaited', async () => {
    const gone = () => problem(404, { code: 'drop_not_found' });
    const { client } = scripted([gone(), gone(), gone(), gone()]);
    expect(await failureOf(client.drops.get('a').withResponse())).toBeInstanceOf(NotFoundError);
    expect(await failureOf(client.drops.list().withResponse())).toBeInstanceOf(NotFoundError);
    expect(await client.drops.get('a').catch(() => 'caught')).toBe('caught');
    expect(await failureOf(client.drops.get('a').finally(() => undefined))).toBeInstanceOf(NotFoundError);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
});

describe('a retry', () => {
  beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => jest.restoreAllMocks());

  it.each([408, 429, 500, 502, 503, 504])('follows status %i', async (status) => {
    const { client, waits, urls } = scripted([bare(status), bare(status), drop()]);
    expect(await client.drops.get('linea')).toEqual({ id: 'linea' });
    expect(waits).toEqual([500, 1_000]);
    expect(new Set(urls).size).toBe(1);
  });

  it.each([
    ...[400, 401, 403, 409, 410, 422].map((status) => [status, { status, code: 'unknown' }] as const),
    [404, { code: 'invalid_answer' }] as const,
  ])('does not follow status %i', async (status, expected) => {
    const { client, urls } = scripted([bare(status), drop()]);
    expect(await failureOf(client.drops.get('linea'))).toMatchObject(expected);
    expect(urls).toHaveLength(1);
  });

  it('waits for the delay of Retry-After', async () => {
    const { client, waits } = scripted([bare(429, { 'retry-after': '7' }), page([], null)]);
    await client.drops.list();
    expect(waits).toEqual([7_000]);
  });

  it('does not wait longer than a minute; the error contains the delay of Retry-After', async () => {
    const { client, waits } = scripted([bare(503, { 'retry-after': '61' }), drop()]);
    expect(await failureOf(client.me())).toMatchObject({ status: 503, retryAfterSeconds: 61 });
    expect(waits).toEqual([]);
  });

  it('follows a lost connection, also one lost in the middle of the body', async () => {
    const torn = new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
    const { client } = scripted([new TypeError('fetch failed'), new Response(torn), drop()]);
    expect(await client.drops.get('linea')).toEqual({ id: 'linea' });
  });

  it('throws the last error when the retries are exhausted', async () => {
    const limited = () => problem(429, { code: 'rate_limited', request_id: 'req_1' }, { 'retry-after': '1' });
    const { client, urls } = scripted([limited(), limited(), limited(), drop()]);
    const error = await failureOf(client.drops.get('linea'));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: 'rate_limited', requestId: 'req_1', retryAfterSeconds: 1 });
    expect(urls).toHaveLength(3);
  });

  it('does not happen with maxRetries 0', async () => {
    const { client, urls } = scripted([bare(500), drop()], { maxRetries: 0 });
    await failureOf(client.me());
    expect(urls).toHaveLength(1);
  });

  it('has a maximum per call, which wins over that of the client', async () => {
    const { client, urls } = scripted([bare(500), bare(500), bare(500), drop()], { maxRetries: 0 });
    expect(await client.drops.get('linea', {}, { maxRetries: 3 })).toEqual({ id: 'linea' });
    expect(await failureOf(client.me({ maxRetries: -1 }))).toBeInstanceOf(UsageError);
    expect(urls).toHaveLength(4);
  });

  it('throws an error with the host and the cause when no response arrived', async () => {
    const cause = new TypeError('fetch failed');
    const { client } = scripted([cause, cause, cause]);
    const error = await failureOf(client.me());
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'connection_failed', cause });
    expect(String(error)).toBe('ConnectionError: Could not connect to http://drops.test: fetch failed');
  });

  /** Nested error of the platform, the innermost cause last. */
  const nested = (...errors: { message: string; code?: string }[]) =>
    errors.reduceRight<Error | undefined>(
      (cause, { message, code }) => Object.assign(new TypeError(message, { cause }), code && { code }),
      undefined,
    );
  it.each([
    [
      [{ message: 'fetch failed' }, { message: 'getaddrinfo ENOTFOUND nope', code: 'ENOTFOUND' }],
      'Could not connect to http://drops.test: getaddrinfo ENOTFOUND nope',
    ],
    [
      [{ message: 'fetch failed' }, { message: '', code: 'ECONNREFUSED' }],
      'Could not connect to http://drops.test: ECONNREFUSED',
    ],
    [
      [{ message: 'fetch failed' }, { message: 'self-signed certificate', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
      'Could not connect to http://drops.test: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    [
      [{ message: 'terminated' }, { message: 'other side closed', code: 'UND_ERR_SOCKET' }],
      'Lost the connection to http://drops.test: other side closed (UND_ERR_SOCKET)',
    ],
    [[{ message: 'Load failed' }], 'Could not connect to http://drops.test: Load failed'],
  ])('reports the innermost reason: %j', async (errors, message) => {
    const { client } = scripted([nested(...errors)!], { maxRetries: 0 });
    expect(((await failureOf(client.me())) as Error).message).toBe(message);
  });

  describe('in a browser', () => {
    beforeEach(() => Object.assign(globalThis, { window: {}, document: {} }));
    afterEach(() => ['window', 'document'].forEach((name) => Reflect.deleteProperty(globalThis, name)));

    it.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
      'suggests CORS when the browser hides the reason: %s',
      async (message) => {
        const { client } = scripted([new TypeError(message)], { maxRetries: 0, dangerouslyAllowBrowser: true });
        const error = (await failureOf(client.me())) as Error;
        expect(error.message).toContain(`http://drops.test: ${message} (`);
        expect(error.message).toContain('add the origin of this page to CORS_ORIGINS of the API');
      },
    );

    it('reports a connection that was lost in the body', async () => {
      const torn = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) });
      const { client } = scripted([new Response(torn)], { maxRetries: 0, dangerouslyAllowBrowser: true });
      expect(((await failureOf(client.me())) as Error).message).toBe(
        'Lost the connection to http://drops.test: network error',
      );
    });
  });
});

describe('a timeout', () => {
  const never = () => new Promise<Response>(() => undefined);

  // It also ends a fetch that ignores its signal.
  it('applies to each attempt', async () => {
    const { client, requests } = scripted([never, drop()], { timeoutMs: 5 });
    expect(await client.drops.get('linea')).toEqual({ id: 'linea' });
    expect(requests[0]!.signal!.aborted).toBe(true);
    expect(requests[1]!.signal!.aborted).toBe(false);
  });

  it('covers the body, and can be set per call', async () => {
    const stuck = () => new Response(new ReadableStream());
    const { client } = scripted([stuck, stuck, stuck]);
    const error = await failureOf(client.me({ timeoutMs: 5 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ code: 'timed_out' });
  });

  it.each([0, -1, NaN, Infinity])('cannot be %p ms', async (timeoutMs) => {
    const { client, urls } = scripted([drop()]);
    expect(await failureOf(client.me({ timeoutMs }))).toBeInstanceOf(UsageError);
    expect(() => scripted([], { timeoutMs })).toThrow(UsageError);
    expect(urls).toEqual([]);
  });

  it.each([
    ['before the call', [], 0],
    ['in flight', [never], 1],
  ])('is preceded by an abort of the caller %s', async (_, turns, attempts) => {
    const controller = new AbortController();
    const { client, urls } = scripted(turns);
    if (attempts === 0) controller.abort('why');
    const call = client.me({ signal: controller.signal });
    setTimeout(() => controller.abort('why'), 1);
    expect(await failureOf(call)).toMatchObject({ name: 'AbortError', code: 'aborted', cause: 'why' });
    expect(urls).toHaveLength(attempts);
  });

  it('is preceded by an abort during the wait before a retry', async () => {
    const controller = new AbortController();
    const { client, urls } = scripted([bare(503, { 'retry-after': '30' }), drop()], { sleep: undefined });
    const call = client.me({ signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect(await failureOf(call)).toMatchObject({ code: 'aborted' });
    expect(urls).toHaveLength(1);
  });
});
