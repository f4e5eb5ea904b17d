import { ATTEMPTS_MAX, BREAKER, RETRY_SCHEDULE } from '@droptrack/webhooks';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import type { LeasedDelivery } from './lease';
import { DeliveryRepository } from './delivery.repository';
import { DAY_MS, failureOf, HOUR_MS, LEASE_MS, NOW_MS, outcomeOf, SECOND_MS, Webhooks } from './testing';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  webhooks = new Webhooks(db);
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const list = (endpointId: string) =>
  new DeliveryRepository(db).list({ endpointId, status: null, eventType: null, before: null, limit: 10 });

/** Closes all circuit breakers, so that only the retry schedule decides when deliveries are sent. */
const unblock = () => db.query('UPDATE webhook_endpoints SET blocked_until = NULL, failing_since = NULL');

describe('a delivery', () => {
  it('is delivered after a 2xx response, and its attempt is stored', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 1);
    const [delivery] = await webhooks.lease();
    const response = Buffer.alloc(3_000, 'a');
    expect(await webhooks.record([outcomeOf(delivery!, NOW_MS, { response })])).toEqual({
      delivered: 1,
      failed: 0,
      exhausted: 0,
      void: 0,
      disabled: [],
    });
    expect(await list(endpoint)).toMatchObject([
      {
        status: 'delivered',
        nextAttemptMs: null,
        deliveredAtMs: NOW_MS + 20,
        attempts: [
          { atMs: NOW_MS, durationMs: 20, statusCode: 204, error: null, response: response.subarray(0, 1_024) },
        ],
      },
    ]);
    expect(await webhooks.lease(NOW_MS + DAY_MS)).toEqual([]);
  });

  // The promise of docs/webhooks.md, through the database.
  it('gets ten attempts with the waits of the retry schedule, and has failed then', async () => {
    const endpoint = await webhooks.endpoint();
    const [id] = await webhooks.deliveries(endpoint, 1);
    let nowMs = NOW_MS;
    for (const [index, waitMs] of [...RETRY_SCHEDULE.waitsMs, null].entries()) {
      const [delivery] = await webhooks.lease(nowMs);
      expect(delivery).toMatchObject({ id, tries: index, leaseNumber: index + 1 });
      const report = await webhooks.record([failureOf(delivery!, nowMs)], nowMs);
      expect(report).toMatchObject({ failed: 1, exhausted: waitMs === null ? 1 : 0 });
      if (waitMs === null) break;
      expect(await webhooks.row(id!)).toMatchObject({ status: 'pending', dueMs: nowMs + 20 + waitMs });
      nowMs += 20 + waitMs;
      await unblock();
      expect(await webhooks.lease(nowMs - 1)).toEqual([]);
    }
    const [delivery] = await list(endpoint);
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptMs: null });
    expect(delivery!.attempts.map(({ statusCode }) => statusCode)).toEqual(Array(ATTEMPTS_MAX).fill(500));
    expect(await webhooks.lease(nowMs + 30 * DAY_MS)).toEqual([]);
  });

  it.each([
    ['is asked to wait longer', HOUR_MS, HOUR_MS],
    ['is asked to wait for less', 1, 5 * SECOND_MS],
    ['is asked to wait for ever', 1_000 * HOUR_MS, 5 * SECOND_MS + 2 * HOUR_MS],
  ])('that %s waits within bounds', async (_name, retryAfterMs, waitMs) => {
    const [id] = await webhooks.deliveries(await webhooks.endpoint(), 1);
    const [delivery] = await webhooks.lease();
    await webhooks.record([failureOf(delivery!, NOW_MS, { statusCode: 429, retryAfterMs })]);
    expect(await webhooks.row(id!)).toMatchObject({ dueMs: NOW_MS + 20 + waitMs });
  });

  it('with an expired lease belongs to its next worker: a late outcome is discarded without a trace', async () => {
    const endpoint = await webhooks.endpoint();
    const [id] = await webhooks.deliveries(endpoint, 1);
    const [late] = await webhooks.lease();
    const [again] = await webhooks.lease(NOW_MS + LEASE_MS);
    expect(await webhooks.record([failureOf(late!)])).toMatchObject({ failed: 0, void: 1 });
    expect(await webhooks.row(id!)).toMatchObject({ status: 'sending', claims: 2 });
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({ failures: 0 });
    await webhooks.record([outcomeOf(again!)]);
    // A worker that does not know whether an outcome was stored records it again.
    expect(await webhooks.record([outcomeOf(again!)])).toMatchObject({ delivered: 0, void: 1 });
    expect(await webhooks.count('attempts')).toBe(1);
  });

  it('stores text of receivers without control characters and lone surrogates', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 1);
    const [delivery] = await webhooks.lease();
    await webhooks.record([failureOf(delivery!, NOW_MS, { error: `${'x'.repeat(498)}\0😀`, statusCode: null })]);
    const [{ attempts } = { attempts: [] }] = await list(endpoint);
    expect(attempts[0]!.error).toBe(`${'x'.repeat(498)} \u0020`);
  });
});

describe('the breaker', () => {
  it('opens after five failures in a row, permits one attempt when half-open, and closes after a success', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 20, NOW_MS - HOUR_MS);
    const first = await webhooks.lease();
    await webhooks.record(first.map((each) => failureOf(each)));
    const second = await webhooks.lease(NOW_MS + SECOND_MS);
    expect([first.length, second.length]).toEqual([4, 4]);
    await webhooks.record(second.map((each) => failureOf(each, NOW_MS + SECOND_MS)));
    const blockedUntilMs = NOW_MS + SECOND_MS + 20 + BREAKER.firstMs;
    // Attempts that were in flight when it opened do not count.
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({ failures: 5, failingSinceMs: NOW_MS, blockedUntilMs });
    expect(await webhooks.lease(blockedUntilMs - 1)).toEqual([]);

    const [probe, ...others] = await webhooks.lease(blockedUntilMs);
    expect(others).toEqual([]);
    expect(await webhooks.lease(blockedUntilMs + SECOND_MS)).toEqual([]);
    await webhooks.record([failureOf(probe!, blockedUntilMs + SECOND_MS)]);
    const twiceMs = blockedUntilMs + SECOND_MS + 20 + 2 * BREAKER.firstMs;
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({ failures: 6, blockedUntilMs: twiceMs });

    const [next] = await webhooks.lease(twiceMs);
    await webhooks.record([outcomeOf(next!, twiceMs)]);
    const closed = { failures: 0, failingSinceMs: null, failedMs: null, blockedUntilMs: null };
    expect(await webhooks.endpointRow(endpoint)).toMatchObject(closed);
    expect(await webhooks.lease(twiceMs + SECOND_MS)).toHaveLength(4);
  });
});

describe('an endpoint', () => {
  const disabledAfter = async (account: string, over: Parameters<typeof failureOf>[2], atMs = NOW_MS) => {
    const endpoint = await webhooks.endpoint(account, { events: ['drop.*'] });
    await webhooks.deliveries(endpoint, 1);
    const [delivery] = await webhooks.lease(atMs);
    return { endpoint, recordOutcome: () => webhooks.record([failureOf(delivery!, atMs, over)], atMs) };
  };

  it('is disabled after a 410; only endpoints of its account that subscribe are notified', async () => {
    const account = await webhooks.account();
    const wanting = await webhooks.endpoint(account, { events: ['webhook.disabled'] });
    await webhooks.endpoint(account, { events: ['drop.*'] });
    await webhooks.endpoint(account, { events: ['*'], enabled: false });
    await webhooks.endpoint(undefined, { events: ['*'] });
    const { endpoint, recordOutcome } = await disabledAfter(account, { statusCode: 410 });
    expect(await recordOutcome()).toMatchObject({ failed: 1, disabled: [endpoint] });
    const row = await webhooks.endpointRow(endpoint);
    expect(row).toMatchObject({ enabled: false, disabledReason: 'gone', updatedAtMs: NOW_MS });
    const notified = await webhooks.lease();
    expect(notified).toMatchObject([{ endpointId: wanting }]);
    expect(JSON.parse(notified[0]!.body.toString())).toMatchObject({
      id: notified[0]!.eventId,
      type: 'webhook.disabled',
      sequence: null,
      data: { object: { id: endpoint, enabled: false }, previous: { enabled: true } },
    });
    expect(await db.query('SELECT account FROM events WHERE seq IS NULL')).toEqual([{ account }]);
  });

  // The owner has repaired the endpoint since: late outcomes of the former receiver must not disable it again.
  it.each([
    ['got another address', { url: 'https://example.com/other' }],
    ['been enabled', { enabled: true }],
  ])('that has %s since does not answer for attempts of before', async (_name, change) => {
    const account = await webhooks.account();
    const { endpoint, recordOutcome } = await disabledAfter(account, { statusCode: 410 });
    const untouched = { enabled: true, disabledReason: null, failures: 0, failingSinceMs: null };
    await webhooks.endpoints.update(account, endpoint, change, NOW_MS + 1);
    expect(await recordOutcome()).toMatchObject({ failed: 1, disabled: [] });
    expect(await webhooks.endpointRow(endpoint)).toMatchObject(untouched);
    // Later attempts count, unless they were leased for a former URL.
    await webhooks.deliveries(endpoint, 2);
    const [one, other] = await webhooks.lease(NOW_MS + 1);
    const gone = (delivery: LeasedDelivery) => webhooks.record([failureOf(delivery, NOW_MS + 1, { statusCode: 410 })]);
    expect(await gone({ ...one!, url: 'https://example.com/former' })).toMatchObject({ failed: 1, disabled: [] });
    expect(await webhooks.endpointRow(endpoint)).toMatchObject(untouched);
    expect(await gone(other!)).toMatchObject({ disabled: [endpoint] });
  });

  it('keeps its pending deliveries while disabled, and gets them when it is enabled', async () => {
    const account = await webhooks.account();
    const { endpoint, recordOutcome } = await disabledAfter(account, { statusCode: 410 });
    await recordOutcome();
    const laterMs = NOW_MS + HOUR_MS;
    expect(await webhooks.lease(laterMs)).toEqual([]);
    await webhooks.endpoints.update(account, endpoint, { enabled: true }, laterMs);
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({
      disabledReason: null,
      failures: 0,
      failingSinceMs: null,
    });
    expect(await webhooks.lease(laterMs)).toHaveLength(1);
  });

  it('is disabled after five days of failures only', async () => {
    const account = await webhooks.account();
    const { endpoint, recordOutcome } = await disabledAfter(account, {});
    const since = (agoMs: number) =>
      db.query(
        `UPDATE webhook_endpoints SET failures = 3, failing_since = to_timestamp($1::float8 / 1000),
           failed_at = to_timestamp($2::float8 / 1000)`,
        [NOW_MS + 20 - agoMs, NOW_MS - HOUR_MS],
      );
    await since(5 * DAY_MS - 1);
    expect(await recordOutcome()).toMatchObject({ failed: 1, disabled: [] });
    const [delivery] = await webhooks.lease(NOW_MS + HOUR_MS);
    await since(5 * DAY_MS - HOUR_MS);
    const atMs = NOW_MS + HOUR_MS;
    expect(await webhooks.record([failureOf(delivery!, atMs)], atMs)).toMatchObject({ disabled: [endpoint] });
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({ enabled: false, disabledReason: 'failing' });
  });
});

// Leases and outcomes write to the same rows of endpoints, in any order.
it('leases and records concurrently without a deadlock', async () => {
  const endpoints = await Promise.all(Array.from({ length: 6 }, () => webhooks.endpoint()));
  for (const endpoint of endpoints) await webhooks.deliveries(endpoint, 60, NOW_MS - DAY_MS);
  let nowMs = NOW_MS;
  const work = async (worker: number) => {
    for (let round = 0; round < 25; round += 1) {
      const atMs = (nowMs += SECOND_MS / 4);
      const leased = await webhooks.lease(atMs, { max: 10, leaseMs: SECOND_MS });
      const ends = leased.map((each, index) => (index % 3 === worker % 3 ? failureOf : outcomeOf)(each, atMs));
      await webhooks.record(worker % 2 === 0 ? ends.reverse() : ends, atMs);
    }
  };
  await Promise.all([0, 1, 2, 3].map(work));
  expect(await webhooks.count('attempts')).toBeGreaterThan(100);
}, 60_000);
