import { scoreHype } from '@droptrack/scoring';
import { Droptrack, verifySeries } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { QUIET_HOUR_HOOK_MS, quietHour, signalsOf } from './series';
import { changeDrops } from './stream-log';

/** Scores with ties; null: not measured. */
const SCORES = Array.from({ length: 17 }, (_, i) => (i % 3 === 0 ? null : (i % 5) * 20));
const DROPS = SCORES.map((_, i) => dropDefinition(`drop-${String(i).padStart(2, '0')}`));
const UNMEASURED = { hype_score: null, hype_delta_7d: null, hype_confidence: 0 };

describe('drops of which no source has a reading', () => {
  let api: TestApi;
  let scale: Droptrack;
  let hourMs: number;
  beforeAll(async () => {
    hourMs = await quietHour();
    api = await startApi([...DROPS, dropDefinition('older')], { freeDelaySeconds: 0 });
    await changeDrops(
      api.db,
      DROPS.flatMap(({ id }, i) => (SCORES[i] === null ? [] : [[id, { hype_score: SCORES[i]! }] as const])),
    );
    // As a version that published the prior recorded it.
    await changeDrops(api.db, [['older', { hype_score: 24, hype_delta_7d: 0, hype_confidence: 0 }]]);
    await publishAllEvents(api.db);
    await api.caughtUp();
    const { secret: apiKey } = await api.issueKey('scale');
    scale = new Droptrack({ apiKey, baseUrl: await api.listen(), maxRetries: 0 });
  }, QUIET_HOUR_HOOK_MS);
  afterAll(() => api.stop());

  const all = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
    const received: T[] = [];
    for await (const row of rows) received.push(row);
    return received;
  };

  it.each(['asc', 'desc'] as const)('are last in the order of hype, %s, each once over all pages', async (order) => {
    const drops = await all(api.sdk.drops.list({ sort: 'hype', order, limit: 2 }));
    const scores = drops.map((drop) => drop.hype_score);
    const measured = SCORES.filter((score) => score !== null).sort((a, b) => (order === 'asc' ? a - b : b - a));
    expect(scores).toEqual([...measured, ...Array.from({ length: scores.length - measured.length }, () => null)]);
    expect(new Set(drops.map(({ id }) => id)).size).toBe(DROPS.length + 1);
    const unmeasured = drops.slice(measured.length);
    expect(unmeasured.map(({ id }) => id)).toEqual(unmeasured.map(({ id }) => id).sort());
    for (const drop of unmeasured) expect(drop).toMatchObject(UNMEASURED);
  });

  it.each(['drop-00', 'older'])('have no score in any response about them: %s', async (id) => {
    const [drop, series, { hype }] = await Promise.all([
      api.sdk.drops.get(id),
      api.sdk.drops.hype(id),
      api.sdk.drops.explain(id),
    ]);
    expect(drop).toMatchObject(UNMEASURED);
    expect(series).toMatchObject({ score: null, delta_7d: null, confidence: 0 });
    expect(hype).toMatchObject({ score: null, delta_7d: null, confidence: 0 });
    expect(await api.sdk.drops.get(id, { as_of: series.as_of })).toEqual(drop);
    for (const query of [{}, { as_of: series.as_of }]) {
      expect((await all(scale.snapshots.drops(query))).find((row) => row.id === id)).toEqual(drop);
    }
    const badge = await api.inject({ method: 'GET', url: `/v1/drops/${id}/badge.json` });
    expect(badge.json()).toMatchObject({ message: 'unknown' });
  });

  it('have points without a score, which a series verifies and a snapshot contains', async () => {
    const calendar = { value: 0.25, observedAtMs: hourMs, dayValues: [] };
    const scored = scoreHype({ atMs: hourMs, signals: { calendar_proximity: calendar } });
    const { prior } = scored;
    const t = new Date(hourMs).toISOString();
    await api.db.query(
      `INSERT INTO points (drop_id, hour, score, confidence, prior, ruleset, signals, recorded_at)
       VALUES ('drop-03', $1, $2, $3, $4, $5, $6, $1)`,
      [t, scored.score, scored.confidence, prior, scored.ruleset, signalsOf(scored)],
    );
    const series = await api.sdk.drops.hype('drop-03', { window: '24h' });
    expect(series.data.at(-1)).toMatchObject({ t, score: null, confidence: 0.05, prior, momentum: null });
    expect(series.data.at(-1)!.signals).toHaveProperty('calendar_proximity');
    expect(verifySeries(series)).toMatchObject({ matches: true, gaps: 24 });
    expect(await all(scale.snapshots.hype('drop-03'))).toMatchObject([{ t, score: null, confidence: 0.05, prior }]);
  });

  it('cross no threshold with their first score', async () => {
    const crossings = async () =>
      (await api.db.query(`SELECT FROM events WHERE type = 'hype.threshold_crossed' AND drop_id = 'older'`)).length;
    await changeDrops(api.db, [['older', { hype_score: 90 }]]);
    await publishAllEvents(api.db);
    expect(await crossings()).toBe(0);
    const [event] = await api.db.query<{ previous: object; hype: number }>(
      `SELECT body::jsonb #> '{data,previous}' AS previous, hype FROM events WHERE drop_id = 'older' ORDER BY place DESC LIMIT 1`,
    );
    expect(event).toEqual({ previous: UNMEASURED, hype: 90 });
    await changeDrops(api.db, [['older', { hype_score: 40 }]]);
    await publishAllEvents(api.db);
    expect(await crossings()).toBe(3);
  });
});
