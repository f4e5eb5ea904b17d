import type { DropBody } from '@droptrack/catalogue';
import { dropDefinition } from '@droptrack/catalogue/testing';
import { type Database, openDatabase } from '../database/database';
import { appendRevisions } from '../log/append';
import { readRevisions } from '../log/read';
import { createTestDatabase, type TestDatabase } from '../testing';
import { RecomputeQueue } from './recompute-queue';
import { at, createDrops, recomputeAll, START_MS, storeReadings } from './testing';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const revisions = () => readRevisions(db, 0, 1e6, 1_000);
const shown = async () => (await revisions()).findLast(({ entity }) => entity === 'drop')?.body as DropBody;
const lastSeq = async () => (await revisions()).at(-1)?.seq;

describe('hype_confidence after a recompute run', () => {
  it('is 0 without readings', async () => {
    await createDrops(db, dropDefinition());
    await recomputeAll(db, START_MS);
    expect(await shown()).toMatchObject({ hype_score: null, hype_confidence: 0 });
    expect(await db.query('SELECT confidence FROM scores')).toEqual([{ confidence: 0 }]);
  });

  // Weights of 0.1 for the reading and 0.05 for the calendar.
  it('is the confidence of the score once a source has a reading', async () => {
    await createDrops(db, dropDefinition());
    await storeReadings(db, 'linea', [['reddit_authors', '2026-08-22T10:25:00Z', 20]]);
    await recomputeAll(db, at('2026-08-22T10:30:00Z'));
    expect(await shown()).toMatchObject({ hype_confidence: 0.15 });
  });

  it('is added to a drop that was recorded without it', async () => {
    await createDrops(db, dropDefinition());
    await recomputeAll(db, START_MS);
    const older = await shown();
    Reflect.deleteProperty(older, 'hype_confidence');
    await db.transaction((sql) => appendRevisions(sql, [{ entity: 'drop', id: 'linea', body: older, cause: 'score' }]));
    await db.transaction((sql) => new RecomputeQueue(sql).enqueue(['linea'], START_MS));
    expect(await recomputeAll(db, START_MS)).toMatchObject({ revisions: 1 });
    expect(await shown()).toEqual({ ...older, hype_confidence: 0 });
  });

  // The weight of the only reading falls by 0.00025 in the hour after its fresh period.
  it('causes no revision while a reading grows older and it rounds to the same', async () => {
    await createDrops(db, dropDefinition());
    await storeReadings(db, 'linea', [['governance_votes', '2026-08-22T10:00:00Z', 2_000]]);
    await recomputeAll(db, at('2026-08-23T10:00:00Z'));
    const before = await lastSeq();
    await recomputeAll(db, at('2026-08-23T11:00:00Z'));
    expect(await lastSeq()).toBe(before);
  });
});
