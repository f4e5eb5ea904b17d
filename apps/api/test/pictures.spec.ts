import type { EndpointBadge } from '@droptrack/contracts';
import { applyDefinitions } from '@droptrack/persistence';
import { brotliDecompressSync } from 'node:zlib';
import { dropDefinition, eventDefinition, ratedDrop } from './definitions';
import { startApi, type TestApi } from './harness';
import { HOUR_MS, QUIET_HOUR_HOOK_MS, quietHour, writePoint } from './series';

const FILES = ['badge.svg', 'badge.json', 'hype.svg'] as const;
const HOSTILE = '<script>alert(1)</script>"&';
const claimed = { events: [eventDefinition('claim', '2020-01-01T00:00:00.000Z', { type: 'claim' })] };
const KEPT = [ratedDrop('linea', 3, 0.5), dropDefinition('hostile', { name: HOSTILE, ...claimed })];

/** Text of an SVG as a reader sees it: its title first. */
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<(?:title|text)[^>]*>([^<]*)</g)].map(([, text = '']) => text);

describe('pictures', () => {
  let api: TestApi;
  let hourMs: number;
  beforeAll(async () => {
    hourMs = await quietHour();
    api = await startApi([...KEPT, dropDefinition('removed')], { freeDelaySeconds: 0, stopClock: true });
    await api.apply(KEPT);
    const samples = {
      origin: 'sample',
      definitions: ['sample-drop', 'sample-fern'].map((id) =>
        dropDefinition(id, id === 'sample-fern' ? { name: 'Fern (sample)' } : {}),
      ),
      prune: false,
      nowMs: Date.now(),
    };
    await applyDefinitions(api.db, samples);
    await api.caughtUp();
    // A score that rests on readings in each second hour.
    for (let hours = 0; hours < 24; hours += 2) await writePoint(api.db, 'linea', hourMs - hours * HOUR_MS, 1);
  }, QUIET_HOUR_HOOK_MS);
  afterAll(() => api.stop());

  const get = (path: string, headers: Record<string, string> = {}, remoteAddress?: string) =>
    api.inject({
      method: 'GET',
      url: `/v1/drops/${path}`,
      headers,
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
  const codeOf = async (path: string): Promise<unknown[]> => {
    const response = await get(path);
    return [response.statusCode, response.json<{ code: string }>().code];
  };

  it('are served without a key, to be cached and embedded by anyone', async () => {
    for (const file of FILES) {
      const { statusCode, headers } = await get(`linea/${file}`);
      expect([statusCode, headers]).toEqual([
        200,
        expect.objectContaining({
          'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        }),
      ]);
    }
  });

  // An SVG that is opened by its address is a page of this origin.
  it('run and load nothing when an SVG is opened as a page', async () => {
    for (const file of ['badge.svg', 'hype.svg']) {
      const { headers } = await get(`linea/${file}`);
      expect(headers).toMatchObject({
        'content-type': 'image/svg+xml; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      });
    }
  });

  it.each(FILES)('support conditional requests and HEAD: %s', async (file) => {
    const first = await get(`linea/${file}`);
    const again = await get(`linea/${file}`, { 'if-none-match': String(first.headers['etag']) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
    const head = await api.inject({ method: 'HEAD', url: `/v1/drops/linea/${file}` });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    expect(head.headers).toMatchObject({
      etag: first.headers['etag'],
      'content-length': first.headers['content-length'],
    });
  });

  it('show the figures of the drop on badges', async () => {
    const drop = await api.free.drops.get('linea');
    const usd = (amount: number | null) =>
      new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency: 'USD',
        notation: 'compact',
        maximumSignificantDigits: 3,
      }).format(amount ?? NaN);
    const { p10, p50, p90 } = drop.ev_usd;
    const expected = {
      ev: `Linea expected value: ${usd(p50)} (${usd(p10)} to ${usd(p90)})`,
      status: `Linea status: ${drop.status}`,
    };
    for (const [of, title] of Object.entries(expected)) {
      expect(textsOf((await get(`linea/badge.svg?of=${of}`)).body)[0]).toBe(title);
    }
  });

  // Without a reading, the score is a constant of the ruleset.
  it('show a figure without evidence as unknown', async () => {
    expect((await api.free.drops.get('linea')).hype_confidence).toBe(0);
    expect(textsOf((await get('linea/badge.svg')).body)[0]).toBe('Linea hype: unknown');
    expect(textsOf((await get('hostile/badge.svg?of=ev')).body)[0]).toMatch(/expected value: unknown$/);
    expect(textsOf((await get('hostile/hype.svg')).body)[0]).toMatch(/: no data$/);
  });

  it('mark made-up drops', async () => {
    expect((await get('sample-drop/badge.json')).json()).toMatchObject({ label: 'Sample-drop (sample) hype' });
    expect(textsOf((await get('sample-drop/hype.svg')).body)[0]).toContain('Sample-drop (sample)');
    expect((await get('sample-fern/badge.json')).json()).toMatchObject({ label: 'Fern (sample) hype' });
  });

  it('describe a badge in the endpoint format of shields.io', async () => {
    const { headers, body } = await get('hostile/badge.json?of=status');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({
      schemaVersion: 1,
      label: `${HOSTILE} status`,
      message: 'live',
      color: '#0b6b3a',
      cacheSeconds: 300,
    } satisfies EndpointBadge);
  });

  it('escape names', async () => {
    for (const file of ['badge.svg', 'hype.svg', 'hype.svg?height=40']) {
      const { body } = await get(`hostile/${file}`);
      expect(body).not.toContain('<script');
      expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;');
    }
  });

  it('plot one column for each bucket, with gaps where the series has them', async () => {
    const series = await api.free.drops.hype('linea', { window: '24h' });
    const { body } = await get('linea/hype.svg?window=24h');
    const totals = textsOf(body).flatMap((text) => /UTC: (.*)/.exec(text)?.[1] ?? []);
    expect(totals).toEqual(series.data.map(({ score }) => (score === null ? 'no point' : String(score))));
    expect(totals.filter((total) => total !== 'no point')).toHaveLength(12);
    expect(textsOf(body)[0]).toBe(`Hype of Linea over 24 hours: last ${totals.at(-1)} of 100`);
  });

  it('plot a line without axes in a small picture', async () => {
    const { body } = await get('linea/hype.svg?window=24h&width=120&height=32');
    expect(body).toMatch(/^<svg [^>]*class="plot sparkline"[^>]* width="120" height="32" viewBox="0 0 120 32"><style>/);
    expect(body).not.toContain('<text');
  });

  it('are compressed', async () => {
    const plain = await get('linea/hype.svg');
    const { headers, rawPayload } = await get('linea/hype.svg', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it.each([
    ['linea/badge.svg?of=claim', 400, 'invalid_parameter'],
    ['linea/badge.json?of=hype&of=ev', 400, 'repeated_parameter'],
    ['linea/badge.svg?width=100', 400, 'unknown_parameter'],
    ['linea/hype.svg?width=59', 400, 'invalid_parameter'],
    ['linea/hype.svg?width=1601', 400, 'invalid_parameter'],
    ['linea/hype.svg?height=1e2', 400, 'invalid_parameter'],
    ['linea/hype.svg?height=801', 400, 'invalid_parameter'],
    ['linea/hype.svg?window=90d', 400, 'invalid_parameter'],
    ['nope/hype.svg', 404, 'drop_not_found'],
    ['%3Cscript%3E/badge.svg', 404, 'drop_not_found'],
    ['removed/badge.svg', 410, 'drop_archived'],
    ['removed/badge.json', 410, 'drop_archived'],
    ['removed/hype.svg', 410, 'drop_archived'],
    ['linea/badge.png', 404, 'route_not_found'],
  ])('reject %s with %d %s', async (path, status, code) => {
    expect(await codeOf(path)).toEqual([status, code]);
  });

  it.each(['POST', 'PUT', 'DELETE'] as const)('reject %s', async (method) => {
    const { statusCode, headers } = await api.inject({ method, url: '/v1/drops/linea/badge.svg' });
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  // The clock of limits is stopped, so buckets do not refill.
  it('are limited to 60 a minute for each client network, over all routes', async () => {
    const statusOf = async (address: string, path = 'linea/badge.svg') => (await get(path, {}, address)).statusCode;
    for (let sent = 0; sent < 60; sent += 1)
      expect(await statusOf('2001:db8:7:7::1', `linea/${FILES[sent % 3]}`)).toBe(200);
    const rejected = await get('nope/badge.svg', {}, '2001:db8:7:7:ffff::2');
    expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '1']);
    expect(rejected.headers['cache-control']).toBe('no-store');
    expect([await statusOf('2001:db8:7:8::1'), await statusOf('203.0.113.7'), await statusOf('127.0.0.1')]).toEqual([
      200, 200, 200,
    ]);
    api.passTime(1_000);
    expect([await statusOf('2001:db8:7:7::3'), await statusOf('2001:db8:7:7::3')]).toEqual([200, 429]);
  });

  it('take no token of a key', async () => {
    const authorization = `Bearer ${(await api.issueKey('free')).secret}`;
    await get('linea/badge.svg', { authorization });
    const { headers } = await get('linea', { authorization });
    expect(headers['ratelimit']).toContain('r=59');
  });
});

describe('pictures of the delayed view', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([]);
  });
  afterAll(() => api.stop());

  it('do not show a drop that the plan free does not receive yet', async () => {
    await api.apply([dropDefinition('fresh')]);
    expect((await api.get('/v1/drops/fresh')).statusCode).toBe(200);
    for (const file of FILES) {
      expect((await api.inject({ method: 'GET', url: `/v1/drops/fresh/${file}` })).statusCode).toBe(404);
    }
  });
});

describe('pictures that are turned off', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { freeDelaySeconds: 0, arePicturesPublic: false });
  });
  afterAll(() => api.stop());

  it('do not exist, under any method', async () => {
    for (const file of FILES) {
      for (const method of ['GET', 'POST'] as const) {
        const response = await api.inject({ method, url: `/v1/drops/linea/${file}` });
        expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'route_not_found']);
      }
    }
  });
});
