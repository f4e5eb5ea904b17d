import * as fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { leaseDeliveries, type LeasedDelivery, leaseValues } from './lease';
import { LEASE } from './lease-statement';
import { lockQueue } from './queue-lock';
import { releaseDeliveries } from './outcomes';
import {
  DAY_MS,
  expectFourAtATime,
  expectLeasedOnce,
  failureOf,
  idsOf,
  LEASE_MS,
  NOW_MS,
  outcomeOf,
  SECOND_MS,
  Webhooks,
} from './testing';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 8, applicationName: 'test' });
  webhooks = new Webhooks(db);
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

describe('a lease', () => {
  it('returns everything to sign and send, byte for byte', async () => {
    const account = await webhooks.account();
    const endpoint = await webhooks.endpoint(account, { url: 'https://example.com/a?b=c' });
    const [id] = await webhooks.deliveries(endpoint, 1);
    const [delivery, ...others] = await webhooks.lease();
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({
      id,
      leaseNumber: 1,
      tries: 0,
      endpointId: endpoint,
      account,
      url: 'https://example.com/a?b=c',
      eventId: 'evt_1',
      body: Buffer.from('{"n":1,"text":"é€😀"}'),
      dueMs: NOW_MS - SECOND_MS + 1,
    });
    expect(delivery!.secrets).toHaveLength(1);
    expect(webhooks.box.open(delivery!.secrets[0]!, endpoint)).toHaveLength(32);
  });

  it('takes the longest due first, none that is not due, and no more than the maximum', async () => {
    const endpoint = await webhooks.endpoint();
    const late = await webhooks.deliveries(endpoint, 2, NOW_MS - SECOND_MS);
    const early = await webhooks.deliveries(endpoint, 1, NOW_MS - DAY_MS);
    await webhooks.deliveries(endpoint, 1, NOW_MS);
    expect(idsOf(await webhooks.lease(NOW_MS, { max: 2 })).sort()).toEqual([early[0], late[0]].sort());
    expect(idsOf(await webhooks.lease())).toEqual([late[1]]);
    expect(await webhooks.lease()).toEqual([]);
  });

  // Prepared on an empty queue, it would be planned to read all of it.
  it('reads little of a queue that has filled up since the first lease of the connection', async () => {
    const one = openDatabase(test.url, { poolSize: 1, applicationName: 'test' });
    const worker = new Webhooks(one);
    const rowsRead = async () => {
      await one.query('SELECT pg_stat_force_next_flush()');
      const [row] = await one.query<{ read: number }>(
        `SELECT (seq_tup_read + idx_tup_fetch)::float8 AS read FROM pg_stat_user_tables WHERE relname = 'deliveries'`,
      );
      return row!.read;
    };
    try {
      await db.query('VACUUM ANALYZE');
      for (let claim = 0; claim < 7; claim += 1) expect(await worker.lease()).toEqual([]);
      const endpoints = await Promise.all([webhooks.endpoint(), webhooks.endpoint(), webhooks.endpoint()]);
      for (const endpoint of endpoints) await webhooks.deliveries(endpoint, 2_000, NOW_MS - DAY_MS);
      const before = await rowsRead();
      const leased = await worker.lease();
      expect(leased).toHaveLength(12);
      await worker.record(leased.map((each) => outcomeOf(each)));
      expect((await rowsRead()) - before).toBeLessThan(300);
    } finally {
      await one.close();
    }
  });

  // Without such deliveries, no lease is necessary when an attempt ends.
  it('reports due deliveries that are held back', async () => {
    const endpoint = await webhooks.endpoint();
    const isHeldBack = async () =>
      (await leaseDeliveries(db, { nowMs: NOW_MS, max: 10, leaseMs: LEASE_MS, ratePerSecond: 50 })).isHeldBack;
    expect(await isHeldBack()).toBe(false);
    await webhooks.deliveries(endpoint, 4);
    await webhooks.deliveries(endpoint, 1, NOW_MS + DAY_MS);
    expect(await isHeldBack()).toBe(true);
    // Four are in flight, and nothing else is due.
    expect(await isHeldBack()).toBe(false);
    await webhooks.deliveries(endpoint, 1);
    expect(await isHeldBack()).toBe(true);
    for (const change of ['enabled = false', `blocked_until = now() + interval '1 minute'`, `account = 'key_x'`]) {
      await db.query(`UPDATE webhook_endpoints SET ${change}`);
      expect(await isHeldBack()).toBe(false);
      await db.query(`UPDATE webhook_endpoints SET enabled = true, blocked_until = NULL`);
    }
  });

  it('skips endpoints that are disabled, deleted, paused or behind an open breaker, and loses none of their deliveries', async () => {
    const [account, free] = [await webhooks.account(), await webhooks.account('free')];
    const ids: Record<string, string> = {};
    for (const name of ['sound', 'disabled', 'deleted', 'blocked']) ids[name] = await webhooks.endpoint(account);
    ids['paused'] = await webhooks.endpoint(free);
    for (const id of Object.values(ids)) await webhooks.deliveries(id, 1);
    await webhooks.endpoints.update(account, ids['disabled']!, { enabled: false }, NOW_MS);
    await webhooks.endpoints.remove(account, ids['deleted']!, NOW_MS);
    await db.query(`UPDATE webhook_endpoints SET blocked_until = to_timestamp($2) WHERE id = $1`, [
      ids['blocked'],
      NOW_MS / 1_000 + 10,
    ]);
    const endpointsLeasedAt = async (nowMs: number) =>
      (await webhooks.lease(nowMs)).map(({ endpointId }) => endpointId).sort();
    expect(await endpointsLeasedAt(NOW_MS)).toEqual([ids['sound']]);
    await db.query(`UPDATE api_keys SET plan = 'pro' WHERE account = $1`, [free]);
    await webhooks.endpoints.update(account, ids['disabled']!, { enabled: true }, NOW_MS);
    expect(await endpointsLeasedAt(NOW_MS + 10 * SECOND_MS)).toEqual(
      [ids['disabled'], ids['blocked'], ids['paused']].sort(),
    );
  });

  it.each(['revoked_at', 'expires_at'])('ignores a key with %s', async (column) => {
    const account = await webhooks.account();
    await webhooks.deliveries(await webhooks.endpoint(account), 1);
    await db.query(`UPDATE api_keys SET ${column} = to_timestamp($1)`, [NOW_MS / 1_000]);
    expect(await webhooks.lease()).toEqual([]);
  });
});

describe('a delivery', () => {
  it('whose event was deleted by retention is deleted, and does not displace another', async () => {
    const [orphan] = await webhooks.deliveries(await webhooks.endpoint(), 1);
    await db.query('TRUNCATE events');
    expect(await webhooks.lease()).toEqual([]);
    expect(await webhooks.count(`deliveries WHERE id = ${orphan}`)).toBe(0);
  });

  it('has one worker during its lease, and is leased again when the lease has expired', async () => {
    const [id] = await webhooks.deliveries(await webhooks.endpoint(), 1);
    await webhooks.lease();
    expect(await webhooks.lease(NOW_MS + LEASE_MS - 1)).toEqual([]);
    expect(await webhooks.lease(NOW_MS + LEASE_MS)).toMatchObject([{ id, leaseNumber: 2, tries: 0 }]);
  });

  it('is due at once when it is released, and a later outcome is discarded', async () => {
    const [id] = await webhooks.deliveries(await webhooks.endpoint(), 1);
    const leased = await webhooks.lease();
    await releaseDeliveries(db, leased, NOW_MS);
    expect(await webhooks.record([outcomeOf(leased[0]!)])).toMatchObject({ delivered: 0, void: 1 });
    expect(await webhooks.lease()).toMatchObject([{ id, leaseNumber: 2, tries: 0 }]);
    await releaseDeliveries(db, leased, NOW_MS);
    expect(await webhooks.row(id!)).toMatchObject({ status: 'sending', claims: 2 });
  });

  // A worker that cannot send a delivery, or still has a former attempt of it in flight, releases it with a delay.
  it('is due after the delay of its release, and no attempt counts', async () => {
    const [id] = await webhooks.deliveries(await webhooks.endpoint(), 1);
    await releaseDeliveries(db, await webhooks.lease(), NOW_MS, NOW_MS + 15_000);
    expect(await webhooks.lease(NOW_MS + 14_999)).toEqual([]);
    expect(await webhooks.lease(NOW_MS + 15_000)).toMatchObject([{ id, tries: 0 }]);
    expect(await webhooks.count('attempts')).toBe(0);
  });

  // Otherwise it would be sent twice, and the endpoint would receive more at a time than its limit.
  it('has one worker, and an endpoint four deliveries at a time, however leases overlap', async () => {
    const endpoints = [await webhooks.endpoint(), await webhooks.endpoint(), await webhooks.endpoint()];
    const step = fc.record({
      workers: fc.integer({ min: 1, max: 6 }),
      max: fc.integer({ min: 1, max: 9 }),
      recorded: fc.integer({ min: 0, max: 10 }),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
        await webhooks.resetDeliveries();
        for (const endpoint of endpoints) await webhooks.deliveries(endpoint, 15);
        let held: LeasedDelivery[] = [];
        let nowMs = NOW_MS;
        for (const { workers, max, recorded, fails } of steps) {
          nowMs += SECOND_MS;
          const over = { max, ratePerSecond: 1_000 };
          const isRecording = fails ? failureOf : outcomeOf;
          const [ended, kept] = [held.slice(0, recorded), held.slice(recorded)];
          const [claims] = await Promise.all([
            Promise.all(Array.from({ length: workers }, () => webhooks.lease(nowMs, over))),
            webhooks.record(
              ended.map((delivery) => isRecording(delivery, nowMs)),
              nowMs,
            ),
          ]);
          const taken = claims.flat();
          held = [...kept, ...taken];
          expectLeasedOnce([...kept, ...ended, ...taken]);
          expectFourAtATime(held);
        }
      }),
      { numRuns: runs(3, 8) },
    );
  });

  it('is at most four deliveries at a time, and exactly four when there are enough', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 20);
    const claims = await Promise.all(Array.from({ length: 6 }, () => webhooks.lease(NOW_MS, { max: 3 })));
    expect(claims.flat()).toHaveLength(4);
    await webhooks.record([outcomeOf(claims.flat()[0]!)]);
    expect(await webhooks.lease(NOW_MS + SECOND_MS)).toHaveLength(1);
  });

  // Otherwise both would count the same deliveries in flight, and each would lease four more.
  it('holds over leases of several workers, also when more becomes due in between', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 4);
    const options = { nowMs: NOW_MS, max: 10, leaseMs: LEASE_MS, ratePerSecond: 50 };
    let second: Promise<readonly LeasedDelivery[]> | undefined;
    await db.transaction(async (sql) => {
      await lockQueue(sql);
      expect(await sql.query(LEASE, leaseValues(options))).toHaveLength(4);
      await webhooks.deliveries(endpoint, 4, NOW_MS - DAY_MS);
      let isOver = false;
      second = webhooks.lease().finally(() => (isOver = true));
      // `pg_locks` lists the locks of all databases, including those of other tests.
      const here = '(SELECT oid FROM pg_database WHERE datname = current_database())';
      const isWaiting = () =>
        webhooks.count(`pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = ${here}`);
      while (!isOver && (await isWaiting()) === 0);
    });
    expect(await second).toEqual([]);
  });

  it('is one delivery at a time after five failures in a row', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 20);
    await db.query('UPDATE webhook_endpoints SET failures = 5');
    expect(await webhooks.lease()).toHaveLength(1);
    expect(await webhooks.lease()).toEqual([]);
  });
});

describe('the rate of an endpoint', () => {
  // An endpoint that recovers after a day must not be flooded.
  it('permits the rate over any time, and a burst of four', async () => {
    const endpoint = await webhooks.endpoint();
    await webhooks.deliveries(endpoint, 300, NOW_MS - DAY_MS);
    const sentMs: number[] = [];
    for (let nowMs = NOW_MS; nowMs < NOW_MS + 2 * SECOND_MS; nowMs += 10) {
      const leased = await webhooks.lease(nowMs);
      sentMs.push(...leased.map(() => nowMs));
      if (leased.length > 0)
        await webhooks.record(
          leased.map((each) => outcomeOf(each, nowMs)),
          nowMs,
        );
    }
    for (const beginMs of sentMs) {
      expect(sentMs.filter((ms) => ms >= beginMs && ms < beginMs + SECOND_MS).length).toBeLessThanOrEqual(54);
    }
    expect(sentMs.length).toBeGreaterThanOrEqual(100);
    expect(sentMs.length).toBeLessThanOrEqual(104);
  }, 60_000);

  it('reports when it permits more, and only where it holds deliveries back', async () => {
    const [draining, idle] = [await webhooks.endpoint(), await webhooks.endpoint()];
    await webhooks.deliveries(draining, 50, NOW_MS - DAY_MS);
    await webhooks.deliveries(idle, 1);
    const options = { nowMs: NOW_MS, max: 100, leaseMs: LEASE_MS, ratePerSecond: 50 };
    const first = await leaseDeliveries(db, options);
    // Four are in flight: the next lease follows when an attempt ends.
    expect(first).toMatchObject({ deliveries: { length: 5 }, nextDueMs: null });
    await webhooks.record(first.deliveries.map((each) => outcomeOf(each)));
    const held = await leaseDeliveries(db, { ...options, nowMs: NOW_MS + 5 });
    expect(held).toEqual({ deliveries: [], nextDueMs: NOW_MS + 40, isHeldBack: true });
    const next = await leaseDeliveries(db, { ...options, nowMs: NOW_MS + 40 });
    expect(next).toMatchObject({ deliveries: { length: 2 }, nextDueMs: NOW_MS + 80 });
    const full = await leaseDeliveries(db, { ...options, nowMs: NOW_MS + SECOND_MS, max: 1 });
    expect(full).toMatchObject({ deliveries: { length: 1 }, nextDueMs: NOW_MS + SECOND_MS });
  });
});
