import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { type DeliveriesQuery, DeliveryRepository } from './delivery.repository';
import { DeliveryQueueHealth } from './queue-health';
import { DAY_MS, failureOf, HOUR_MS, idsOf, LEASE_MS, NOW_MS, outcomeOf, SECOND_MS, Webhooks } from './testing';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let account: string;
let endpoint: string;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  webhooks = new Webhooks(db);
  account = await webhooks.account();
  endpoint = await webhooks.endpoint(account);
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const sendAll = async (isDelivered: boolean) => {
  const leased = await webhooks.lease();
  await webhooks.record(leased.map((each) => (isDelivered ? outcomeOf(each) : failureOf(each))));
  return leased;
};
const again = (id: string, over: { account?: string; endpoint?: string; nowMs?: number } = {}) =>
  new DeliveryRepository(db).redeliver(over.account ?? account, over.endpoint ?? endpoint, id, over.nowMs ?? NOW_MS);

describe('redeliver', () => {
  it.each([true, false])(
    'sends the same bytes under the same id from the beginning; delivered before: %p',
    async (was) => {
      const [id] = await webhooks.deliveries(endpoint, 1);
      const [before] = await sendAll(was);
      expect(await again(id!)).toEqual({ isDue: true });
      const [after] = await webhooks.lease(NOW_MS + SECOND_MS);
      expect(after).toMatchObject({ id, eventId: before!.eventId, body: before!.body, tries: 0, leaseNumber: 2 });
      await webhooks.record([outcomeOf(after!)]);
      const [delivery] = await list();
      expect(delivery).toMatchObject({ status: 'delivered', attempts: { length: 2 } });
    },
  );

  it('does not change a delivery in flight, and resends one whose lease has expired', async () => {
    const [id] = await webhooks.deliveries(endpoint, 1);
    const [lost] = await webhooks.lease();
    expect(await again(id!)).toEqual({ isDue: false });
    expect(await webhooks.row(id!)).toMatchObject({ status: 'sending', claims: 1 });
    const nowMs = NOW_MS + LEASE_MS;
    expect(await again(id!, { nowMs })).toEqual({ isDue: true });
    expect(await webhooks.record([outcomeOf(lost!)])).toMatchObject({ void: 1 });
    expect(await webhooks.lease(nowMs)).toMatchObject([{ id, tries: 0 }]);
  });

  it('does not find deliveries of other accounts, or unknown ones', async () => {
    const [id] = await webhooks.deliveries(endpoint, 1);
    const [other, otherEndpoint] = [await webhooks.account(), await webhooks.endpoint(account)];
    expect(await again(id!, { account: other })).toBeNull();
    expect(await again(id!, { endpoint: otherEndpoint })).toBeNull();
    for (const none of ['0', '9'.repeat(18), '9'.repeat(40), '-1', 'x', '']) expect(await again(none)).toBeNull();
    await webhooks.endpoints.remove(account, endpoint, NOW_MS);
    expect(await again(id!)).toBeNull();
  });
});

const list = (over: Partial<DeliveriesQuery> = {}) =>
  new DeliveryRepository(db).list({
    endpointId: endpoint,
    status: null,
    eventType: null,
    before: null,
    limit: 100,
    ...over,
  });

describe('the list of deliveries', () => {
  it('starts with the latest, page by page, by status and type', async () => {
    const delivered = await webhooks.deliveries(endpoint, 3);
    await sendAll(true);
    const places = await webhooks.events(1, { type: 'drop.created' });
    await db.query(
      `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at) VALUES ($1, $2, 'pending', now(), now())`,
      [endpoint, places[0]],
    );
    const failed = await webhooks.deliveries(endpoint, 1);
    await db.query(`UPDATE deliveries SET status = 'failed' WHERE id = $1`, failed);
    await webhooks.deliveries(await webhooks.endpoint(account), 1);
    const all = await list();
    expect(all.map(({ status }) => status)).toEqual(['failed', 'pending', 'delivered', 'delivered', 'delivered']);
    expect(all.map(({ attempts }) => attempts.length)).toEqual([0, 0, 1, 1, 1]);
    expect((await list({ status: 'delivered' })).map(({ id }) => id)).toEqual([...delivered].reverse());
    expect(await list({ status: 'pending' })).toMatchObject([{ eventType: 'drop.created' }]);
    expect(await list({ eventType: 'drop.created' })).toHaveLength(1);
    const first = await list({ limit: 2 });
    expect([...first, ...(await list({ before: BigInt(first[1]!.id) }))]).toEqual(all);
    await webhooks.lease(NOW_MS + HOUR_MS);
    expect(await list({ status: 'pending' })).toMatchObject([{ status: 'pending' }]);
  });
});

describe('a ping', () => {
  it('is sent before pending deliveries, once, and also while the circuit breaker is open', async () => {
    await webhooks.deliveries(endpoint, 10, NOW_MS - 20 * DAY_MS);
    await db.query(`UPDATE webhook_endpoints SET failures = 9, blocked_until = to_timestamp($1)`, [
      NOW_MS / 1_000 + 300,
    ]);
    const ping = await new DeliveryRepository(db).ping(account, endpoint, NOW_MS);
    const leased = await webhooks.lease();
    expect(leased).toMatchObject([{ id: ping!.deliveryId, dueMs: NOW_MS }]);
    expect(JSON.parse(leased[0]!.body.toString())).toMatchObject({
      type: 'webhook.ping',
      data: { object: { id: endpoint } },
    });
    expect(await new DeliveryRepository(db).readFirstAttempt(ping!.deliveryId)).toBeNull();
    await webhooks.record([failureOf(leased[0]!)]);
    expect(await new DeliveryRepository(db).readFirstAttempt(ping!.deliveryId)).toMatchObject({
      statusCode: 500,
      durationMs: 20,
    });
    expect(await webhooks.row(ping!.deliveryId)).toMatchObject({ status: 'failed' });
  });

  it('is not sent for another account', async () => {
    expect(await new DeliveryRepository(db).ping(await webhooks.account(), endpoint, NOW_MS)).toBeNull();
    expect(await webhooks.count('events')).toBe(0);
  });
});

it('reports the state of the queue: pending deliveries and the oldest due one of endpoints that may be sent to', async () => {
  expect(await new DeliveryQueueHealth(db).read(NOW_MS)).toEqual({
    pending: 0,
    oldestDueMs: null,
    sending: 0,
    blockedEndpoints: 0,
    disabledEndpoints: 0,
  });
  await webhooks.deliveries(endpoint, 6, NOW_MS - HOUR_MS);
  await webhooks.lease();
  const [blocked, disabled] = [await webhooks.endpoint(), await webhooks.endpoint(account, { enabled: false })];
  for (const each of [blocked, disabled]) await webhooks.deliveries(each, 1, NOW_MS - DAY_MS);
  await db.query(`UPDATE webhook_endpoints SET blocked_until = to_timestamp($2) WHERE id = $1`, [
    blocked,
    NOW_MS / 1_000 + 10,
  ]);
  expect(await new DeliveryQueueHealth(db).read(NOW_MS)).toEqual({
    pending: 4,
    oldestDueMs: NOW_MS - HOUR_MS + 5,
    sending: 4,
    blockedEndpoints: 1,
    disabledEndpoints: 1,
  });
  expect(idsOf(await webhooks.lease())).toEqual([]);
});
