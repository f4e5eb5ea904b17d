import { dropBody, dropChange } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { type Database, openDatabase } from '../database/database';
import { appendRevisions } from '../log/append';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import type { ClaimedDelivery } from './claim';
import { turnIntoEvents } from './feed';
import {
  DAY_MS,
  expectFourAtATime,
  expectOneWorkersEach,
  failureOf,
  LEASE_MS,
  NOW_MS,
  outcomeOf,
  SECOND_MS,
  Webhooks,
} from './testing';
import type { TakeOptions } from './take';

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

/** Waits until somebody waits for a row. */
async function untilWaiting(sql: Database): Promise<void> {
  const waiting = `SELECT FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
                   WHERE NOT granted AND l.locktype = 'transactionid' AND a.datname = current_database()`;
  for (const endMs = Date.now() + 25_000; (await sql.query(waiting)).length === 0;) {
    if (Date.now() > endMs) throw new Error('Nobody waits');
  }
}

/** Has a drop change so often: an event each, once the drop is known. */
const change = (times: number) =>
  appendRevisions(
    db,
    Array.from({ length: times }, () => {
      return { ...dropChange(dropBody({ name: `Linea ${(changes += 1)}` })), cause: 'catalogue' } as const;
    }),
  );
/** Makes events and deliveries, of which some are taken at once. */
const turn = (nowMs = NOW_MS, over: Partial<TakeOptions> = {}) =>
  turnIntoEvents(db, { nowMs, take: { max: 1_000, leaseMs: LEASE_MS, ratePerSecond: 50, ...over } });
const told = async (nowMs = NOW_MS, over: Partial<TakeOptions> = {}) => {
  await change(1);
  return (await turn(nowMs, over)).taken.map(({ endpointId }) => endpointId).sort();
};

describe('what is taken as it is made', () => {
  it('is what a claim would give, byte for byte', async () => {
    const account = await webhooks.account();
    const endpoint = await webhooks.endpoint(account, { url: 'https://example.com/a?b=c' });
    await webhooks.endpoints.rotateSecret(account, endpoint, 3_600, Date.now());
    await change(2);
    const { taken, deliveries } = await turn(Date.now());
    const claimed = await webhooks.claim(Date.now() + LEASE_MS);
    expect([taken.length, deliveries, claimed.length]).toEqual([2, 2, 2]);
    expect(taken[0]!.secrets).toHaveLength(2);
    const byId = (each: readonly ClaimedDelivery[]) =>
      [...each].sort((a, b) => Number(a.id) - Number(b.id)).map((one) => ({ ...one, dueMs: 0 }));
    expect(byId(claimed)).toEqual(byId(taken).map((one) => ({ ...one, claim: 2, number: 2 })));
    expect(taken.map(({ eventId }) => eventId)).toEqual(
      (await db.query<{ id: string }>('SELECT id FROM events ORDER BY place')).map(({ id }) => id),
    );
  });

  // Else a delivery would be signed by what its owner has taken back.
  it('is signed by the secret in force, also when it is rotated in that moment', async () => {
    const endpoint = await webhooks.endpoint();
    const { sealed, keyId } = webhooks.box.seal(Buffer.alloc(32, 7), endpoint);
    await change(1);
    let turned: ReturnType<typeof turn> | undefined;
    await db.transaction(async (sql) => {
      await sql.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE', [endpoint]);
      turned = turn(Date.now());
      await untilWaiting(db);
      await sql.query('DELETE FROM webhook_secrets');
      await sql.query(
        `INSERT INTO webhook_secrets (endpoint_id, number, sealed, key_id, created_at) VALUES ($1, 2, $2, $3, now())`,
        [endpoint, sealed, keyId],
      );
    });
    expect((await turned)?.taken).toMatchObject([{ secrets: [{ sealed, keyId }] }]);
  });

  it('is nobody else’s until its lease ends, and settles as what was claimed', async () => {
    await webhooks.endpoint();
    await change(2);
    const { taken } = await turn();
    expect(await webhooks.claim(NOW_MS + LEASE_MS - 1)).toEqual([]);
    expect(await webhooks.settle([outcomeOf(taken[0]!)])).toMatchObject({ delivered: 1, void: 0 });
    expect(await webhooks.claim(NOW_MS + LEASE_MS)).toMatchObject([{ id: taken[1]!.id, claim: 2 }]);
    expect(await webhooks.settle([outcomeOf(taken[1]!)])).toMatchObject({ delivered: 0, void: 1 });
  });

  it('wakes nobody, unless something is left for a claim', async () => {
    await webhooks.endpoint();
    await withClient(test.url, async (client) => {
      let heard = 0;
      client.on('notification', () => (heard += 1));
      await client.query('LISTEN droptrack_deliveries');
      await change(4);
      expect(await turn()).toMatchObject({ deliveries: 4, taken: { length: 4 } });
      await client.query('SELECT');
      expect(heard).toBe(0);
      await change(1);
      expect(await turn()).toMatchObject({ deliveries: 1, taken: [] });
      await client.query('SELECT');
      expect(heard).toBe(1);
    });
  });

  it('is four at a time to an endpoint, one where five have failed in a row, and none where it is left alone', async () => {
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
    const { taken, deliveries } = await turn();
    expect(deliveries).toBe(18);
    const count = (id: string) => taken.filter(({ endpointId }) => endpointId === id).length;
    expect([sound, failing, blocked].map(count)).toEqual([4, 1, 0]);
    expect(await webhooks.count(`deliveries WHERE status = 'pending'`)).toBe(13);
  });

  // Else what is new would always come before what waits.
  it('is nothing where something is due already, or was lost by a worker that died', async () => {
    const account = await webhooks.account();
    const [idle, waiting] = [await webhooks.endpoint(account), await webhooks.endpoint(account)];
    const [lost, later] = [await webhooks.endpoint(account), await webhooks.endpoint(account)];
    await webhooks.deliveries(lost, 1, NOW_MS - DAY_MS);
    expect(await webhooks.claim(NOW_MS - LEASE_MS)).toHaveLength(1);
    await webhooks.deliveries(waiting, 1);
    await webhooks.deliveries(later, 1, NOW_MS + SECOND_MS);
    expect(await told()).toEqual([idle, later].sort());
  });

  it('keeps to the pace, together with claims', async () => {
    const endpoint = await webhooks.endpoint();
    const over = { ratePerSecond: 50 };
    const settleAll = async (taken: readonly ClaimedDelivery[]) =>
      webhooks.settle(taken.map((each) => outcomeOf(each)));
    await change(4);
    await settleAll((await turn(NOW_MS, over)).taken);
    expect(await told(NOW_MS + 19, over)).toEqual([]);
    // That one waits; it comes first.
    const claimed = await webhooks.claim(NOW_MS + 20, over);
    expect(claimed).toHaveLength(1);
    await settleAll(claimed);
    expect(await told(NOW_MS + 60, over)).toEqual([endpoint]);
  });

  it('is no more than there is room for, and no more is made at once', async () => {
    const account = await webhooks.account();
    for (let n = 0; n < 3; n += 1) await webhooks.endpoint(account);
    await change(5);
    expect(await turn(NOW_MS, { max: 8 })).toMatchObject({ deliveries: 6, taken: { length: 6 }, isMore: true });
    expect(await turn(NOW_MS, { max: 2 })).toMatchObject({ deliveries: 3, taken: { length: 2 }, isMore: true });
    expect(await turn(NOW_MS, { max: 8, perEndpoint: 1 })).toMatchObject({ deliveries: 6, taken: [], isMore: false });
  });
});

// What is taken and what is claimed are two ways to the same promise.
it('every delivery is one worker’s, and four are under way to an endpoint, however turns and claims come in between', async () => {
  const account = await webhooks.account();
  for (let n = 0; n < 2; n += 1) await webhooks.endpoint(account);
  const step = fc.record({
    changes: fc.integer({ min: 0, max: 5 }),
    turns: fc.integer({ min: 0, max: 2 }),
    claims: fc.integer({ min: 0, max: 3 }),
    max: fc.integer({ min: 1, max: 9 }),
    settled: fc.integer({ min: 0, max: 8 }),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      await webhooks.forgetDeliveries();
      let held: ClaimedDelivery[] = [];
      let nowMs = NOW_MS;
      for (const { changes: times, turns, claims, max, settled, fails } of steps) {
        nowMs += SECOND_MS;
        const over = { max, ratePerSecond: 1_000 };
        const isSettling = fails ? failureOf : outcomeOf;
        const [ended, kept] = [held.slice(0, settled), held.slice(settled)];
        if (times > 0) await change(times);
        const [made, claimed] = await Promise.all([
          Promise.all(Array.from({ length: turns }, async () => (await turn(nowMs, over)).taken)),
          Promise.all(Array.from({ length: claims }, () => webhooks.claim(nowMs, over))),
          webhooks.settle(
            ended.map((delivery) => isSettling(delivery, nowMs)),
            nowMs,
          ),
        ]);
        const taken = [...made.flat(), ...claimed.flat()];
        held = [...kept, ...taken];
        expectOneWorkersEach([...kept, ...ended, ...taken]);
        expectFourAtATime(held);
      }
      expect(await webhooks.count(`deliveries WHERE status = 'sending'`)).toBe(held.length);
    }),
    { numRuns: 8 },
  );
});

// One stores events and notes the pace of endpoints, the other notes how endpoints do and stores an event.
it('nobody waits for each other in a circle when endpoints are disabled while events are made', async () => {
  const account = await webhooks.account();
  const gone = { statusCode: 410, error: 'answered 410' };
  for (let round = 0; round < 8; round += 1) {
    const ids = await Promise.all(Array.from({ length: 6 }, () => webhooks.endpoint(account)));
    for (const id of ids) await webhooks.deliveries(id, 1);
    const claimed = await webhooks.claim(NOW_MS, { ratePerSecond: 1_000 });
    await change(3);
    const reports = await Promise.all([
      turn(NOW_MS, { max: 7 }),
      ...claimed.map((each) => webhooks.settle([failureOf(each, NOW_MS, gone)])),
      turn(NOW_MS, { max: 7 }),
    ]);
    expect(reports.flatMap((report) => ('disabled' in report ? report.disabled : [])).sort()).toEqual(
      claimed.map(({ endpointId }) => endpointId).sort(),
    );
    await db.query('DELETE FROM deliveries');
    await db.query('DELETE FROM webhook_secrets');
    await db.query('DELETE FROM webhook_endpoints');
  }
});
