import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { dropDefinition } from '@droptrack/catalogue/testing';
import { RetentionJob } from './retention.job';

const HOUR_MS = 3_600_000;
/** Before any time of the database's clock. */
const NOW_MS = Date.parse('2024-08-22T10:20:00Z');

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

/** Stores one reading for each of the last 130 days. */
async function storeReadings(): Promise<void> {
  await applyDefinitions(db, { origin: 'catalogue', definitions: [dropDefinition()], nowMs: NOW_MS });
  await db.query(
    `INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
     SELECT 'linea', 'tvl_usd', at, 1, 'test', at FROM generate_series(timestamptz '2024-04-15', '2024-08-22', '1 day') AS at`,
  );
}

it('runs step by step until nothing is left, once a day, and logs the totals', async () => {
  await storeReadings();
  const logged: unknown[] = [];
  const job = new RetentionJob({ db, logger: { info: (figures: unknown) => void logged.push(figures) }, rowsMax: 20 });
  const steps: boolean[] = [];
  const work = async (nowMs: number) => {
    while (job.isDue(nowMs)) steps.push(await job.run(nowMs));
  };
  await work(NOW_MS);
  // 90 days are kept, and 39 are older.
  expect(steps).toEqual([true, true, false]);
  expect(logged).toEqual([{ readings: 39, points: 0, signalDays: 0, events: 0 }]);
  await work(NOW_MS + 14 * HOUR_MS);
  expect(steps).toHaveLength(3);
  await work(NOW_MS + 15 * HOUR_MS);
  expect(steps).toEqual([true, true, false, true, false]);
  expect(logged.at(-1)).toEqual({ readings: 1, points: 0, signalDays: 0, events: 0 });
});

// API instances of a former version create endpoints without a count of those that share their host.
it('recounts the endpoints that share a host', async () => {
  await db.query(
    `INSERT INTO webhook_endpoints (id, account, url, events, enabled, created_at, updated_at)
     SELECT 'wh_' || n, 'key_mine', 'https://h.example/' || n, '{*}', true, now(), now() FROM generate_series(1, 3) AS n`,
  );
  const job = new RetentionJob({ db, logger: { info: () => undefined } });
  while (job.isDue(NOW_MS)) await job.run(NOW_MS);
  expect(await db.query('SELECT endpoints FROM webhook_host_shares')).toEqual(Array(3).fill({ endpoints: 3 }));
});
