import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { FREE_KEY, createBareApi } from './bare-api';

/** Every kind of response: pages, files, the document, data, rejections at every stage, and none with a body. */
const RESPONSES: readonly [string, string, 'GET' | 'OPTIONS' | 'POST', string][] = [
  ['a page', '/docs', 'GET', ''],
  ['a file', '/docs/reference.css', 'GET', ''],
  ['the document', '/v1/openapi.json', 'GET', ''],
  ['a problem page', '/problems/invalid-cursor', 'GET', ''],
  ['a redirect', '/', 'GET', ''],
  ['data', '/v1/drops', 'GET', FREE_KEY],
  ['data of the caller', '/v1/me', 'GET', FREE_KEY],
  ['health', '/healthz', 'GET', ''],
  ['401', '/v1/drops', 'GET', ''],
  ['404', '/nope', 'GET', ''],
  ['a path that cannot be decoded', '/v1/drops/%zz', 'GET', ''],
  ['405', '/v1/drops', 'POST', ''],
  ['methods', '/v1/drops', 'OPTIONS', ''],
];
const FILES = ['/docs', '/docs/drops', '/docs/reference.css', '/v1/openapi.json', '/problems'];

describe('pages and files', () => {
  let api: Awaited<ReturnType<typeof createBareApi>>;
  beforeAll(async () => {
    api = await createBareApi([]);
  });
  afterAll(() => api.stop());
  const get = (url: string, headers: Record<string, string> = {}) => api.server.inject({ url, headers });

  it.each(RESPONSES)(
    'have headers against content sniffing, scripts, framing and referrers: %s',
    async (_, url, method, key) => {
      const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
      const response = await api.server.inject({ url, method, headers });
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'(;.*)?; frame-ancestors 'none'$/,
        ) as string,
      });
    },
  );

  it.each(['/docs', '/docs/drops', '/problems', '/problems/invalid-cursor'])(
    'permit styles and pictures of the same origin, and nothing else: %s',
    async (url) => {
      expect((await get(url)).headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    },
  );

  // Pages need no key; an unhandled error would end the process.
  it('are sent uncompressed if compression fails, and compressed to the next client', async () => {
    const fail = ((_body: Buffer, _options: object, done: (error: Error) => void) =>
      setImmediate(() => done(new Error('no memory')))) as unknown as typeof zlib.brotliCompress;
    const failing = jest.spyOn(zlib, 'brotliCompress').mockImplementationOnce(fail);
    const plain = await get('/problems');
    const [first, second] = [
      await get('/problems', { 'accept-encoding': 'br' }),
      await get('/problems', { 'accept-encoding': 'br' }),
    ];
    failing.mockRestore();
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, undefined]);
    expect(first.rawPayload.equals(plain.rawPayload)).toBe(true);
    expect(second.headers['content-encoding']).toBe('br');
  });

  it.each(FILES)('support compression and conditional requests: %s', async (url) => {
    const plain = await get(url);
    const [br, gzip] = [await get(url, { 'accept-encoding': 'br' }), await get(url, { 'accept-encoding': 'gzip' })];
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(
      plain.rawPayload.length > 1024 ? ['br', 'gzip'] : [undefined, undefined],
    );
    if (plain.rawPayload.length > 1024) {
      expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
    expect(br.headers).toMatchObject({ vary: 'Accept-Encoding', etag: plain.headers['etag'] });
    const again = await get(url, { 'if-none-match': String(plain.headers['etag']) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect(again.headers['cache-control']).toBe(plain.headers['cache-control']);
  });

  it('include a document with a relative server URL', async () => {
    expect((await get('/v1/openapi.json')).json()).toMatchObject({ servers: [{ url: '/' }] });
  });
});
