import { runRecompute, openDatabase, replayPoints } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { applySample } from '../sample/apply-sample';

const NOW_MS = Date.parse('2026-11-21T09:20:00.000Z');
const HOUR_MS = 3_600_000;

// Readings of all nine signals, with the failures and jumps that the sample has.
it('a replay computes the same points of the sample, whether they were stored at once or hour by hour', async () => {
  const test = await createTestDatabase();
  const db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
  const recomputeAll = async (nowMs: number) => {
    while ((await runRecompute(db, { nowMs })).drops > 0);
  };
  try {
    await applySample(db, { nowMs: NOW_MS });
    // Three drops only, as all of them take seconds.
    await db.query(
      `UPDATE drop_dues SET due_at = 'infinity' WHERE drop_id NOT IN (SELECT id FROM drops ORDER BY id LIMIT 3)`,
    );
    await recomputeAll(NOW_MS);
    for (let hour = 1; hour <= 12; hour++) await recomputeAll(NOW_MS + hour * HOUR_MS);
    const report = await replayPoints(db, { dropIds: null, fromMs: null, untilMs: null });
    expect(report).toMatchObject({ unreplayable: 0, differences: [] });
    expect(report.points).toBeGreaterThan(3 * 34 * 24);
  } finally {
    await db.close();
    await test.drop();
  }
});
