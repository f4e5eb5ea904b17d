import { type Database, openDatabase } from '../database/database';
import { DatabaseRejectedError } from '../database/errors';
import { createTestDatabase, type TestDatabase } from '../testing';
import { DeliveryRepository } from './delivery.repository';
import {
  RecoveryRepository,
  type RecoverySpan,
  RecoveryLimitError,
  type RecoveryRequest,
  RecoveryInProgressError,
} from './recovery.repository';
import { stepRecovery } from './recovery-step';
import { failureOf, DAY_MS, HOUR_MS, NOW_MS, outcomeOf, SECOND_MS, Webhooks } from './testing';

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

const span: RecoverySpan = { sinceMs: NOW_MS - HOUR_MS, untilMs: NOW_MS + HOUR_MS };
const LATER_MS = NOW_MS + SECOND_MS;

const queue = (over: Partial<RecoveryRequest> = {}, nowMs = NOW_MS) =>
  new RecoveryRepository(db).queue({ ...span, account, endpointId: endpoint, bounds: null, ...over }, nowMs);
const stateOf = async (id: string) => (await new RecoveryRepository(db).find(endpoint, id))!;
/** Runs steps until none is left. */
const work = async (nowMs = LATER_MS) => {
  while ((await stepRecovery(db, nowMs)) !== null) continue;
};
/** Queues a recovery and runs all of its steps; returns the number of deliveries made due. */
const recover = async (of: RecoverySpan = span) => {
  const { id } = await queue(of);
  await work();
  const { status, deliveries } = await stateOf(id);
  expect(status).toBe('done');
  return deliveries;
};
const dueEvents = async () => {
  const rows = await db.query<{ event: string }>(
    `SELECT event::text AS event FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' ORDER BY deliveries.event`,
    [endpoint],
  );
  return rows.map(({ event }) => event);
};

describe('recover', () => {
  it('makes failed and missed deliveries due, and skips those that are delivered or in flight', async () => {
    const [delivered] = await webhooks.deliveries(endpoint, 1);
    await webhooks.record((await webhooks.lease()).map((each) => outcomeOf(each)));
    const [failed] = await webhooks.deliveries(endpoint, 1);
    await webhooks.record((await webhooks.lease()).map((each) => failureOf(each)));
    await db.query(`UPDATE deliveries SET status = 'failed', tries = 10 WHERE id = $1`, [failed]);
    const [underWay] = await webhooks.deliveries(endpoint, 1);
    await webhooks.lease(LATER_MS);
    const never = await webhooks.events(2);
    expect(await recover()).toBe(3);
    expect(await webhooks.row(delivered!)).toMatchObject({ status: 'delivered' });
    expect(await webhooks.row(underWay!)).toMatchObject({ status: 'sending' });
    expect(await webhooks.row(failed!)).toMatchObject({ status: 'pending', tries: 0, dueMs: LATER_MS });
    expect((await dueEvents()).slice(-2)).toEqual(never);
  });

  it('makes retries due at once, and does not count deliveries that are due already', async () => {
    const [waits] = await webhooks.deliveries(endpoint, 1);
    await webhooks.record((await webhooks.lease()).map((each) => failureOf(each)));
    await webhooks.deliveries(endpoint, 2);
    expect(await recover()).toBe(1);
    expect(await webhooks.row(waits!)).toMatchObject({ status: 'pending', tries: 0, dueMs: LATER_MS });
    expect(await recover()).toBe(0);
  });

  it('selects events of the span and the account that the endpoint subscribes to', async () => {
    await webhooks.endpoints.update(account, endpoint, { drops: ['linea'], events: ['drop.*', 'webhook.*'] }, NOW_MS);
    await webhooks.events(1, { atMs: span.sinceMs - 1 });
    await webhooks.events(1, { atMs: span.untilMs });
    await webhooks.events(1, { type: 'calendar.event_created' });
    await webhooks.events(1, { dropId: 'zora' });
    const wanted = await webhooks.events(1, { atMs: span.sinceMs });
    // A ping is for one endpoint; no endpoint gets events about itself or about endpoints of other accounts.
    for (const each of [endpoint, await webhooks.endpoint(account), await webhooks.endpoint()]) {
      await new DeliveryRepository(db).ping((await webhooks.endpointRow(each)).account, each, NOW_MS);
      await webhooks.deliveries(each, 1);
    }
    const gone = (await webhooks.lease()).filter(({ eventId }) => /^evt_[0-9]+$/.test(eventId));
    await db.query('DELETE FROM events WHERE type <> $1 AND place > $2::bigint', ['webhook.ping', wanted[0]]);
    await webhooks.record(gone.map((each) => failureOf(each, NOW_MS, { statusCode: 410 })));
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

  it('includes events about endpoints, at any position', async () => {
    const publish = (n: number, atMs: number) =>
      db.query(
        `INSERT INTO events (id, type, account, recorded_at, body)
         VALUES ('evt_own' || $1::int, 'webhook.disabled', $2, to_timestamp($3::float8 / 1000), '{}')`,
        [n, account, atMs],
      );
    await webhooks.events(1, { atMs: span.sinceMs - 1 });
    await publish(1, NOW_MS);
    await webhooks.events(1, { atMs: NOW_MS - 1 });
    await webhooks.events(1, { atMs: NOW_MS - 1 });
    await publish(2, NOW_MS - 2);
    await webhooks.events(1, { atMs: span.untilMs });
    expect(await recover()).toBe(4);
    await db.query('TRUNCATE deliveries');
    expect(await recover({ sinceMs: NOW_MS, untilMs: NOW_MS + 1 })).toBe(1);
    expect(await recover({ sinceMs: NOW_MS + 1, untilMs: NOW_MS + 2 })).toBe(0);
  });

  it('continues over several steps, and makes no delivery due twice', async () => {
    await webhooks.events(2_100);
    expect(await recover()).toBe(2_100);
    await db.query(`UPDATE deliveries SET status = 'delivered'`);
    expect(await recover()).toBe(0);
  });

  it('fails when its endpoint is deleted', async () => {
    await webhooks.events(1);
    const { id } = await queue();
    await webhooks.endpoints.remove(account, endpoint, NOW_MS);
    await work();
    expect(await stateOf(id)).toMatchObject({
      status: 'failed',
      stoppedBy: 'endpoint_deleted',
      finishedAtMs: LATER_MS,
    });
  });
});

describe('a recovery as a job', () => {
  it('is committed step by step: a worker that dies loses no step, and the next one repeats none', async () => {
    await webhooks.events(2_100);
    const { id } = await queue();
    await stepRecovery(db, LATER_MS);
    expect(await stateOf(id)).toMatchObject({ status: 'running', deliveries: 1_000, finishedAtMs: null });
    const dying = Object.assign(Object.create(db) as Database, {
      query: db.query.bind(db),
      transaction: <T>(work: Parameters<Database['transaction']>[0]) =>
        db.transaction(async (sql): Promise<T> => {
          await work(sql);
          throw new Error('dies before the commit');
        }),
    });
    await expect(stepRecovery(dying, LATER_MS)).rejects.toThrow('dies before the commit');
    expect(await stateOf(id)).toMatchObject({ status: 'running', deliveries: 1_000 });
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'done', deliveries: 2_100, stoppedBy: null, nextSinceMs: null });
    expect(await webhooks.count('deliveries')).toBe(2_100);
  });

  it('has one worker at a time; another worker leases the next recovery', async () => {
    const [other, otherEndpoint] = await anAccount();
    await webhooks.events(1_500);
    const [first, second] = [await queue(), await queue({ account: other, endpointId: otherEndpoint })];
    const steps = await Promise.all([1, 2, 3].map(() => stepRecovery(db, LATER_MS)));
    const ids = steps.flatMap((step) => (step === null ? [] : [step.id]));
    expect(new Set(ids)).toEqual(new Set([first.id, second.id]));
    await work();
    expect(await webhooks.count('deliveries')).toBe(3_000);
  });

  // No more recoveries are open than workers run, however many are queued.
  it('ends before the next one starts', async () => {
    const [other, otherEndpoint] = await anAccount();
    await webhooks.events(1_500);
    const [first, second] = [await queue(), await queue({ account: other, endpointId: otherEndpoint }, NOW_MS + 1)];
    const done: string[] = [];
    for (let step = await stepRecovery(db, LATER_MS); step !== null; step = await stepRecovery(db, LATER_MS)) {
      if (step.isFinished) done.push(step.id);
      if (done.length === 0) expect(await webhooks.count(`webhook_recoveries WHERE status = 'queued'`)).toBe(1);
    }
    expect(done).toEqual([first.id, second.id]);
  });

  it('is one at a time per account, over all of its endpoints', async () => {
    const second = await webhooks.endpoint(account);
    const orders = await Promise.allSettled([queue(), queue({ endpointId: second }), queue()]);
    expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [rejected] = orders.flatMap((order) => (order.status === 'rejected' ? [order.reason as unknown] : []));
    expect(rejected).toBeInstanceOf(RecoveryInProgressError);
    const [other, otherEndpoint] = await anAccount();
    await queue({ account: other, endpointId: otherEndpoint });
    await work();
    await queue({ endpointId: second });
  });

  it('fails when the database rejects its step, and the next one continues', async () => {
    const [other, otherEndpoint] = await anAccount();
    await webhooks.events(1);
    const [first, second] = [await queue(), await queue({ account: other, endpointId: otherEndpoint }, NOW_MS + 1)];
    await db.query(`UPDATE webhook_recoveries SET deliveries = 2147483647 WHERE id = $1`, [first.id]);
    await expect(stepRecovery(db, LATER_MS)).rejects.toThrow(DatabaseRejectedError);
    expect(await stateOf(first.id)).toMatchObject({ status: 'failed', stoppedBy: 'internal' });
    await work();
    expect(await new RecoveryRepository(db).find(otherEndpoint, second.id)).toMatchObject({
      status: 'done',
      deliveries: 1,
    });
  });
});

describe('bounds of recoveries', () => {
  const BOUNDS = { perDayMax: 1_000, pendingMax: 1_000 };

  // Without a bound, one request could cause 300 000 deliveries to a host of the caller's choice.
  it('ends at the bound of pending deliveries of the account, and returns where to continue', async () => {
    await webhooks.deliveries(await webhooks.endpoint(account), 4, NOW_MS);
    await db.query('DELETE FROM events');
    await webhooks.events(3, { atMs: NOW_MS });
    await webhooks.events(3, { atMs: NOW_MS + 5 });
    const { id } = await queue({ bounds: { ...BOUNDS, pendingMax: 7 } });
    await work();
    const first = await stateOf(id);
    expect(first).toMatchObject({ status: 'done', deliveries: 3, stoppedBy: 'pending_limit', nextSinceMs: NOW_MS + 5 });
    await db.query(`UPDATE deliveries SET status = 'delivered'`);
    const { id: next } = await queue({ sinceMs: first.nextSinceMs!, bounds: { ...BOUNDS, pendingMax: 7 } });
    await work();
    expect(await stateOf(next)).toMatchObject({ status: 'done', deliveries: 3, stoppedBy: null, nextSinceMs: null });
  });

  it('counts the deliveries of a day, at least 100 for each recovery, and returns when the next one may start', async () => {
    const events = 950;
    await webhooks.events(events, { atMs: NOW_MS });
    const one = async (nowMs: number) => {
      const { id } = await queue({ bounds: BOUNDS }, nowMs);
      await work();
      return stateOf(id);
    };
    expect(await one(NOW_MS)).toMatchObject({ deliveries: events, stoppedBy: null });
    await db.query('TRUNCATE deliveries');
    // Fifty are left of the day's thousand.
    expect(await one(NOW_MS + HOUR_MS)).toMatchObject({
      deliveries: 50,
      stoppedBy: 'daily_limit',
      nextSinceMs: NOW_MS,
    });
    const rejected = queue({ bounds: BOUNDS }, NOW_MS + 2 * HOUR_MS);
    await expect(rejected).rejects.toMatchObject({ max: 1_000, freeAtMs: NOW_MS + DAY_MS });
    await expect(rejected).rejects.toThrow(RecoveryLimitError);
    const nextDay = await queue({ bounds: BOUNDS }, NOW_MS + DAY_MS);
    expect(nextDay).toMatchObject({ status: 'queued', deliveries: 0 });
  });

  it('does not apply to an operator, and does not count recoveries of an operator', async () => {
    await webhooks.events(1_200);
    expect(await recover()).toBe(1_200);
    await queue({ bounds: BOUNDS });
  });
});

async function anAccount(): Promise<[account: string, endpoint: string]> {
  const other = await webhooks.account();
  return [other, await webhooks.endpoint(other)];
}
