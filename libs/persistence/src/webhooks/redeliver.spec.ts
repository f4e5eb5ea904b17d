import { type Database, openDatabase, type Transaction } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { listDeliveries, readFirstAttempt } from './deliveries-read';
import { readQueueHealth } from './health';
import { pingEndpoint } from './ping';
import { recoverDeliveries, RecoveryUnderWayError } from './recover';
import { redeliver } from './redeliver';
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
  const claimed = await webhooks.claim();
  await webhooks.settle(claimed.map((each) => (isDelivered ? outcomeOf(each) : failureOf(each))));
  return claimed;
};
const again = (id: string, over: { account?: string; endpoint?: string; nowMs?: number } = {}) =>
  redeliver(db, over.account ?? account, over.endpoint ?? endpoint, id, over.nowMs ?? NOW_MS);

describe('redeliver', () => {
  it.each([true, false])(
    'sends the same bytes under the same id from the beginning; delivered before: %p',
    async (was) => {
      const [id] = await webhooks.deliveries(endpoint, 1);
      const [before] = await sendAll(was);
      expect(await again(id!)).toEqual({ isDue: true });
      const [after] = await webhooks.claim(NOW_MS + SECOND_MS);
      expect(after).toMatchObject({ id, eventId: before!.eventId, body: before!.body, tries: 0, number: 2 });
      await webhooks.settle([outcomeOf(after!)]);
      const [delivery] = await list();
      expect(delivery).toMatchObject({ status: 'delivered', attempts: { length: 2 } });
    },
  );

  it('leaves one that is under way to it, and takes over one whose worker is lost', async () => {
    const [id] = await webhooks.deliveries(endpoint, 1);
    const [lost] = await webhooks.claim();
    expect(await again(id!)).toEqual({ isDue: false });
    expect(await webhooks.row(id!)).toMatchObject({ status: 'sending', claims: 1 });
    const nowMs = NOW_MS + LEASE_MS;
    expect(await again(id!, { nowMs })).toEqual({ isDue: true });
    expect(await webhooks.settle([outcomeOf(lost!)])).toMatchObject({ void: 1 });
    expect(await webhooks.claim(nowMs)).toMatchObject([{ id, tries: 0 }]);
  });

  it('does not find what is somebody else’s, or is not there', async () => {
    const [id] = await webhooks.deliveries(endpoint, 1);
    const [other, otherEndpoint] = [await webhooks.account(), await webhooks.endpoint(account)];
    expect(await again(id!, { account: other })).toBeNull();
    expect(await again(id!, { endpoint: otherEndpoint })).toBeNull();
    for (const none of ['0', '9'.repeat(18), '9'.repeat(40), '-1', 'x', '']) expect(await again(none)).toBeNull();
    await webhooks.endpoints.remove(account, endpoint, NOW_MS);
    expect(await again(id!)).toBeNull();
  });
});

describe('recover', () => {
  const span = { sinceMs: NOW_MS - HOUR_MS, untilMs: NOW_MS + HOUR_MS };
  const recover = (of = span) => recoverDeliveries(db, endpoint, of, NOW_MS + SECOND_MS);
  const dueEvents = async () => {
    const rows = await db.query<{ event: string }>(
      `SELECT event::text AS event FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' ORDER BY deliveries.event`,
      [endpoint],
    );
    return rows.map(({ event }) => event);
  };

  it('makes due what failed or was never made, and leaves alone what was delivered or is under way', async () => {
    const [delivered] = await webhooks.deliveries(endpoint, 1);
    await sendAll(true);
    const [failed] = await webhooks.deliveries(endpoint, 1);
    await sendAll(false);
    await db.query(`UPDATE deliveries SET status = 'failed', tries = 10 WHERE id = $1`, [failed]);
    const [underWay] = await webhooks.deliveries(endpoint, 1);
    await webhooks.claim(NOW_MS + SECOND_MS);
    const never = await webhooks.events(2);
    expect(await recover()).toBe(3);
    expect(await webhooks.row(delivered!)).toMatchObject({ status: 'delivered' });
    expect(await webhooks.row(underWay!)).toMatchObject({ status: 'sending' });
    expect(await webhooks.row(failed!)).toMatchObject({ status: 'pending', tries: 0, dueMs: NOW_MS + SECOND_MS });
    expect((await dueEvents()).slice(-2)).toEqual(never);
  });

  it('makes those that the endpoint wants, of the span that is asked for, of its account', async () => {
    await webhooks.endpoints.update(account, endpoint, { drops: ['linea'], events: ['drop.*', 'webhook.*'] }, NOW_MS);
    await webhooks.events(1, { atMs: span.sinceMs - 1 });
    await webhooks.events(1, { atMs: span.untilMs });
    await webhooks.events(1, { type: 'calendar.event_created' });
    await webhooks.events(1, { dropId: 'zora' });
    const wanted = await webhooks.events(1, { atMs: span.sinceMs });
    // Of endpoints: a ping is for one, and nobody is told that it was disabled itself, or of others' endpoints.
    for (const each of [endpoint, await webhooks.endpoint(account), await webhooks.endpoint()]) {
      await pingEndpoint(db, (await webhooks.endpointRow(each)).account, each, NOW_MS);
      await webhooks.deliveries(each, 1);
    }
    const gone = (await webhooks.claim()).filter(({ eventId }) => /^evt_[0-9]+$/.test(eventId));
    await db.query('DELETE FROM events WHERE type <> $1 AND place > $2::bigint', ['webhook.ping', wanted[0]]);
    await webhooks.settle(gone.map((each) => failureOf(each, NOW_MS, { statusCode: 410 })));
    await db.query('TRUNCATE deliveries');
    expect(await webhooks.count(`events WHERE type = 'webhook.disabled'`)).toBe(3);
    expect(await recover()).toBe(2);
    const [, disabled] = await db.query<{ id: string }>(
      `SELECT e.body::json #>> '{data,object,id}' AS id FROM deliveries AS d JOIN events AS e ON e.place = d.event
       ORDER BY e.place`,
    );
    expect((await dueEvents())[0]).toBe(wanted[0]);
    const owner = await webhooks.endpointRow(disabled!.id);
    expect([owner.account, owner.id === endpoint]).toEqual([account, false]);
  });

  // However long one takes, whoever asks again and again does not add to it.
  it('is done once at a time for an endpoint, also after one that failed, and no further than somebody waits', async () => {
    const other = await webhooks.endpoint(account);
    await webhooks.events(2_100);
    const failing = Object.assign(Object.create(db) as Database, {
      transaction: <T>(work: (sql: Transaction) => Promise<T>) =>
        db.transaction(async (sql) => {
          const query: Transaction['query'] = async (text, values) => {
            if (!text.startsWith('COMMIT')) return sql.query(text, values);
            await expect(recover()).rejects.toThrow(RecoveryUnderWayError);
            expect(await recoverDeliveries(db, other, span, NOW_MS)).toBe(2_100);
            throw new Error('fails here');
          };
          return work({ ...sql, query });
        }),
    });
    await expect(recoverDeliveries(failing, endpoint, span, NOW_MS)).rejects.toThrow('fails here');
    // Its connection is closed by then, or soon.
    const here = '(SELECT oid FROM pg_database WHERE datname = current_database())';
    const lock = `pg_locks WHERE locktype = 'advisory' AND classid = 7310013 AND database = ${here}`;
    while ((await webhooks.count(lock)) > 0) continue;
    let asked = 0;
    const isGone = () => (asked += 1) > 1;
    expect(await recoverDeliveries(db, endpoint, span, NOW_MS, { isGone })).toBe(1_000);
    expect(await recover()).toBe(2_100);
  });

  it('finds what was told of endpoints too, wherever it lies among the rest', async () => {
    const told = (n: number, atMs: number) =>
      db.query(
        `INSERT INTO events (id, type, account, recorded_at, body)
         VALUES ('evt_own' || $1::int, 'webhook.disabled', $2, to_timestamp($3::float8 / 1000), '{}')`,
        [n, account, atMs],
      );
    await webhooks.events(1, { atMs: span.sinceMs - 1 });
    await told(1, NOW_MS);
    await webhooks.events(1, { atMs: NOW_MS - 1 });
    await webhooks.events(1, { atMs: NOW_MS - 1 });
    await told(2, NOW_MS - 2);
    await webhooks.events(1, { atMs: span.untilMs });
    expect(await recover()).toBe(4);
    expect(await recover({ sinceMs: NOW_MS, untilMs: NOW_MS + 1 })).toBe(1);
    expect(await recover({ sinceMs: NOW_MS + 1, untilMs: NOW_MS + 2 })).toBe(0);
  });

  it('goes on until all is made, also beyond what is looked at at once, and again makes nothing', async () => {
    await webhooks.events(2_100);
    expect(await recover()).toBe(2_100);
    await db.query(`UPDATE deliveries SET status = 'delivered'`);
    expect(await recover()).toBe(0);
  });
});

const list = (over: Partial<Parameters<typeof listDeliveries>[1]> = {}) =>
  listDeliveries(db, { endpointId: endpoint, status: null, eventType: null, before: null, limit: 100, ...over });

describe('the list of deliveries', () => {
  it('goes from the latest on, page by page, by status and type', async () => {
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
    await webhooks.claim(NOW_MS + HOUR_MS);
    expect(await list({ status: 'pending' })).toMatchObject([{ status: 'pending' }]);
  });
});

describe('a ping', () => {
  it('comes before all that waits, is sent at once also where the endpoint is left alone, and once', async () => {
    await webhooks.deliveries(endpoint, 10, NOW_MS - 20 * DAY_MS);
    await db.query(`UPDATE webhook_endpoints SET failures = 9, blocked_until = to_timestamp($1)`, [
      NOW_MS / 1_000 + 300,
    ]);
    const ping = await pingEndpoint(db, account, endpoint, NOW_MS);
    const claimed = await webhooks.claim();
    expect(claimed).toMatchObject([{ id: ping!.deliveryId, dueMs: NOW_MS }]);
    expect(JSON.parse(claimed[0]!.body.toString())).toMatchObject({
      type: 'webhook.ping',
      data: { object: { id: endpoint } },
    });
    expect(await readFirstAttempt(db, ping!.deliveryId)).toBeNull();
    await webhooks.settle([failureOf(claimed[0]!)]);
    expect(await readFirstAttempt(db, ping!.deliveryId)).toMatchObject({ statusCode: 500, durationMs: 20 });
    expect(await webhooks.row(ping!.deliveryId)).toMatchObject({ status: 'failed' });
  });

  it('is not for somebody else', async () => {
    expect(await pingEndpoint(db, await webhooks.account(), endpoint, NOW_MS)).toBeNull();
    expect(await webhooks.count('events')).toBe(0);
  });
});

it('tells how the queue does: what waits and since when, of endpoints that may be sent to', async () => {
  expect(await readQueueHealth(db, NOW_MS)).toEqual({
    pending: 0,
    oldestDueMs: null,
    sending: 0,
    blockedEndpoints: 0,
    disabledEndpoints: 0,
  });
  await webhooks.deliveries(endpoint, 6, NOW_MS - HOUR_MS);
  await webhooks.claim();
  const [blocked, disabled] = [await webhooks.endpoint(), await webhooks.endpoint(account, { enabled: false })];
  for (const each of [blocked, disabled]) await webhooks.deliveries(each, 1, NOW_MS - DAY_MS);
  await db.query(`UPDATE webhook_endpoints SET blocked_until = to_timestamp($2) WHERE id = $1`, [
    blocked,
    NOW_MS / 1_000 + 10,
  ]);
  expect(await readQueueHealth(db, NOW_MS)).toEqual({
    pending: 4,
    oldestDueMs: NOW_MS - HOUR_MS + 5,
    sending: 4,
    blockedEndpoints: 1,
    disabledEndpoints: 1,
  });
  expect(idsOf(await webhooks.claim())).toEqual([]);
});
