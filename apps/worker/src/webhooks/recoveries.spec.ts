import { ApiKeyRepository, type Database, openDatabase, RecoveryRepository } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { Recoveries, RECOVERIES_AT_ONCE } from './recoveries';
import { until } from './testing';

const CLOCK = { now: Date.now, monotonicMs: () => performance.now(), mayWork: () => true };

describe('Recoveries', () => {
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

  const queue = async () => {
    const { key } = await new ApiKeyRepository(db).issue({ plan: 'pro', label: 'test' });
    const id = `wh_${key.account.replace(/\W|_/g, '')}`;
    const url = 'https://hooks.example/';
    await db.query(
      `INSERT INTO webhook_endpoints (id, account, url, events, enabled, created_at, updated_at)
       VALUES ($1, $2, $3, $4, true, now(), now())`,
      [id, key.account, url, ['*']],
    );
    const span = { sinceMs: Date.now() - 3_600_000, untilMs: Date.now() + 1_000 };
    await new RecoveryRepository(db).queue({ ...span, account: key.account, endpointId: id, bounds: null }, Date.now());
    return id;
  };

  // However many recoveries are queued, the rest of the worker and of the service keeps its connections.
  it('runs queued recoveries with two connections at most, and has none open after its stop', async () => {
    await db.query(
      `INSERT INTO events (id, type, seq, recorded_at, body) SELECT 'evt_' || n, 'drop.updated', n, now(), '{}'
       FROM generate_series(1, 2500) AS n`,
    );
    const endpoints = [await queue(), await queue(), await queue(), await queue()];
    let [held, heldMax] = [0, 0];
    const counted = Object.assign(Object.create(db) as Database, {
      transaction: async (...work: Parameters<Database['transaction']>) => {
        heldMax = Math.max(heldMax, (held += 1));
        return db.transaction(...work).finally(() => (held -= 1));
      },
    });
    const failures: unknown[] = [];
    const recoveries = new Recoveries({
      db: counted,
      clock: CLOCK,
      random: () => 0,
      failures: { failed: (_, error) => void failures.push(error) },
    });
    recoveries.start();
    await until(async () => {
      const [row] = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM deliveries');
      return row!.n === endpoints.length * 2_500;
    });
    await recoveries.stop();
    expect([held, heldMax, failures]).toEqual([0, RECOVERIES_AT_ONCE, []]);
  });

  // Deliveries get the worker's time: with a wrong clock they would be due in an hour, or an hour ago.
  it('starts no step while no work may start', async () => {
    await db.query(
      `INSERT INTO events (id, type, seq, recorded_at, body) VALUES ('evt_1', 'drop.updated', 1, now(), '{}')`,
    );
    await queue();
    const made = async () => (await db.query<{ n: number }>('SELECT count(*)::int AS n FROM deliveries'))[0]!.n;
    let [isHeld, asked] = [true, 0];
    const recoveries = new Recoveries({
      db,
      clock: { ...CLOCK, mayWork: () => ((asked += 1), !isHeld) },
      random: () => 0,
      failures: { failed: () => undefined },
    });
    recoveries.start();
    try {
      await until(() => (recoveries.wake(), asked >= 2), 'it asks twice', 4_000);
      expect(await made()).toBe(0);
      isHeld = false;
      await until(async () => (await made()) === 1);
    } finally {
      await recoveries.stop();
    }
  });
});
