import { dropBody, dropChange } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { type Database, openDatabase } from '../database/database';
import { appendRevisions } from '../log/append';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import type { LeasedDelivery } from './lease';
import { publishEvents } from './publish';
import { expectFourAtATime, expectLeasedOnce, failureOf, NOW_MS, outcomeOf, SECOND_MS, Webhooks } from './testing';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let changes = 0;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 8, applicationName: 'test' });
  webhooks = new Webhooks(db);
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

/** Waits until a transaction waits for the lock of a row. */
async function untilWaiting(sql: Database): Promise<void> {
  const waiting = `SELECT FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
                   WHERE NOT granted AND l.locktype = 'transactionid' AND a.datname = current_database()`;
  for (const endMs = Date.now() + 25_000; (await sql.query(waiting)).length === 0;) {
    if (Date.now() > endMs) throw new Error('No transaction waits');
  }
}

/** Appends changes of a drop: each is one event, once the drop exists. */
const change = (times: number) =>
  appendRevisions(
    db,
    Array.from({ length: times }, () => {
      return { ...dropChange(dropBody({ name: `Linea ${(changes += 1)}` })), cause: 'catalogue' } as const;
    }),
  );
const publish = (nowMs = NOW_MS) => publishEvents(db, { nowMs });

describe('published deliveries', () => {
  it('are leased with the exact bytes of their events, in the order of the log', async () => {
    const account = await webhooks.account();
    const endpoint = await webhooks.endpoint(account, { url: 'https://example.com/a?b=c' });
    await webhooks.endpoints.rotateSecret(account, endpoint, 3_600, Date.now());
    await change(2);
    expect(await publish(Date.now())).toMatchObject({ deliveries: 2 });
    const leased = await webhooks.lease(Date.now());
    expect(leased.map(({ secrets }) => secrets.length)).toEqual([2, 2]);
    expect(leased.map(({ eventId, body }) => ({ id: eventId, body: body.toString() }))).toEqual(
      await db.query('SELECT id, body FROM events ORDER BY place'),
    );
  });

  // Otherwise a delivery would be signed with a secret that its owner has withdrawn.
  it('are signed with the active secret, also when it is rotated during the lease', async () => {
    const endpoint = await webhooks.endpoint();
    const { sealed, keyId } = webhooks.box.seal(Buffer.alloc(32, 7), endpoint);
    await change(1);
    await publish(Date.now());
    let leasing: ReturnType<typeof webhooks.lease> | undefined;
    await db.transaction(async (sql) => {
      await sql.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE', [endpoint]);
      leasing = webhooks.lease(Date.now());
      await untilWaiting(db);
      await sql.query('DELETE FROM webhook_secrets');
      await sql.query(
        `INSERT INTO webhook_secrets (endpoint_id, number, sealed, key_id, created_at) VALUES ($1, 2, $2, $3, now())`,
        [endpoint, sealed, keyId],
      );
    });
    expect(await leasing).toMatchObject([{ secrets: [{ sealed, keyId }] }]);
  });

  it('wake the dispatchers once, when their transaction is committed', async () => {
    await webhooks.endpoint();
    await withClient(test.url, async (client) => {
      let heard = 0;
      client.on('notification', () => (heard += 1));
      await client.query('LISTEN droptrack_deliveries');
      await change(4);
      expect(await publish()).toMatchObject({ deliveries: 4 });
      await client.query('SELECT');
      expect(heard).toBe(1);
      expect(await publish()).toMatchObject({ deliveries: 0 });
      await client.query('SELECT');
      expect(heard).toBe(1);
    });
  });

  it('are four at a time to an endpoint, one while its breaker is half-open, and none while it is open', async () => {
    const account = await webhooks.account();
    const [sound, failing] = [await webhooks.endpoint(account), await webhooks.endpoint(account)];
    const [blocked, disabled] = [await webhooks.endpoint(account), await webhooks.endpoint(account)];
    await db.query('UPDATE webhook_endpoints SET failures = 5 WHERE id = $1', [failing]);
    await db.query('UPDATE webhook_endpoints SET blocked_until = to_timestamp($2) WHERE id = $1', [
      blocked,
      NOW_MS / 1_000 + 10,
    ]);
    await webhooks.endpoints.update(account, disabled, { enabled: false }, NOW_MS);
    await change(6);
    expect(await publish()).toMatchObject({ deliveries: 18 });
    const leased = await webhooks.lease();
    const count = (id: string) => leased.filter(({ endpointId }) => endpointId === id).length;
    expect([sound, failing, blocked].map(count)).toEqual([4, 1, 0]);
    expect(await webhooks.count(`deliveries WHERE status = 'pending'`)).toBe(13);
  });

  it('keep to the rate of their endpoint, however often events are published', async () => {
    const endpoint = await webhooks.endpoint();
    const leaseAt = async (nowMs: number) => {
      await change(1);
      await publish(nowMs);
      const leased = await webhooks.lease(nowMs, { ratePerSecond: 50 });
      await webhooks.record(leased.map((each) => outcomeOf(each)));
      return leased.map(({ endpointId }) => endpointId);
    };
    await change(4);
    await publish();
    await webhooks.record((await webhooks.lease()).map((each) => outcomeOf(each)));
    expect(await leaseAt(NOW_MS + 19)).toEqual([]);
    expect(await leaseAt(NOW_MS + 20)).toEqual([endpoint]);
    expect(await leaseAt(NOW_MS + 60)).toEqual([endpoint, endpoint]);
  });
});

it('a delivery has one worker, and an endpoint four deliveries at a time, however publishers and leases overlap', async () => {
  const account = await webhooks.account();
  for (let n = 0; n < 2; n += 1) await webhooks.endpoint(account);
  const step = fc.record({
    changes: fc.integer({ min: 0, max: 5 }),
    publishers: fc.integer({ min: 0, max: 2 }),
    leases: fc.integer({ min: 0, max: 3 }),
    max: fc.integer({ min: 1, max: 9 }),
    recorded: fc.integer({ min: 0, max: 8 }),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      await webhooks.resetDeliveries();
      let held: LeasedDelivery[] = [];
      let nowMs = NOW_MS;
      for (const { changes: times, publishers, leases, max, recorded, fails } of steps) {
        nowMs += SECOND_MS;
        const over = { max, ratePerSecond: 1_000 };
        const resultOf = fails ? failureOf : outcomeOf;
        const [ended, kept] = [held.slice(0, recorded), held.slice(recorded)];
        if (times > 0) await change(times);
        const [leased] = await Promise.all([
          Promise.all(Array.from({ length: leases }, () => webhooks.lease(nowMs, over))),
          Promise.all(Array.from({ length: publishers }, () => publish(nowMs))),
          webhooks.record(
            ended.map((delivery) => resultOf(delivery, nowMs)),
            nowMs,
          ),
        ]);
        held = [...kept, ...leased.flat()];
        expectLeasedOnce([...kept, ...ended, ...leased.flat()]);
        expectFourAtATime(held);
      }
      expect(await webhooks.count(`deliveries WHERE status = 'sending'`)).toBe(held.length);
    }),
    { numRuns: runs(3, 8) },
  );
});

// A publisher stores events and locks endpoints; the outcome writer updates endpoints and stores an event.
it('publishers and outcome writers that disable endpoints do not deadlock', async () => {
  const account = await webhooks.account();
  const gone = { statusCode: 410, error: 'responded with 410' };
  for (let round = 0; round < 8; round += 1) {
    const ids = await Promise.all(Array.from({ length: 6 }, () => webhooks.endpoint(account)));
    for (const id of ids) await webhooks.deliveries(id, 1);
    const leased = await webhooks.lease(NOW_MS, { ratePerSecond: 1_000 });
    await change(3);
    const reports = await Promise.all([
      publish(),
      ...leased.map((each) => webhooks.record([failureOf(each, NOW_MS, gone)])),
      webhooks.lease(NOW_MS, { max: 7 }),
      publish(),
    ]);
    expect(reports.flatMap((report) => ('disabled' in report ? report.disabled : [])).sort()).toEqual(
      leased.map(({ endpointId }) => endpointId).sort(),
    );
    await db.query('DELETE FROM deliveries');
    await db.query('DELETE FROM webhook_secrets');
    await db.query('DELETE FROM webhook_endpoints');
  }
});
