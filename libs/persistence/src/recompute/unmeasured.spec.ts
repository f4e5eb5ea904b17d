import type { DropBody } from '@droptrack/catalogue';
import { dropDefinition } from '@droptrack/catalogue/testing';
import { type Database, openDatabase } from '../database/database';
import { appendRevisions } from '../log/append';
import { readRevisionAt, readRevisions } from '../log/read';
import { collectLogState } from '../log/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { RecomputeQueue } from './recompute-queue';
import { at, createDrops, recomputeAll, START_MS, storeReadings } from './testing';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  await createDrops(db, dropDefinition());
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const shown = async () => (await readRevisions(db, 0, 1e6, 1_000)).findLast(({ entity }) => entity === 'drop')!;
const body = async () => (await shown()).body as DropBody;
const UNMEASURED = { hype_score: null, hype_delta_7d: null, hype_confidence: 0 };

describe('the change over 7 days', () => {
  it('is null until there is a measured point that old, and then the difference to it', async () => {
    await storeReadings(db, 'linea', [['tvl_usd', '2026-08-22T11:00:00Z', 1e9]]);
    await recomputeAll(db, at('2026-08-29T10:59:00Z'));
    expect(await body()).toMatchObject({ hype_delta_7d: null });
    await recomputeAll(db, at('2026-08-29T11:00:00Z'));
    const { hype_score: score, hype_delta_7d: delta } = await body();
    const [first] = await db.query<{ score: number }>(
      `SELECT score FROM points WHERE hour = '2026-08-22T11:00:00Z' AND drop_id = 'linea'`,
    );
    expect(score).not.toBe(first!.score);
    expect(delta).toBe((score ?? NaN) - first!.score);
  });

  // The prior of a week ago is no score to compare with.
  it('is null while the point of 7 days ago rests on no reading', async () => {
    await recomputeAll(db, at('2026-08-22T12:00:00Z'));
    await storeReadings(db, 'linea', [['tvl_usd', '2026-08-29T11:30:00Z', 1e9]]);
    await recomputeAll(db, at('2026-08-29T12:00:00Z'));
    expect(await body()).toMatchObject({ hype_score: 35, hype_delta_7d: null, hype_confidence: 0.2 });
  });

  it('is null once the drop is no longer measured', async () => {
    await storeReadings(db, 'linea', [['reddit_authors', '2026-08-22T10:25:00Z', 60]]);
    await recomputeAll(db, at('2026-08-29T12:00:00Z'));
    expect(await body()).toMatchObject(UNMEASURED);
    expect(await db.query('SELECT delta_7d FROM scores')).toEqual([{ delta_7d: null }]);
  });
});

describe('a drop without a reading', () => {
  it('causes no revision when its calendar alone changes the prior', async () => {
    const before = await shown();
    expect(before.body).toMatchObject(UNMEASURED);
    await recomputeAll(db, at('2026-08-23T12:00:00Z'));
    expect(await shown()).toEqual(before);
  });

  describe('that an older version recorded with a default as its score', () => {
    const append = (hype: Partial<DropBody>) =>
      db.transaction(async (sql) => {
        const older = { ...(await body()), ...hype };
        await appendRevisions(sql, [{ entity: 'drop', id: 'linea', body: older, cause: 'score' }]);
      });

    it('is read from the log as not measured, and the row is unchanged', async () => {
      await append({ hype_score: 24, hype_delta_7d: 0, hype_confidence: 0 });
      const { seq, recordedAtMs } = await shown();
      const readers = [
        await shown(),
        (await collectLogState(db)).revisions.find(({ entity }) => entity === 'drop'),
        await readRevisionAt(db, 'drop', 'linea', recordedAtMs),
      ];
      for (const revision of readers) expect(revision).toMatchObject({ seq, body: UNMEASURED });
      const stored = await db.query('SELECT body -> $1 AS score FROM revisions WHERE seq = $2', ['hype_score', seq]);
      expect(stored).toEqual([{ score: 24 }]);
    });

    // Otherwise an upgrade would notify the subscribers of every such drop.
    it('causes no revision after an upgrade', async () => {
      await append({ hype_score: 24, hype_delta_7d: 0, hype_confidence: 0 });
      await db.transaction((sql) => new RecomputeQueue(sql).enqueue(['linea'], START_MS));
      expect(await recomputeAll(db, START_MS)).toMatchObject({ drops: 1, revisions: 0 });
    });

    it('keeps its score if no confidence was recorded with it, which counts as measured', async () => {
      await append({ hype_score: 31, hype_delta_7d: 2, hype_confidence: null });
      expect(await body()).toMatchObject({ hype_score: 31, hype_delta_7d: 2 });
    });
  });
});
