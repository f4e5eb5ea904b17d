import { type Database, openDatabase, type Sql } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { leaseValues } from './lease';
import { LEASE } from './lease-statement';
import { lockQueue } from './queue-lock';
import { LEASE_MS, NOW_MS, outcomeOf, SECOND_MS, Webhooks } from './testing';

const ENDPOINTS = 100;
const BLOCKED = 90;
const EACH = 10_000;

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test', statementTimeoutMs: 300_000 });
  webhooks = new Webhooks(db);
  const account = await webhooks.account();
  await db.query(
    `INSERT INTO webhook_endpoints (id, account, url, events, enabled, failures, blocked_until, created_at, updated_at)
     SELECT 'wh_' || substr(md5(n::text), 1, 20), $1, 'https://example.com', '{*}', true, CASE WHEN n <= $3 THEN 9 ELSE 0 END,
            CASE WHEN n <= $3 THEN to_timestamp($4::float8 / 1000) END, now(), now()
     FROM generate_series(1, $2::int) AS n`,
    [account, ENDPOINTS, BLOCKED, NOW_MS + 60 * SECOND_MS],
  );
  await db.query(`INSERT INTO events (id, type, seq, recorded_at, body)
                  SELECT 'evt_' || n, 'drop.updated', n, now(), '{}' FROM generate_series(1, ${EACH}) AS n`);
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

const addBacklog = (from: number, to: number) =>
  db.query(
    `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
     SELECT e.id, v.place, 'pending', to_timestamp($1::float8 / 1000) - (random() * interval '1 day'), now()
     FROM events AS v CROSS JOIN webhook_endpoints AS e WHERE v.seq > $2 AND v.seq <= $3`,
    [NOW_MS, from, to],
  );

interface Plan {
  readonly 'Node Type': string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

/** Plan of a lease with its buffer reads; the lease is rolled back. */
async function explainLease() {
  const given = { nowMs: NOW_MS, max: 500, leaseMs: LEASE_MS, ratePerSecond: 50 };
  const nothing = new Error('roll back');
  let plan: Plan | undefined;
  const explain = async (sql: Sql) => {
    await lockQueue(sql);
    const [row] = await sql.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${LEASE}`,
      leaseValues(given),
    );
    plan = row!['QUERY PLAN'][0].Plan;
    throw nothing;
  };
  await db.transaction(explain).catch((error: unknown) => expect(error).toBe(nothing));
  const nodes = (of: Plan): Plan[] => [of, ...(of.Plans ?? []).flatMap(nodes)];
  const all = nodes(plan!);
  return {
    blocks: plan!['Shared Hit Blocks'] + plan!['Shared Read Blocks'],
    rowsReadMost: Math.max(...all.map((node) => node['Actual Rows'] * node['Actual Loops'])),
    types: new Set(all.map((node) => node['Node Type'])),
  };
}

// With 90 of 100 endpoints dead for a day, deliveries to the other ten must be as quick as before.
it('reads as little for a lease with a million pending deliveries as with a thousand', async () => {
  await addBacklog(0, 10);
  const few = await explainLease();
  await addBacklog(10, EACH);
  const fresh = await explainLease();
  await db.query('ANALYZE');
  const known = await explainLease();
  for (const many of [fresh, known]) {
    expect(many.rowsReadMost).toBeLessThanOrEqual(ENDPOINTS + 1);
    // Each step down an index that is a level or two deeper.
    expect(many.blocks).toBeLessThan(3 * few.blocks);
    expect(many.blocks).toBeLessThan(5_000);
    expect([...many.types].filter((type) => /Seq Scan|Bitmap|Hash Join|Merge Join/.test(type))).toEqual([]);
  }
  expect(await webhooks.lease(NOW_MS, { max: 500 })).toHaveLength(4 * (ENDPOINTS - BLOCKED));
}, 300_000);

// Leases and outcomes leave dead rows and index entries until the next vacuum.
it('reads no more after fifty thousand deliveries', async () => {
  await db.query('UPDATE webhook_endpoints SET blocked_until = NULL, failures = 0');
  const before = await explainLease();
  let delivered = 0;
  for (let nowMs = NOW_MS + LEASE_MS; delivered < 50_000; nowMs += SECOND_MS) {
    const leased = await webhooks.lease(nowMs, { max: 500 });
    delivered += (
      await webhooks.record(
        leased.map((each) => outcomeOf(each, nowMs)),
        nowMs,
      )
    ).delivered;
  }
  const after = await explainLease();
  expect(after.blocks).toBeLessThan(3 * before.blocks);
}, 300_000);
