import { dropDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { RecomputeQueue } from './recompute-queue';

const NOW = Date.parse('2026-11-21T05:00:00.250Z');

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

const setDue = (id: string, dueMs: number) =>
  db.query('UPDATE drop_dues SET due_at = to_timestamp($2::float8 / 1000) WHERE drop_id = $1', [id, dueMs]);

describe('RecomputeQueue.readLag', () => {
  it('finds nothing in an empty database', async () => {
    expect(await new RecomputeQueue(db).readLag(NOW)).toEqual({ drops: 0, oldestMs: null });
  });

  it('counts the drops that are due, without archived and future ones', async () => {
    const definitions = ['a', 'b', 'c', 'd'].map((id) => dropDefinition({ id }));
    await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: NOW });
    await setDue('a', NOW);
    await setDue('b', NOW - 60_001);
    await setDue('c', NOW + 1);
    await setDue('d', NOW - 3_600_000);
    await db.query("UPDATE drops SET archived_at = now() WHERE id = 'd'");
    expect(await new RecomputeQueue(db).readLag(NOW)).toEqual({ drops: 2, oldestMs: NOW - 60_001 });
  });
});
