import { HYPE_WINDOWS, type HypeSeries } from '@droptrack/contracts';
import { runRecompute, importReadings, type NewReading } from '@droptrack/persistence';
import { verifySeries } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { HOUR_MS, QUIET_HOUR_HOOK_MS, quietHour } from './series';

const DAY_MS = 24 * HOUR_MS;

/** From readings to the response, with the recompute run that writes the points. */
describe('hype series from readings', () => {
  let api: TestApi;
  let hourMs: number;
  beforeAll(async () => {
    hourMs = await quietHour();
    api = await startApi([dropDefinition('linea', { sources: { snapshot: false } })]);
    await importReadings(api.db, readings(hourMs), { nowMs: Date.now() });
    while ((await runRecompute(api.db, { nowMs: Date.now() })).drops > 0);
    const writtenMs = Date.now();
    while (Date.parse((await api.sdk.drops.hype('linea')).as_of) <= writtenMs) await pause(50);
  }, QUIET_HOUR_HOOK_MS);
  afterAll(() => api.stop());

  /** Readings every six hours for 35 days: one signal oscillates, one jumps at the end, one has stopped. */
  function* readings(untilMs: number): Iterable<NewReading> {
    for (let hours = 35 * 24; hours >= 0; hours -= 6) {
      const reading = { dropId: 'linea', observedAtMs: untilMs - hours * HOUR_MS, source: 'test' };
      yield { ...reading, signal: 'farcaster_authors', value: 200 + 100 * Math.sin(hours / 40) };
      yield { ...reading, signal: 'reddit_authors', value: hours < 12 ? 400 : 3 };
      if (hours > 10 * 24) yield { ...reading, signal: 'tvl_usd', value: 1e8 + hours };
    }
  }

  it.each(HYPE_WINDOWS)('adds up in every point of %s, without gaps', async (window) => {
    const verdict = verifySeries(await api.sdk.drops.hype('linea', { window }));
    expect(verdict.points.filter(({ matches }) => !matches)).toEqual([]);
    expect(verdict).toMatchObject({ matches: true, gaps: 0, faults: [] });
  });

  it('ends at the published score, with its change over seven days', async () => {
    const { score, delta_7d, confidence, signals, data }: HypeSeries = await api.sdk.drops.hype('linea', { window: '24h' }); // prettier-ignore
    const drop = await api.sdk.drops.get('linea');
    const last = data.at(-1);
    expect([score, delta_7d]).toEqual([drop.hype_score, drop.hype_delta_7d]);
    expect(delta_7d).not.toBeNull();
    // Readings have aged by some minutes since the full hour.
    expect(Math.abs((last?.score ?? NaN) - (score ?? NaN))).toBeLessThanOrEqual(1);
    expect(confidence).toBeCloseTo(last?.confidence ?? NaN, 2);
    expect(last?.signals.farcaster_authors?.value).toBe(200);
    const states = Object.fromEntries(signals.map(({ id, status, observed_at }) => [id, [status, observed_at]]));
    expect(states).toMatchObject({
      farcaster_authors: ['ok', new Date(hourMs).toISOString()],
      tvl_usd: ['stale', new Date(hourMs - 10 * DAY_MS - 6 * HOUR_MS).toISOString()],
      reddit_authors: ['suspect', new Date(hourMs).toISOString()],
      news_articles: ['missing', null],
      governance_votes: ['not_applicable', null],
      calendar_proximity: ['ok', expect.any(String)],
    });
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
