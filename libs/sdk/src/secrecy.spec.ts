import { API_KEY, failureOf, problem, scripted } from '../test/scripted';
import { Droptrack, ResponseCache, UsageError } from './index';

/** Loaded without its types: the SDK is compiled without the types of Node. */
const { inspect } = jest.requireActual<{ inspect(value: unknown, options?: object): string }>('node:util');
const depths = { depth: null, showHidden: true, getters: true };

const build = (options: object) => () => new Droptrack({ apiKey: API_KEY, baseUrl: 'http://drops.test', ...options });

describe('the API key', () => {
  it('does not appear in logs and JSON of a client, its calls and its pages', async () => {
    const { client } = scripted([Response.json({ data: [], next_cursor: 'c1' }), Response.json({ plan: 'free' })]);
    const call = client.drops.list();
    for (const value of [client, client.drops, call, await call, await client.me().withResponse()]) {
      expect(inspect(value, depths) + JSON.stringify(value)).not.toContain(API_KEY);
    }
    expect(`${client}`).not.toContain(API_KEY);
    expect({ ...client }).not.toHaveProperty('apiKey');
    expect(inspect(structuredClone(client), depths)).not.toContain(API_KEY);
  });

  // Proxies and debug pages echo requests.
  it('does not appear in errors, even when the response echoes it', async () => {
    const echo = () => problem(502, { detail: `bad: Bearer ${API_KEY}`, code: API_KEY, errors: [{ detail: API_KEY }] });
    const { client } = scripted([
      echo(),
      echo(),
      echo(),
      new TypeError('lost'),
      new TypeError('lost'),
      new TypeError('lost'),
    ]);
    for (const error of [await failureOf(client.me()), await failureOf(client.me())]) {
      expect(inspect(error, depths) + String((error as Error).stack)).not.toContain(API_KEY);
    }
  });

  // The errors of some libraries contain the whole request.
  it('does not appear in causes, whatever a fetch adds to its errors', async () => {
    const leakingFetch = (_: string, init: RequestInit) => {
      const inner = Object.assign(new TypeError(`failed ${API_KEY}`), { code: 'ECONNREFUSED', headers: init.headers });
      const error = new Error(`sent ${JSON.stringify([...new Headers(init.headers)])}`, { cause: inner });
      throw Object.assign(error, { config: { headers: init.headers }, request: new Request('http://a.test', init) });
    };
    const { client } = scripted([], { fetch: async (url, init) => leakingFetch(url, init), maxRetries: 0 });
    const error = await failureOf(client.me());
    expect(inspect(error, depths) + String((error as Error).stack)).not.toContain(API_KEY);
    const cause = { message: expect.stringContaining('[API key]'), cause: { name: 'TypeError', code: 'ECONNREFUSED' } };
    expect(error).toMatchObject({ code: 'connection_failed', cause });
  });

  it.each([`thrown ${API_KEY}`, { toString: () => API_KEY }, null, undefined])(
    'does not appear in a cause that is not an error: %p',
    async (thrown) => {
      const { client } = scripted([], { fetch: () => Promise.reject(thrown), maxRetries: 0 });
      const error = await failureOf(client.me());
      expect(inspect(error, depths)).not.toContain(API_KEY);
      expect(error).toMatchObject({ code: 'connection_failed' });
    },
  );

  it('does not appear in messages about a response and in request ids', async () => {
    const responseHeaders = {
      location: `https://a.test/?${API_KEY}`,
      'content-type': API_KEY,
      'x-request-id': API_KEY,
    };
    const { client } = scripted([
      new Response('', { status: 302, headers: responseHeaders }),
      new Response(API_KEY, { headers: responseHeaders }),
      new Response(API_KEY, { status: 404, headers: responseHeaders }),
    ]);
    for (let call = 0; call < 3; call += 1) {
      expect(inspect(await failureOf(client.me()), depths)).not.toContain(API_KEY);
    }
  });

  // Hooks are for metrics and traces, which are stored.
  it('does not appear in lines of the log and in hooks, nor do wallets, their prefixes and other tokens', async () => {
    const seen: unknown[] = [];
    const see = (...given: unknown[]) => void seen.push(...given);
    const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    const token = 'dtf_Q1w2E3r4T5y6U7i8O9p0A1s2D3f4G567hJkL';
    const leak = `${API_KEY} ${wallet} ${token}`;
    // A `fetch` may quote the URL that it was given.
    const lost = new TypeError(`${leak} /range/d8d`, { cause: new TypeError(leak) });
    const echo = () => new Response(leak, { status: 503, headers: { 'x-request-id': API_KEY } });
    const { client } = scripted([echo(), lost, ...Array.from({ length: 9 }, echo)], {
      ...{ onRequest: see, onResponse: see, onRetry: see, logLevel: 'debug' },
      logger: { debug: see, info: see, warn: see, error: see },
      cache: new ResponseCache(),
    });
    await failureOf(client.eligibility.check({ wallet, drop: 'linea' }));
    await failureOf(client.eligibility.range('linea', 'd8d', { proofs: true }));
    await failureOf(client.request('GET', `/v1/wallets/${wallet}/${API_KEY}/${token}.ics`, { query: { wallet } }));
    const text = inspect(seen, depths);
    expect(text).toContain('/v1/drops/linea/allocations/range/…');
    expect(text).toContain('/v1/wallets/…/[API key]/dtf_….ics');
    for (const secret of [API_KEY, wallet, wallet.slice(2), token, 'd8d']) expect(text).not.toContain(secret);
  });

  it('does not appear in the log when a hook throws it', async () => {
    const lines: string[] = [];
    const error = (line: string) => void lines.push(line);
    const hook = () => {
      throw new Error(`${API_KEY} 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045`);
    };
    const logger = { debug: error, info: error, warn: error, error };
    await scripted([Response.json({})], { onRequest: hook, logger }).client.me();
    expect(lines).toEqual(['droptrack: GET /v1/me: onRequest threw Error: [API key] …']);
  });

  it('does not appear in a cache', async () => {
    const cache = new ResponseCache();
    const { client } = scripted([Response.json({}, { headers: { etag: '"1"' } })], { cache });
    await client.me();
    expect(inspect(cache, depths) + JSON.stringify(cache)).not.toContain(API_KEY);
  });

  // The value may be another secret, or this key in another header. The platform's error quotes the value.
  it.each([
    [{ 'x-api-key': `${API_KEY}\n x` }, '"x-api-key"'],
    [{ 'x-other-key': 'hunter2\n x' }, '"x-other-key"'],
    [{ [`${API_KEY} x`]: 'hunter2' }, '[API key]'],
  ])('does not appear in the error for an invalid header, nor does the value: %#', async (headers, named) => {
    const { client } = scripted([]);
    const make = async () => scripted([], { headers }).client;
    for (const error of [await failureOf(client.me({ headers })), await failureOf(make())]) {
      expect(error).toBeInstanceOf(UsageError);
      expect((error as Error).message).toContain(named);
      expect(inspect(error, depths)).not.toContain(API_KEY);
      expect(inspect(error, depths)).not.toContain('hunter2');
    }
  });

  it.each(['', ' ', '\n', undefined, null, 7])('is required: %p is rejected', (apiKey) => {
    expect(build({ apiKey })).toThrow(UsageError);
    expect(build({ apiKey })).toThrow(/apiKey is missing/);
  });

  // Such as a key that was read from a file with its line break. The platform's message would contain the key.
  it.each([`${API_KEY}\n`, ` ${API_KEY}`, `${API_KEY}\u00e9`, `"${API_KEY}"`])(
    'is rejected with invalid characters, without appearing in the message',
    (apiKey) => {
      expect(build({ apiKey })).toThrow(/invalid characters/);
      expect(build({ apiKey })).not.toThrow(API_KEY);
    },
  );

  it('is rejected in a browser by default', () => {
    const page = { window: {}, document: {} };
    Object.assign(globalThis, page);
    try {
      expect(build({})).toThrow(/browser/);
      expect(build({ dangerouslyAllowBrowser: true })).not.toThrow();
    } finally {
      for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
    }
    expect(build({})).not.toThrow();
  });

  it('is rejected in a web worker by default', () => {
    Object.assign(globalThis, { importScripts: () => undefined });
    try {
      expect(build({})).toThrow(/browser/);
    } finally {
      Reflect.deleteProperty(globalThis, 'importScripts');
    }
  });
});

describe('other options', () => {
  it('are reported by name when they are missing', () => {
    expect(() => new Droptrack(undefined as never)).toThrow(UsageError);
  });

  it.each([
    { baseUrl: '' },
    { baseUrl: 'drops.test' },
    { baseUrl: 'ftp://drops.test' },
    { baseUrl: 'http://user:secret@drops.test' },
    { baseUrl: 'http://drops.test/?a=1' },
    { baseUrl: 'http://drops.test/#a' },
    { baseUrl: undefined },
    { maxRetries: -1 },
    { maxRetries: 1.5 },
    { maxRetries: NaN },
  ])('are rejected when they are invalid: %j', (options) => {
    expect(build(options)).toThrow(UsageError);
    expect(build(options)).not.toThrow('secret');
  });
});
