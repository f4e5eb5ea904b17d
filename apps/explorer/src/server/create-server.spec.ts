import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { FORM, plan, problem, siteOf, WALLET } from './testing';

describe('pages from the cache', () => {
  it('renders a page once in five seconds', async () => {
    let rendered = 0;
    const { app, clock } = siteOf(() => Promise.resolve({ title: '', content: `n${++rendered}` }));
    const get = async (): Promise<string> => (await app.inject('/?sort=ev')).body;
    expect(await get()).toContain('n1');
    clock.ms = 4_999;
    expect(await get()).toContain('n1');
    clock.ms = 5_000;
    expect(await get()).toContain('n2');
    expect((await app.inject('/?sort=hype')).body).toContain('n3');
  });

  it('renders a page once for concurrent visitors', async () => {
    let rendered = 0;
    const { app } = siteOf(async () => {
      await new Promise(setImmediate);
      return { title: '', content: `n${++rendered}` };
    });
    const bodies = await Promise.all([1, 2, 3].map(async () => (await app.inject('/')).body));
    expect(new Set(bodies).size).toBe(1);
  });

  it('confirms a page by its entity tag', async () => {
    const { app } = siteOf();
    const { headers, body } = await app.inject('/');
    expect(headers).toMatchObject({ 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
    const etag = String(headers.etag);
    const again = await app.inject({ url: '/', headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect((await app.inject({ url: '/', headers: { 'if-none-match': '"other"' } })).body).toBe(body);
    // Proxies may send the tag without its weakness.
    const strong = await app.inject({ url: '/', headers: { 'if-none-match': etag.replace('W/', '') } });
    expect(strong.statusCode).toBe(304);
  });

  it('compresses a page as the visitor accepts it', async () => {
    const { app } = siteOf();
    const { body } = await app.inject('/');
    const get = (accepted: string) => app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
    const br = await get('gzip, deflate, br');
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', body]);
    const gzip = await get('gzip, br;q=0');
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', body]);
    expect((await get('br;q=0, identity')).body).toBe(body);
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    const { app } = siteOf();
    const [get, head] = [await app.inject('/'), await app.inject({ method: 'HEAD', url: '/' })];
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', get.headers.etag]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('never stores the result of a form', async () => {
    const { app } = siteOf(({ form }) => Promise.resolve({ title: '', content: form?.get('wallet') ?? 'empty form' }));
    const posted = await app.inject({ method: 'POST', url: '/check', headers: FORM, payload: `wallet=${WALLET}` });
    expect(posted.body).toContain(WALLET);
    expect(posted.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(posted.headers.etag).toBeUndefined();
    expect((await app.inject('/check')).body).toContain('empty form');
  });

  it('shows the earlier state with its instant while the API does not respond, and stores no such page', async () => {
    let isDown = false;
    const { app, clock } = siteOf(undefined, () =>
      isDown ? new TypeError('fetch failed') : plan(`plan at ${clock.ms}`),
    );
    await app.inject('/');
    isDown = true;
    clock.ms = 5_000;
    const stale = await app.inject('/');
    expect(stale.statusCode).toBe(200);
    expect(stale.headers['cache-control']).toBe('no-store');
    expect(stale.body).toContain('plan at 0');
    expect(stale.body).toContain('The API does not respond. This page shows the state of Nov 23, 2026, 11:59 UTC');
    isDown = false;
    clock.ms = 8_000;
    expect((await app.inject('/')).body).toContain('plan at 8000');
  });
});

it('shows the earlier state at the limit of its key, and when to try again', async () => {
  let isLimited = false;
  const { app, clock } = siteOf(undefined, () =>
    isLimited ? problem(429, 'rate_limited', { 'retry-after': '12' }) : plan('the plan'),
  );
  await app.inject('/');
  isLimited = true;
  clock.ms = 5_000;
  const stale = await app.inject('/');
  expect(stale.statusCode).toBe(200);
  expect(stale.body).toContain('This site has reached the limit of its API key. This page shows the state of');
  expect(stale.body).toContain('Reload it in 12 seconds to try again.');
  expect(stale.body).not.toContain('does not respond');
});

describe('limits of visitors', () => {
  const limits = { pagesPerMinute: 2, checksPerMinute: 1 };
  const from = (remoteAddress: string) => ({ url: '/', remoteAddress });

  it('states when to come again, and counts each network by itself', async () => {
    const { app, clock } = siteOf(undefined, undefined, { limits });
    await app.inject(from('203.0.113.7'));
    await app.inject(from('203.0.113.7'));
    const limited = await app.inject(from('203.0.113.7'));
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '30']);
    expect(limited.headers['cache-control']).toBe('no-store');
    expect(limited.body).toContain('Try again in 30 seconds');
    expect((await app.inject(from('203.0.113.8'))).statusCode).toBe(200);
    clock.ms = 30_000;
    expect((await app.inject(from('203.0.113.7'))).statusCode).toBe(200);
  });

  it('limits wallet checks apart from pages', async () => {
    const { app } = siteOf(undefined, undefined, { limits });
    const check = () =>
      app.inject({ method: 'POST', url: '/check', headers: FORM, payload: '', remoteAddress: '203.0.113.7' });
    expect([(await check()).statusCode, (await check()).statusCode]).toEqual([200, 429]);
    expect((await app.inject(from('203.0.113.7'))).statusCode).toBe(200);
  });

  it('takes the address of a visitor from trusted proxies only', async () => {
    const forwarded = (address: string) => ({
      url: '/',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': address },
    });
    const behind = siteOf(undefined, undefined, { limits, trustedProxies: ['10.0.0.0/8'] }).app;
    for (const n of [1, 2, 3]) expect((await behind.inject(forwarded(`203.0.113.${n}`))).statusCode).toBe(200);
    const direct = siteOf(undefined, undefined, { limits }).app;
    const statuses: number[] = [];
    for (const n of [1, 2, 3]) statuses.push((await direct.inject(forwarded(`203.0.113.${n}`))).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('forms', () => {
  const post = (headers: Record<string, string>, payload = '') =>
    siteOf().app.inject({
      method: 'POST',
      url: '/check',
      headers: { ...FORM, host: 'drops.example', ...headers },
      payload,
    });

  it.each([
    [200, { 'sec-fetch-site': 'same-origin' }],
    [200, { 'sec-fetch-site': 'none' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [200, { origin: 'https://drops.example' }],
    [403, { origin: 'https://evil.example' }],
    // Over plain HTTP, browsers send this from a page with the referrer policy of the site.
    [200, { origin: 'null' }],
    [200, {}],
  ])('returns %i to a form with %j', async (status, headers) => {
    expect((await post(headers as Record<string, string>)).statusCode).toBe(status);
  });
});

it('is not ready from the begin of its departure on, and serves pages on connections that close', async () => {
  const { app, departure } = siteOf();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const left = departure.leave(app.server, { graceMs: 2_000 });
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const page = await fetch(`${url}/`);
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  await left;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  await app.close();
});

describe('addresses that programs and careless links open', () => {
  it('has rules for crawlers', async () => {
    const { statusCode, headers, body } = await siteOf().app.inject('/robots.txt');
    expect([statusCode, headers['content-type'], body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      expect.stringMatching(/^User-agent: \*\n/),
    ]);
  });

  it('ignores a slash at the end, and names one address of the page', async () => {
    const page = () => Promise.resolve({ title: 'Title "of"', description: 'What it is', content: 'x' });
    const { app } = siteOf(page);
    const [plain, slashed] = [await app.inject('/check'), await app.inject('/check/?sort=ev')];
    expect(slashed.statusCode).toBe(200);
    for (const { body } of [plain, slashed]) {
      expect(body).toContain('<link rel="canonical" href="https://drops.example.com/check"/>');
      expect(body).toContain('<meta property="og:title" content="Title &quot;of&quot;"/>');
      expect(body).toContain('<meta name="description" content="What it is"/>');
    }
  });

  // The address of an error may contain anything, and is not for a search engine.
  it('keeps pages without a description out of search engines', async () => {
    const { body } = await siteOf().app.inject('/no-such-page');
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body).not.toContain('og:url');
  });
});
