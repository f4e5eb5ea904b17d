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

/** Nothing but the schedule decides when it is sent. */
const unblock = () => db.query('UPDATE webhook_endpoints SET blocked_until = NULL, failing_since = NULL');

describe('a delivery', () => {
  it('is delivered after a 2xx response, and its attempt is stored', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 1);
    const [delivery] = await webhooks.claim();
    const response = Buffer.alloc(3_000, 'a');
    expect(await webhooks.settle([outcomeOf(delivery!, NOW_MS, { response })])).toEqual({
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
    expect(await webhooks.claim(NOW_MS + DAY_MS)).toEqual([]);
  });

  // The promise of docs/webhooks.md, through the database.
  it('gets ten attempts with the waits of the retry schedule, and has failed then', async () => {
    const endpoint = await webhooks.endpoint();
    const [id] = await webhooks.deliveries(endpoint, 1);
    let nowMs = NOW_MS;
    for (const [index, waitMs] of [...RETRY_SCHEDULE.waitsMs, null].entries()) {
      const [delivery] = await webhooks.claim(nowMs);
      expect(delivery).toMatchObject({ id, tries: index, attempt: index + 1 });
      const report = await webhooks.settle([failureOf(delivery!, nowMs)], nowMs);
      expect(report).toMatchObject({ failed: 1, exhausted: waitMs === null ? 1 : 0 });
      if (waitMs === null) break;
      expect(await webhooks.row(id!)).toMatchObject({ status: 'pending', dueMs: nowMs + 20 + waitMs });
      nowMs += 20 + waitMs;
      await unblock();
      expect(await webhooks.claim(nowMs - 1)).toEqual([]);
    }
    const [delivery] = await list(endpoint);
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptMs: null });
    expect(delivery!.attempts.map(({ statusCode }) => statusCode)).toEqual(Array(ATTEMPTS_MAX).fill(500));
    expect(await webhooks.claim(nowMs + 30 * DAY_MS)).toEqual([]);
  });

  it.each([
    ['is asked to wait longer', HOUR_MS, HOUR_MS],
    ['is asked to wait for less', 1, 5 * SECOND_MS],
    ['is asked to wait for ever', 1_000 * HOUR_MS, 5 * SECOND_MS + 2 * HOUR_MS],
  ])('that %s waits within bounds', async (_name, retryAfterMs, waitMs) => {
    const [id] = await webhooks.deliveries(await webhooks.endpoint(), 1);
    const [delivery] = await webhooks.claim();
    await webhooks.settle([failureOf(delivery!, NOW_MS, { statusCode: 429, retryAfterMs })]);
    expect(await webhooks.row(id!)).toMatchObject({ dueMs: NOW_MS + 20 + waitMs });
  });

  it('with an expired lease belongs to its next worker: a late outcome is discarded without a trace', async () => {
    const endpoint = await webhooks.endpoint();
    const [id] = await webhooks.deliveries(endpoint, 1);
    const [late] = await webhooks.claim();
    const [again] = await webhooks.claim(NOW_MS + LEASE_MS);
    expect(await webhooks.settle([failureOf(late!)])).toMatchObject({ failed: 0, void: 1 });
    expect(await webhooks.row(id!)).toMatchObject({ status: 'sending', claims: 2 });
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({ failures: 0 });
    await webhooks.settle([outcomeOf(again!)]);
    // Whoever does not know whether it was stored stores it again.
    expect(await webhooks.settle([outcomeOf(again!)])).toMatchObject({ delivered: 0, void: 1 });
    expect(await webhooks.count('attempts')).toBe(1);
  });

  it('keeps what others wrote storable: no control characters, no end of a pair alone', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 1);
    const [delivery] = await webhooks.claim();
    await webhooks.settle([failureOf(delivery!, NOW_MS, { error: `${'x'.repeat(498)}\0😀`, statusCode: null })]);
    const [{ attempts } = { attempts: [] }] = await list(endpoint);
    expect(attempts[0]!.error).toBe(`${'x'.repeat(498)} \u0020`);
  });
});

describe('the breaker', () => {
  it('opens after five failures in a row, permits one attempt when half-open, and closes after a success', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 20, NOW_MS - HOUR_MS);
    const first = await webhooks.claim();
    await webhooks.settle(first.map((each) => failureOf(each)));
    const second = await webhooks.claim(NOW_MS + SECOND_MS);
    expect([first.length, second.length]).toEqual([4, 4]);
    await webhooks.settle(second.map((each) => failureOf(each, NOW_MS + SECOND_MS)));
    const blockedUntilMs = NOW_MS + SECOND_MS + 20 + BREAKER.firstMs;
    // Those that were under way when it opened do not count.
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({ failures: 5, failingSinceMs: NOW_MS, blockedUntilMs });
    expect(await webhooks.claim(blockedUntilMs - 1)).toEqual([]);

    const [probe, ...others] = await webhooks.claim(blockedUntilMs);
    expect(others).toEqual([]);
    expect(await webhooks.claim(blockedUntilMs + SECOND_MS)).toEqual([]);
    await webhooks.settle([failureOf(probe!, blockedUntilMs + SECOND_MS)]);
    const twiceMs = blockedUntilMs + SECOND_MS + 20 + 2 * BREAKER.firstMs;
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({ failures: 6, blockedUntilMs: twiceMs });

    const [next] = await webhooks.claim(twiceMs);
    await webhooks.settle([outcomeOf(next!, twiceMs)]);
    const closed = { failures: 0, failingSinceMs: null, failedMs: null, blockedUntilMs: null };
    expect(await webhooks.endpointRow(endpoint)).toMatchObject(closed);
    expect(await webhooks.claim(twiceMs + SECOND_MS)).toHaveLength(4);
  });
});

describe('an endpoint', () => {
  const disabledAfter = async (account: string, over: Parameters<typeof failureOf>[2], atMs = NOW_MS) => {
    const endpoint = await webhooks.endpoint(account, { events: ['drop.*'] });
    await webhooks.deliveries(endpoint, 1);
    const [delivery] = await webhooks.claim(atMs);
    return { endpoint, settle: () => webhooks.settle([failureOf(delivery!, atMs, over)], atMs) };
  };

  it('is disabled after a 410; only endpoints of its account that subscribe are notified', async () => {
    const account = await webhooks.account();
    const wanting = await webhooks.endpoint(account, { events: ['webhook.disabled'] });
    await webhooks.endpoint(account, { events: ['drop.*'] });
    await webhooks.endpoint(account, { events: ['*'], enabled: false });
    await webhooks.endpoint(undefined, { events: ['*'] });
    const { endpoint, settle } = await disabledAfter(account, { statusCode: 410 });
    expect(await settle()).toMatchObject({ failed: 1, disabled: [endpoint] });
    const row = await webhooks.endpointRow(endpoint);
    expect(row).toMatchObject({ enabled: false, disabledReason: 'gone', updatedAtMs: NOW_MS });
    const told = await webhooks.claim();
    expect(told).toMatchObject([{ endpointId: wanting }]);
    expect(JSON.parse(told[0]!.body.toString())).toMatchObject({
      id: told[0]!.eventId,
      type: 'webhook.disabled',
      sequence: null,
      data: { object: { id: endpoint, enabled: false }, previous: { enabled: true } },
    });
    expect(await db.query('SELECT account FROM events WHERE seq IS NULL')).toEqual([{ account }]);
  });

  // Its owner has mended it meanwhile: what the former receiver says late must not undo that.
  it.each([
    ['got another address', { url: 'https://example.com/other' }],
    ['been enabled', { enabled: true }],
  ])('that has %s since does not answer for attempts of before', async (_name, change) => {
    const account = await webhooks.account();
    const { endpoint, settle } = await disabledAfter(account, { statusCode: 410 });
    const untouched = { enabled: true, disabledReason: null, failures: 0, failingSinceMs: null };
    await webhooks.endpoints.update(account, endpoint, change, NOW_MS + 1);
    expect(await settle()).toMatchObject({ failed: 1, disabled: [] });
    expect(await webhooks.endpointRow(endpoint)).toMatchObject(untouched);
    // What begins later counts, unless it had been claimed for a former address.
    await webhooks.deliveries(endpoint, 2);
    const [one, other] = await webhooks.claim(NOW_MS + 1);
    const gone = (delivery: LeasedDelivery) => webhooks.settle([failureOf(delivery, NOW_MS + 1, { statusCode: 410 })]);
    expect(await gone({ ...one!, url: 'https://example.com/former' })).toMatchObject({ failed: 1, disabled: [] });
    expect(await webhooks.endpointRow(endpoint)).toMatchObject(untouched);
    expect(await gone(other!)).toMatchObject({ disabled: [endpoint] });
  });

  it('keeps its pending deliveries while disabled, and gets them when it is enabled', async () => {
    const account = await webhooks.account();
    const { endpoint, settle } = await disabledAfter(account, { statusCode: 410 });
    await settle();
    const laterMs = NOW_MS + HOUR_MS;
    expect(await webhooks.claim(laterMs)).toEqual([]);
    await webhooks.endpoints.update(account, endpoint, { enabled: true }, laterMs);
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({
      disabledReason: null,
      failures: 0,
      failingSinceMs: null,
    });
    expect(await webhooks.claim(laterMs)).toHaveLength(1);
  });

  it('is disabled after five days of failures only', async () => {
    const account = await webhooks.account();
    const { endpoint, settle } = await disabledAfter(account, {});
    const since = (agoMs: number) =>
      db.query(
        `UPDATE webhook_endpoints SET failures = 3, failing_since = to_timestamp($1::float8 / 1000),
           failed_at = to_timestamp($2::float8 / 1000)`,
        [NOW_MS + 20 - agoMs, NOW_MS - HOUR_MS],
      );
    await since(5 * DAY_MS - 1);
    expect(await settle()).toMatchObject({ failed: 1, disabled: [] });
    const [delivery] = await webhooks.claim(NOW_MS + HOUR_MS);
    await since(5 * DAY_MS - HOUR_MS);
    const atMs = NOW_MS + HOUR_MS;
    expect(await webhooks.settle([failureOf(delivery!, atMs)], atMs)).toMatchObject({ disabled: [endpoint] });
    expect(await webhooks.endpointRow(endpoint)).toMatchObject({ enabled: false, disabledReason: 'failing' });
  });
});

// Claims and settlements write to the same rows of endpoints, in whatever order.
it('leases and records concurrently without a deadlock', async () => {
  const endpoints = await Promise.all(Array.from({ length: 6 }, () => webhooks.endpoint()));
  for (const endpoint of endpoints) await webhooks.deliveries(endpoint, 60, NOW_MS - DAY_MS);
  let nowMs = NOW_MS;
  const work = async (worker: number) => {
    for (let round = 0; round < 25; round += 1) {
      const atMs = (nowMs += SECOND_MS / 4);
      const claimed = await webhooks.claim(atMs, { max: 10, leaseMs: SECOND_MS });
      const ends = claimed.map((each, index) => (index % 3 === worker % 3 ? failureOf : outcomeOf)(each, atMs));
      await webhooks.settle(worker % 2 === 0 ? ends.reverse() : ends, atMs);
    }
  };
  await Promise.all([0, 1, 2, 3].map(work));
  expect(await webhooks.count('attempts')).toBeGreaterThan(100);
}, 60_000);
