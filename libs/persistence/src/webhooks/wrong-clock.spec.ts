import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { DAY_MS, failureOf, HOUR_MS, LEASE_MS, NOW_MS, SECOND_MS, Webhooks } from './testing';
import { DeliveryQueueHealth } from './queue-health';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 3, applicationName: 'test' });
  webhooks = new Webhooks(db);
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const leaseIds = async (nowMs = NOW_MS) => (await webhooks.lease(nowMs)).map(({ id }) => id);
const due = (atMs: number, where: string) =>
  db.query(`UPDATE deliveries SET due_at = to_timestamp($1::float8 / 1000) WHERE ${where}`, [atMs]);

// Otherwise each of them would delay deliveries for an hour after the clock was corrected.
describe('a value from a clock that was an hour ahead', () => {
  it('does not count for the rate of an endpoint', async () => {
    await webhooks.deliveries(await webhooks.endpoint(), 2, NOW_MS - HOUR_MS);
    await db.query('UPDATE webhook_endpoints SET paced_until = to_timestamp($1)', [(NOW_MS + HOUR_MS) / 1_000]);
    expect(await leaseIds()).toHaveLength(2);
    const [row] = await db.query<{ at: Date }>('SELECT paced_until AS at FROM webhook_endpoints');
    expect(row!.at.getTime()).toBeLessThan(NOW_MS + SECOND_MS);
  });

  it('does not keep a circuit breaker open for longer than its failures do', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 1);
    await db.query('UPDATE webhook_endpoints SET blocked_until = to_timestamp($1), failures = 5', [
      (NOW_MS + HOUR_MS) / 1_000,
    ]);
    expect(await new DeliveryQueueHealth(db).read(NOW_MS)).toMatchObject({ blockedEndpoints: 0 });
    const [delivery] = await webhooks.lease(NOW_MS);
    await webhooks.record([failureOf(delivery!)]);
    expect(await webhooks.endpoints.find(null, endpoint)).toMatchObject({
      failures: 6,
      blockedUntilMs: NOW_MS + 20 + 20 * SECOND_MS,
    });
  });

  it('does not keep outcomes from counting', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 1);
    await db.query('UPDATE webhook_endpoints SET fresh_at = to_timestamp($1)', [(NOW_MS + HOUR_MS) / 1_000]);
    const [delivery] = await webhooks.lease(NOW_MS);
    await webhooks.record([failureOf(delivery!)]);
    expect(await webhooks.endpoints.find(null, endpoint)).toMatchObject({ failures: 1 });
  });

  it('is corrected where a delivery waits longer than the retry schedule permits', async () => {
    const [fresh, retried, waiting, last, leased] = await webhooks.deliveries(await webhooks.endpoint(), 5);
    await db.query(`UPDATE deliveries SET status = 'sending', claims = 1 WHERE id = $1`, [leased]);
    await due(NOW_MS + HOUR_MS, `id IN (${fresh}, ${leased})`);
    for (const [id, tries, aheadMs] of [
      [retried, 1, 3 * HOUR_MS],
      [waiting, 4, 4 * HOUR_MS],
      [last, 9, 27 * HOUR_MS],
    ] as const) {
      await db.query('UPDATE deliveries SET tries = $2 WHERE id = $1', [id, tries]);
      await due(NOW_MS + aheadMs, `id = ${id}`);
    }
    expect(await leaseIds()).toEqual([]);
    expect(await new DeliveryQueueHealth(db).recall(NOW_MS)).toBe(3);
    expect((await leaseIds()).sort()).toEqual([fresh, retried, leased].sort());
    expect(await new DeliveryQueueHealth(db).recall(NOW_MS)).toBe(0);
  });

  it('is the only thing that is corrected', async () => {
    const ids = await webhooks.deliveries(await webhooks.endpoint(), 3);
    await due(NOW_MS + 60 * SECOND_MS, `id = ${ids[0]}`);
    await db.query(`UPDATE deliveries SET status = 'sending', claims = 1 WHERE id = $1`, [ids[1]]);
    await due(NOW_MS + LEASE_MS, `id = ${ids[1]}`);
    await db.query('UPDATE deliveries SET tries = 9 WHERE id = $1', [ids[2]]);
    await due(NOW_MS + DAY_MS * 1.1 + 2 * HOUR_MS, `id = ${ids[2]}`);
    expect(await new DeliveryQueueHealth(db).recall(NOW_MS)).toBe(0);
  });
});
