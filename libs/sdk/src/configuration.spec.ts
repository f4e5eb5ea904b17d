import { API_KEY, bare, failureOf, page, scripted } from '../test/scripted';
import { Droptrack, UsageError } from './index';

/** The SDK is compiled without the types of Node. */
const { env } = jest.requireActual<{ env: Record<string, string | undefined> }>('node:process');
const VARIABLES = ['DROPTRACK_API_KEY', 'DROPTRACK_BASE_URL', 'DROPTRACK_LOG'];
const clear = () => VARIABLES.forEach((name) => Reflect.deleteProperty(env, name));
beforeEach(clear);
afterEach(clear);

const recorder = () => {
  const lines: string[] = [];
  const write = (level: string) => (line: string) => void lines.push(`${level} ${line}`);
  return { lines, logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') } };
};

describe('the environment', () => {
  it('has the key and the URL of a client without options', async () => {
    env['DROPTRACK_API_KEY'] = API_KEY;
    env['DROPTRACK_BASE_URL'] = ' http://env.test/v1\n';
    const { client, urls, requests } = scripted([page([], null)], { apiKey: undefined, baseUrl: undefined });
    await client.drops.list();
    expect(urls).toEqual(['http://env.test/v1/drops']);
    expect(new Headers(requests[0]!.headers).get('authorization')).toBe(`Bearer ${API_KEY}`);
    expect(() => new Droptrack()).not.toThrow();
  });

  it('does not replace an option', async () => {
    env['DROPTRACK_API_KEY'] = 'dtk_other';
    env['DROPTRACK_BASE_URL'] = 'http://env.test';
    const { client, urls, requests } = scripted([page([], null)]);
    await client.drops.list();
    expect(urls).toEqual(['http://drops.test/v1/drops']);
    expect(new Headers(requests[0]!.headers).get('authorization')).toBe(`Bearer ${API_KEY}`);
  });

  // A server that passes the key of a visitor must not send its own instead.
  it('does not replace an empty option', () => {
    env['DROPTRACK_API_KEY'] = API_KEY;
    env['DROPTRACK_BASE_URL'] = 'http://env.test';
    expect(() => new Droptrack({ apiKey: '' })).toThrow(/apiKey is missing/);
    expect(() => new Droptrack({ baseUrl: '' })).toThrow(/baseUrl is missing/);
  });

  it('counts as absent when it is empty: the error names the variable', () => {
    env['DROPTRACK_API_KEY'] = ' ';
    expect(() => new Droptrack()).toThrow(
      new UsageError('apiKey is missing; pass the key that starts with dtk_, or set DROPTRACK_API_KEY'),
    );
    expect(() => new Droptrack({ apiKey: API_KEY })).toThrow(/DROPTRACK_BASE_URL/);
  });

  // Deno without --allow-env throws; browsers and workers have no process.
  it.each([
    [
      'denies access',
      {
        get env() {
          throw new Error('NotCapable');
        },
      },
    ],
    ['does not exist', undefined],
  ])('can be one that %s', (_, value) => {
    const given = Object.getOwnPropertyDescriptor(globalThis, 'process')!;
    Object.defineProperty(globalThis, 'process', { value, configurable: true });
    try {
      expect(() => new Droptrack({ apiKey: API_KEY })).toThrow(/baseUrl is missing/);
      expect(() => scripted([])).not.toThrow();
    } finally {
      Object.defineProperty(globalThis, 'process', given);
    }
  });
});

describe('the User-Agent', () => {
  const sent = async (options: object) => {
    const { client, requests } = scripted([page([], null)], options);
    await client.drops.list();
    return new Headers(requests[0]!.headers).get('user-agent');
  };

  it('can be replaced', async () => {
    expect(await sent({ headers: { 'User-Agent': 'my-app/1' } })).toBe('my-app/1');
  });

  // A header that is not permitted by the API would make a browser block the request (CORS).
  it('is that of the browser in a browser', async () => {
    Object.assign(globalThis, { window: {}, document: {} });
    try {
      expect(await sent({ dangerouslyAllowBrowser: true })).toBeNull();
    } finally {
      ['window', 'document'].forEach((name) => Reflect.deleteProperty(globalThis, name));
    }
  });
});

describe('the log', () => {
  beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => jest.restoreAllMocks());
  const turns = () => [bare(503, { 'x-request-id': 'req_1' }), new TypeError('fetch failed'), page([], null)];
  const linesOf = async (options: object) => {
    const { lines, logger } = recorder();
    await scripted(turns(), { logger, ...options }).client.drops.list({ q: 'secret plan' });
    return lines.map((line) => line.replace(/in \d+ ms/, 'in 0 ms'));
  };
  const retries = [
    'info droptrack: GET /v1/drops: retry in 0.5 s after 503 (req_1)',
    'info droptrack: GET /v1/drops: retry in 1.0 s after Could not connect to http://drops.test: fetch failed',
  ];

  it('has every attempt and response with the level debug, without the query', async () => {
    expect(await linesOf({ logLevel: 'debug' })).toEqual([
      'debug droptrack: GET /v1/drops: attempt 1',
      'debug droptrack: GET /v1/drops: 503 in 0 ms (req_1)',
      retries[0],
      'debug droptrack: GET /v1/drops: attempt 2',
      retries[1],
      'debug droptrack: GET /v1/drops: attempt 3',
      'debug droptrack: GET /v1/drops: 200 in 0 ms',
    ]);
  });

  it('has the retries with the level info, of the option or of DROPTRACK_LOG', async () => {
    expect(await linesOf({ logLevel: 'info' })).toEqual(retries);
    env['DROPTRACK_LOG'] = 'INFO';
    expect(await linesOf({})).toEqual(retries);
    expect(await linesOf({ logLevel: 'off' })).toEqual([]);
  });

  it('is empty by default, and the console by default', async () => {
    expect(await linesOf({})).toEqual([]);
    const info = jest.spyOn(console, 'info').mockReturnValue();
    await scripted(turns(), { logLevel: 'info' }).client.drops.list();
    expect(info).toHaveBeenCalledTimes(2);
  });

  it('has the default level for an unknown DROPTRACK_LOG; an unknown option is an error', async () => {
    env['DROPTRACK_LOG'] = 'verbose';
    expect(await linesOf({})).toEqual([]);
    expect(() => scripted([], { logLevel: 'verbose' as never })).toThrow(UsageError);
  });

  it('does not affect a call when the logger throws', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    const logger = { debug: broken, info: broken, warn: broken, error: broken };
    const { client } = scripted([page(['a'], null)], { logger, logLevel: 'debug' });
    expect((await client.drops.list()).data).toEqual([{ id: 'a' }]);
  });

  it('has what a failing call did', async () => {
    const { lines, logger } = recorder();
    await failureOf(scripted([bare(404, { 'x-request-id': 'req_9' })], { logger, logLevel: 'debug' }).client.me());
    expect(lines.at(-1)).toMatch(/GET \/v1\/me: 404 in \d+ ms \(req_9\)/);
  });
});
