import { ResponseCache, STALE_HEADER } from './response-cache';

const URL_A = 'http://api.test/v1/drops';
const key = (name: string) => ({ headers: { authorization: `Bearer ${name}` } });
const ok = (body: string, etag = '"1"', asOf = '2026-11-23T12:00:00.000Z') =>
  new Response(body, { headers: { etag, 'x-data-as-of': asOf, 'content-type': 'application/json' } });

/** A cache over a scripted API and a clock. */
function scripted(...answers: (Response | Error | (() => Promise<Response>))[]) {
  const clock = { ms: 0 };
  const sent: { url: string; etag: string | null; method: string }[] = [];
  const limits: number[] = [];
  const cache = new ResponseCache(
    async (url, init) => {
      sent.push({ url, etag: new Headers(init.headers).get('if-none-match'), method: init.method ?? 'GET' });
      const answer = answers.shift() ?? new Error('no scripted response left');
      if (answer instanceof Error || answer instanceof DOMException) throw answer;
      return typeof answer === 'function' ? answer() : answer;
    },
    {
      nowMs: () => clock.ms,
      timeout: (ms) => {
        limits.push(ms);
        return new AbortController().signal;
      },
      charactersMax: 1_000,
    },
  );
  const get = async (url = URL_A, name = 'a') => {
    const response = await cache.fetch(url, key(name));
    const { headers, status } = response;
    return {
      text: await response.text(),
      status,
      stale: headers.get(STALE_HEADER),
      asOf: headers.get('x-data-as-of'),
    };
  };
  return { cache, clock, sent, limits, get };
}

describe('ResponseCache', () => {
  it('returns a fresh response without a request', async () => {
    const { get, clock, sent } = scripted(ok('one'));
    await get();
    clock.ms = 4_999;
    expect(await get()).toMatchObject({ text: 'one', stale: null });
    expect(sent).toHaveLength(1);
  });

  it('confirms an older response by its entity tag, and takes the instant of the confirmation', async () => {
    const later = '2026-11-23T12:00:05.000Z';
    const { get, clock, sent } = scripted(
      ok('one', '"abc"'),
      new Response(null, { status: 304, headers: { 'x-data-as-of': later } }),
    );
    await get();
    clock.ms = 5_000;
    expect(await get()).toMatchObject({ text: 'one', stale: null, asOf: later });
    expect(sent.map(({ etag }) => etag)).toEqual([null, '"abc"']);
  });

  it('replaces a response that has changed', async () => {
    const { get, clock } = scripted(ok('one'), ok('two', '"2"'));
    await get();
    clock.ms = 5_000;
    expect((await get()).text).toBe('two');
    expect((await get()).text).toBe('two');
  });

  it.each([
    ['does not respond', new TypeError('fetch failed'), 'outage 3'],
    ['exceeds the time limit', new DOMException('', 'TimeoutError'), 'outage 3'],
    ['returns a server error', new Response('', { status: 502 }), 'trouble 3'],
    ['has reached its limit', new Response('', { status: 429, headers: { 'retry-after': '7' } }), 'limit 7'],
  ])('returns the earlier response, marked with the reason, when the API %s', async (_, failure, stale) => {
    const { get, clock, limits } = scripted(ok('one'), failure as Response);
    await get();
    clock.ms = 5_000;
    expect(await get()).toMatchObject({ text: 'one', stale, asOf: '2026-11-23T12:00:00.000Z' });
    // The time limit of the SDK is 4 s: this one must be shorter for the earlier response to be returned at all.
    expect(limits.every((ms) => ms < 4_000)).toBe(true);
  });

  it('does not wait for a failing API on each page, and notices that it is back', async () => {
    const { get, clock, sent } = scripted(ok('one'), new TypeError('fetch failed'), ok('two'));
    await get();
    clock.ms = 5_000;
    await get();
    clock.ms = 6_999;
    expect(await get()).toMatchObject({ text: 'one', stale: 'outage 2' });
    clock.ms = 7_999;
    expect(await get()).toMatchObject({ text: 'one', stale: 'outage 1' });
    expect(sent).toHaveLength(2);
    clock.ms = 8_000;
    expect(await get()).toMatchObject({ text: 'two', stale: null });
  });

  it.each([
    [429, '10', 10_000],
    [503, '10', 10_000],
    [429, '86400', 60_000],
    [429, '0', 3_000],
    [429, 'Mon, 23 Nov 2026 12:00:00 GMT', 3_000],
  ])('waits after a %i as long as Retry-After %s asks, from 3 to 60 seconds', async (status, retryAfter, waitMs) => {
    const limited = new Response('', { status, headers: { 'retry-after': retryAfter } });
    const { get, clock, sent } = scripted(ok('one'), limited, ok('two'));
    await get();
    clock.ms = 5_000;
    await get();
    clock.ms = 5_000 + waitMs - 1;
    expect(await get()).toMatchObject({ text: 'one', stale: `${status === 429 ? 'limit' : 'trouble'} 1` });
    expect(sent).toHaveLength(2);
    clock.ms = 5_000 + waitMs;
    expect(await get()).toMatchObject({ text: 'two', stale: null });
  });

  it('does not return a response older than an hour when the API fails', async () => {
    const { get, clock } = scripted(ok('one'), new TypeError('fetch failed'));
    await get();
    clock.ms = 3_600_000;
    await expect(get()).rejects.toThrow('fetch failed');
  });

  it('passes on a rejection of the API, which is no outage', async () => {
    const { get, clock } = scripted(ok('one'), new Response('gone', { status: 404 }));
    await get();
    clock.ms = 5_000;
    expect(await get()).toMatchObject({ text: 'gone', status: 404, stale: null });
  });

  it('shares one request among concurrent callers', async () => {
    let respond: (response: Response) => void = () => undefined;
    const { get, sent } = scripted(() => new Promise((resolve) => (respond = resolve)));
    const results = [get(), get(), get()];
    await new Promise(setImmediate);
    respond(ok('one'));
    expect((await Promise.all(results)).map(({ text }) => text)).toEqual(['one', 'one', 'one']);
    expect(sent).toHaveLength(1);
  });

  it('shares an error response as well, each with a body of its own', async () => {
    const { get } = scripted(new Response('busy', { status: 429 }));
    expect(await Promise.all([get(), get()])).toMatchObject([{ text: 'busy' }, { text: 'busy' }]);
  });

  it('keeps the responses of two keys apart', async () => {
    const { get } = scripted(ok('of a'), ok('of b'));
    expect((await get(URL_A, 'a')).text).toBe('of a');
    expect((await get(URL_A, 'b')).text).toBe('of b');
  });

  it('stores no response that must not be stored, and none of another method', async () => {
    const unstored = () => new Response('secret', { headers: { 'cache-control': 'private, no-store' } });
    const { cache, get, sent } = scripted(unstored(), unstored(), ok('posted'), ok('posted'));
    await get();
    await get();
    for (let n = 0; n < 2; n += 1) await cache.fetch(URL_A, { method: 'POST', body: '{"wallet":"0x1"}', ...key('a') });
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'POST']);
  });

  it('discards the least recently used response beyond its bound', async () => {
    const { get, sent } = scripted(ok('x'.repeat(500)), ok('y'.repeat(500)), ok('z'));
    await get(`${URL_A}/1`);
    await get(`${URL_A}/2`);
    await get(`${URL_A}/1`);
    expect(sent).toHaveLength(3);
  });
});
