import { HYPE_WINDOWS, type HypeSeries } from '@droptrack/contracts';
import { runRecompute, importReadings, type NewReading } from '@droptrack/persistence';
import { verifySeries } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { HOUR_MS, QUIET_HOUR_HOOK_MS, quietHour } from './series';

const DAY_MS = 24 * HOUR_MS;

/** From readings to the wire, with what really writes the points in between. */
describe('a series of what was read', () => {
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

  /** Every six hours for 35 days: one signal that swings, one that jumps at the end, one that went silent. */
  function* readings(untilMs: number): Iterable<NewReading> {
    for (let hours = 35 * 24; hours >= 0; hours -= 6) {
      const reading = { dropId: 'linea', observedAtMs: untilMs - hours * HOUR_MS, source: 'test' };
      yield { ...reading, signal: 'farcaster_authors', value: 200 + 100 * Math.sin(hours / 40) };
      yield { ...reading, signal: 'reddit_authors', value: hours < 12 ? 400 : 3 };
      if (hours > 10 * 24) yield { ...reading, signal: 'tvl_usd', value: 1e8 + hours };
    }
  }

  it.each(HYPE_WINDOWS)('adds up in every point of %s, and has no gap', async (window) => {
    const verdict = verifySeries(await api.sdk.drops.hype('linea', { window }));
    expect(verdict.points.filter(({ matches }) => !matches)).toEqual([]);
    expect(verdict).toMatchObject({ matches: true, gaps: 0, faults: [] });
  });

  it('ends at the score that the drop shows, with its change over seven days', async () => {
    const { score, delta_7d, confidence, signals, data }: HypeSeries = await api.sdk.drops.hype('linea', { window: '24h' }); // prettier-ignore
    const drop = await api.sdk.drops.get('linea');
    const last = data.at(-1);
    expect([score, delta_7d]).toEqual([drop.hype_score, drop.hype_delta_7d]);
    expect(delta_7d).not.toBeNull();
    // Since the full hour a reading has aged by some minutes.
    expect(Math.abs((last?.score ?? NaN) - score)).toBeLessThanOrEqual(1);
    expect(confidence).toBeCloseTo(last?.confidence ?? NaN, 2);
    expect(last?.signals.farcaster_authors?.value).toBe(200);
    const stands = Object.fromEntries(signals.map(({ id, status, observed_at }) => [id, [status, observed_at]]));
    expect(stands).toMatchObject({
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
