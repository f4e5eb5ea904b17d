import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { FinderRepository } from './finder.repository';
import { leaseNow } from './lease-now';

const NOW_MS = Date.parse('2026-11-23T10:00:00Z');
const FINDER = { id: 'polymarket', leaseMs: 60_000 };

describe('leaseNow', () => {
  let [test, db]: [TestDatabase, Database] = [null!, null!];
  beforeEach(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
  });
  afterEach(async () => {
    await db.close();
    await test.drop();
  });

  it('leases a finder before it is due, with the state of its last run', async () => {
    const finders = new FinderRepository(db);
    await finders.declare([{ id: 'polymarket', source: 'polymarket', offReason: null }], NOW_MS);
    const [first] = await finders.lease([FINDER], 1, NOW_MS);
    const outcome = {
      kind: 'answered',
      memory: { cursor: 7 },
      startedAtMs: NOW_MS,
      nextDueMs: NOW_MS + 3_600_000,
    } as const;
    await finders.recordOutcome({ id: 'polymarket', lease: first!.lease, ...outcome }, NOW_MS);
    expect(await finders.lease([FINDER], 1, NOW_MS + 1_000)).toEqual([]);
    const leased = await leaseNow(db, FINDER, NOW_MS + 1_000);
    expect(leased).toMatchObject({ id: 'polymarket', memory: { cursor: 7 }, sinceMs: NOW_MS });
    // A worker must not run it at the same time.
    expect(await finders.lease([FINDER], 1, NOW_MS + 2_000)).toEqual([]);
    expect(await leaseNow(db, FINDER, NOW_MS + 2_000)).toBeNull();
  });

  it('returns null for a finder that no worker has declared', async () =>
    expect(await leaseNow(db, FINDER, NOW_MS)).toBeNull());
});
