import { HYPE_SIGNALS, HYPE_WINDOWS, type HypePoint, type HypeSeries } from '@droptrack/contracts';
import { RULESET_2026_2 } from '@droptrack/scoring';
import { explainScore, verifySeries } from '@droptrack/sdk';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { HOUR_MS, QUIET_HOUR_HOOK_MS, quietHour, scoreAt, writePoint, writeScore } from './series';

const DAY_MS = 24 * HOUR_MS;

let api: TestApi;
let hourMs: number;
beforeAll(async () => {
  hourMs = await quietHour();
  const upcoming = eventDefinition('claim', new Date(hourMs + 5 * DAY_MS).toISOString());
  api = await startApi([
    dropDefinition('linea'),
    dropDefinition('base', { sources: { github: false }, events: [upcoming] }),
    dropDefinition('young'),
    dropDefinition('changed'),
    dropDefinition('gone'),
  ]);
  await api.apply([dropDefinition('linea'), dropDefinition('base', { sources: { github: false }, events: [upcoming] }), dropDefinition('young'), dropDefinition('changed')]); // prettier-ignore
  // A gap of five hours in the last day, and of two weeks in the last month.
  for (let hours = 0; hours < 15 * 24; hours += 1) {
    if (hours < 3 || hours >= 8) await writePoint(api.db, 'linea', hourMs - hours * HOUR_MS, 1 + hours / 1_000);
  }
  await writeScore(api.db, 'linea', hourMs - 2 * DAY_MS, null, hourMs - 3 * DAY_MS);
  await writeScore(api.db, 'linea', hourMs - 60_000, -4, hourMs - 2 * HOUR_MS);
}, QUIET_HOUR_HOOK_MS);
afterAll(() => api.stop());

const pointsOf = ({ data }: HypeSeries): HypePoint[] => data.filter(({ score }) => score !== null);

describe('GET /v1/drops/{id}/hype', () => {
  describe('200', () => {
    it('returns the current state of the drop, with all ten signals in order', async () => {
      const series = await api.sdk.drops.hype('linea', { window: '24h' });
      const drop = await api.sdk.drops.get('linea');
      expect(series).toMatchObject({ drop: 'linea', window: '24h', interval: '1h', ruleset: '2026.4' });
      expect([series.score, series.delta_7d]).toEqual([drop.hype_score, drop.hype_delta_7d]);
      expect(series.confidence).toBe(scoreAt(hourMs - 60_000, 1).confidence);
      expect(series.signals.map(({ id }) => id)).toEqual(HYPE_SIGNALS);
      expect(series.signals.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
      expect(series.signals[1]).toEqual({
        id: 'tvl_usd',
        name: 'Value locked',
        unit: 'USD',
        weight: 0.15,
        half_life_hours: 168,
        source: 'defillama',
        status: 'stale',
        observed_at: new Date(hourMs - 2 * HOUR_MS).toISOString(),
      });
      const statuses = series.signals.map(({ status }) => status);
      expect(statuses).toEqual([
        ...['ok', 'stale', 'missing', 'suspect', 'missing', 'missing', 'missing', 'missing', 'not_applicable', 'ok'],
      ]);
    });

    it('returns members in the order of the contract, which the storage does not preserve', async () => {
      const series = (await api.get('/v1/drops/linea/hype?window=24h')).json<HypeSeries>();
      expect(Object.keys(series)).toEqual([
        ...['drop', 'window', 'interval', 'from', 'to', 'ruleset', 'score', 'delta_7d', 'momentum', 'confidence'],
        ...['signals', 'data', 'as_of'],
      ]);
      const signals = pointsOf(series)[0]!.signals;
      expect(Object.keys(signals)).toEqual(['farcaster_authors', 'tvl_usd', 'reddit_authors', 'calendar_proximity']);
      expect(Object.keys(signals.tvl_usd!)).toEqual([
        ...['value', 'weight', 'freshness', 'mean', 'level', 'momentum', 'normalized', 'contribution', 'status'],
      ]);
    });

    it.each(HYPE_WINDOWS)('returns contributions that add up to the score in every point of %s', async (window) => {
      const series = await api.sdk.drops.hype('linea', { window });
      expect(pointsOf(series).length).toBeGreaterThan(10);
      for (const { score, confidence, prior, signals } of pointsOf(series)) {
        const parts = Object.values(signals);
        for (const { contribution, weight, freshness, normalized } of parts)
          expect(Math.abs(contribution - 100 * weight * freshness * normalized)).toBeLessThanOrEqual(1e-9);
        expect(Math.abs(prior! - (1 - confidence!) * 25)).toBeLessThanOrEqual(1e-9);
        const sum = parts.reduce((points, { contribution }) => points + contribution, 0) + prior!;
        expect(Math.floor(sum + 0.5)).toBe(score);
      }
      const verdict = verifySeries(series);
      expect(verdict.points.filter(({ matches }) => !matches)).toEqual([]);
      expect(verdict).toMatchObject({ matches: true, checked: pointsOf(series).length });
      expect(explainScore(series)?.score).toBe(pointsOf(series).at(-1)?.score);
    });

    it.each([
      ['24h', 1, 24],
      ['7d', 6, 28],
      ['30d', 24, 30],
    ] as const)(
      'returns, for the window %s, ascending buckets of %d h without gaps that end on UTC boundaries',
      async (window, hours, count) => {
        const { data, from, to, as_of } = await api.sdk.drops.hype('linea', { window });
        const lengthMs = hours * HOUR_MS;
        expect(Date.parse(to)).toBe(Math.floor(Date.parse(as_of) / lengthMs) * lengthMs);
        expect(Date.parse(from)).toBe(Date.parse(to) - count * lengthMs);
        expect(data.map(({ t }) => Date.parse(t))).toEqual(
          Array.from({ length: count }, (_, index) => Date.parse(from) + (index + 1) * lengthMs),
        );
      },
    );

    it('returns the series that ends at an earlier instant, with the current state of the drop', async () => {
      const latest = await api.sdk.drops.hype('linea', { window: '24h' });
      const before = await api.sdk.drops.hype('linea', { window: '24h', to: latest.from });
      expect(before).toMatchObject({ to: latest.from, score: latest.score, signals: latest.signals });
      expect(verifySeries(before)).toMatchObject({ matches: true, checked: 24 });
      const within = new Date(Date.parse(latest.from) + HOUR_MS - 1).toISOString();
      expect((await api.sdk.drops.hype('linea', { window: '24h', to: within })).data).toEqual(before.data);
      const { data } = await api.sdk.drops.hype('linea', { window: '30d', to: '2001-01-01T12:00:00Z' });
      expect(data.map(({ score }) => score)).toEqual(Array.from({ length: 30 }, () => null));
    });

    it('returns seven days by default', async () => {
      expect(await api.sdk.drops.hype('linea')).toEqual({
        ...(await api.sdk.drops.hype('linea', { window: '7d' })),
        as_of: expect.any(String),
      });
    });

    // An interpolated score would be one that was never computed.
    it('returns an empty bucket for a gap, otherwise the last point of a bucket', async () => {
      const day = await api.sdk.drops.hype('linea', { window: '24h' });
      const gaps = day.data.filter(({ score }) => score === null);
      expect(gaps.map(({ t }) => (hourMs - Date.parse(t)) / HOUR_MS)).toEqual([7, 6, 5, 4, 3]);
      expect(gaps[0]).toEqual({
        t: gaps[0]!.t,
        score: null,
        confidence: null,
        prior: null,
        momentum: null,
        signals: {},
      });

      const week = await api.sdk.drops.hype('linea', { window: '7d' });
      const lastBefore = (ms: number) => {
        const hours = Math.round((hourMs - ms) / HOUR_MS);
        return hours >= 3 && hours < 8 ? 8 : hours;
      };
      for (const { t, signals } of pointsOf(week)) {
        const loudness = 1 + lastBefore(Date.parse(t)) / 1_000;
        expect(signals.farcaster_authors?.value).toBe(110 * loudness);
      }
    });

    it('returns no change if the history is too short', async () => {
      await writeScore(api.db, 'young', hourMs - 60_000, null, hourMs);
      expect((await api.sdk.drops.hype('young')).delta_7d).toBeNull();
      expect((await api.sdk.drops.get('young')).hype_delta_7d).toBeNull();
    });

    it('returns the calendar signal alone for a drop that has not been scored', async () => {
      const { delta_7d, confidence, signals, data } = await api.sdk.drops.hype('base');
      expect(delta_7d).toBeNull();
      expect([confidence, (await api.sdk.drops.get('base')).hype_confidence]).toEqual([0, 0]);
      const statusOf = new Map(signals.map(({ id, status }) => [id, status]));
      expect([statusOf.get('calendar_proximity'), statusOf.get('dev_committers'), statusOf.get('tvl_usd')]).toEqual([
        ...['ok', 'not_applicable', 'missing'],
      ]);
      expect(data.every(({ score }) => score === null)).toBe(true);
    });

    // The response for an instant never changes.
    it('omits a point that was recorded after as_of', async () => {
      await writePoint(api.db, 'young', hourMs - HOUR_MS, 1);
      await writePoint(api.db, 'young', hourMs, 2, Date.now() + 60_000);
      const { data } = await api.sdk.drops.hype('young', { window: '24h' });
      expect(data.slice(-2).map(({ score }) => score)).toEqual([scoreAt(hourMs - HOUR_MS, 1).score, null]);
    });

    // After a change of the ruleset, older points keep their own and can still be verified.
    it('returns the ruleset of a point if it differs from that of the score', async () => {
      await writePoint(api.db, 'changed', hourMs - HOUR_MS, 1);
      await writePoint(api.db, 'changed', hourMs, 1, hourMs, RULESET_2026_2);
      await writeScore(api.db, 'changed', hourMs - 60_000, null, hourMs, RULESET_2026_2);
      const series = await api.sdk.drops.hype('changed', { window: '24h' });
      expect(series.ruleset).toBe('2026.2');
      expect(pointsOf(series).map(({ ruleset }) => ruleset)).toEqual(['2026.4', undefined]);
      expect(verifySeries(series)).toMatchObject({ matches: true, checked: 2 });
    });

    it('returns as_of in the header, and may be stored by the client only', async () => {
      const { headers, body } = await api.get('/v1/drops/linea/hype');
      expect(headers['x-data-as-of']).toBe((JSON.parse(body) as HypeSeries).as_of);
      expect(headers['cache-control']).toBe('private, no-cache');
    });

    it('responds to HEAD with the same headers, without a body', async () => {
      const { statusCode, headers, body } = await api.head('/v1/drops/linea/hype');
      expect([statusCode, body, headers['etag']]).toEqual([200, '', (await api.get('/v1/drops/linea/hype')).headers['etag']]); // prettier-ignore
    });
  });

  it('returns 304 for its entity tag until there is another point', async () => {
    await writePoint(api.db, 'base', hourMs - HOUR_MS, 1);
    const first = await api.get('/v1/drops/base/hype?window=24h');
    const tag = { 'if-none-match': String(first.headers['etag']) };
    let again = first;
    while (again.headers['x-data-as-of'] === first.headers['x-data-as-of']) {
      await pause(50);
      again = await api.get('/v1/drops/base/hype?window=24h', tag);
    }
    expect(again.statusCode).toBe(304);
    await writePoint(api.db, 'base', hourMs, 2);
    expect((await api.get('/v1/drops/base/hype?window=24h', tag)).statusCode).toBe(200);
  });

  describe('400', () => {
    it.each(['window=1y', 'window=', 'window=7D', 'window=24h,7d'])('rejects %s', async (query) => {
      expect((await api.get(`/v1/drops/linea/hype?${query}`)).json()).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ parameter: 'window', code: 'enum' }],
      });
    });

    it.each([
      ['2999-01-01T00:00:00Z', 'range'],
      ['1999-12-31T00:00:00Z', 'range'],
      ['2026-02-30T00:00:00Z', 'format'],
      ['yesterday', 'format'],
      ['', 'format'],
    ])('rejects to=%s', async (to, code) => {
      expect((await api.get(`/v1/drops/linea/hype?to=${to}`)).json()).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ parameter: 'to', code }],
      });
    });

    it('rejects an unknown and a repeated parameter', async () => {
      const codeOf = async (query: string) => (await api.get(`/v1/drops/linea/hype?${query}`)).json<{ code: string }>().code; // prettier-ignore
      expect(await codeOf('from=2026-01-01')).toBe('unknown_parameter');
      expect(await codeOf('window=7d&window=7d')).toBe('repeated_parameter');
      expect((await api.get('/v1/drops/nope/hype?window=1y')).statusCode).toBe(400);
    });
  });

  it.each([
    ['nope', 404, 'drop_not_found'],
    ['LINEA', 404, 'drop_not_found'],
    ['gone', 410, 'drop_archived'],
  ])('returns, for the drop %s, %d %s without a query', async (id, status, code) => {
    const queries = jest.spyOn(api.db, 'query');
    const response = await api.get(`/v1/drops/${id}/hype`);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([status, code]);
    expect(queries).not.toHaveBeenCalled();
    queries.mockRestore();
  });

  it('returns 405 for POST', async () => {
    const response = await api.inject({ method: 'POST', url: '/v1/drops/linea/hype' });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, expect.stringContaining('GET')]);
  });
});

describe('GET /v1/drops/{id}/hype without a database', () => {
  it('returns 503 with Retry-After, and still serves the view in memory', async () => {
    const lost = await startApi([dropDefinition('linea')]);
    await lost.keysSeen();
    await lost.get('/v1/me');
    await lost.loseDatabase();
    const response = await lost.get('/v1/drops/linea/hype');
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await lost.get('/v1/drops/linea')).statusCode).toBe(200);
    expect((await lost.get('/v1/drops/nope/hype')).statusCode).toBe(404);
    await lost.stop();
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
