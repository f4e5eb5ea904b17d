import { join } from 'node:path';
import { campaignSighting } from '@droptrack/discovery/testing';
import { openDatabase } from '../database/database';
import { discoveryDatabase, NOW_MS } from '../discovery/testing';
import { applyMigration, HISTORY_TABLE } from '../migrate/apply-migration';
import { readMigrations } from '../migrate/migrations';
import { createTestDatabase } from '../testing';
import { leaseTasks } from './task.repository';
import { recordTaskOutcomes } from './record-outcomes';
import { SourceRepository } from './source.repository';
import { type Capacity, finderSource, LIST_SOURCE, TASK_LEASE } from './task';
import { answered, answeredWith, drop, failed, MINUTE_MS, pollCalls } from './testing';

let test: Awaited<ReturnType<typeof discoveryDatabase>>;
beforeEach(async () => {
  test = await discoveryDatabase();
});
afterEach(() => test.close());

const AT = `to_timestamp(${NOW_MS} / 1000.0)`;
const END_MS = NOW_MS + 10 * MINUTE_MS;
const END = `to_timestamp(${END_MS} / 1000.0)`;
const POLL: Capacity = { kind: 'poll', source: 'defillama', tasks: 9 };
const FINDER: Capacity = { kind: 'find', source: finderSource('polymarket'), tasks: 1 };
const LIST: Capacity = { kind: 'list', source: LIST_SOURCE, tasks: 1 };
const leaseOf = (capacity: Capacity, nowMs: number) => leaseTasks(test.db, [capacity], nowMs);
const calls = pollCalls(() => test.db);

// Statements of the release before, whose programs run beside those of this one during an upgrade.
const OLD = {
  sync: `INSERT INTO polls AS p (drop_id, source, query, due_at) VALUES ($1, 'defillama', $2, ${AT})
     ON CONFLICT (drop_id, source) DO UPDATE SET query = excluded.query, memory = NULL, due_at = excluded.due_at,
       claims = p.claims + 1, failures = 0 WHERE p.query <> excluded.query`,
  declare: `INSERT INTO sources AS s (id, off_reason, requests_per_minute, request_burst, budget, budget_at, seen_at)
     VALUES ('defillama', NULL, 60, 100, 100, ${AT}, ${AT})
     ON CONFLICT (id) DO UPDATE SET budget = least(s.budget, excluded.request_burst), seen_at = excluded.seen_at`,
  budgets: 'SELECT id, budget FROM sources WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE',
  lease: `WITH chosen AS MATERIALIZED (
       SELECT drop_id, source FROM polls WHERE source = 'defillama' AND due_at <= ${AT}
       ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
     )
     UPDATE polls AS p SET claims = p.claims + 1, due_at = ${END}
     FROM chosen WHERE p.drop_id = chosen.drop_id AND p.source = chosen.source
     RETURNING p.drop_id AS "dropId", p.claims::text AS lease`,
  record: `UPDATE polls AS p SET due_at = ${END}, failures = 0, answered_at = ${AT}
     WHERE p.drop_id = $1 AND p.claims = $2::bigint RETURNING p.drop_id`,
  declareFinder: `INSERT INTO finders AS f (id, source, off_reason, due_at, seen_at)
     VALUES ('polymarket', 'polymarket', NULL, ${AT}, ${AT})
     ON CONFLICT (id) DO UPDATE SET off_reason = excluded.off_reason, seen_at = excluded.seen_at`,
  leaseFinder: `UPDATE finders SET leases = leases + 1, leased_until = ${END}
     WHERE id = 'polymarket' AND due_at <= ${AT} AND (leased_until IS NULL OR leased_until <= ${AT})
     RETURNING leases::text AS lease, memory`,
  recordFinder: `UPDATE finders SET leased_until = NULL, due_at = ${END}, memory = '{"cursor":7}', since = ${AT}
     WHERE id = 'polymarket' AND leases = $1::bigint RETURNING id`,
  leaseList: `UPDATE campaign_lists SET leases = leases + 1, due_at = ${END} WHERE due_at <= ${AT}
     RETURNING leases::text AS lease`,
  recordList: `UPDATE campaign_lists SET state = 'verified', due_at = NULL, failures = 0 WHERE leases = $1::bigint RETURNING contract`,
};
const old = (statement: keyof typeof OLD, ...values: unknown[]) =>
  test.db.query<Record<string, string>>(OLD[statement], values);

describe('polls', () => {
  it('that the release before declares and leases are leased by one of both', async () => {
    await old('declare');
    await test.db.query(`INSERT INTO drops (id, origin, definition) VALUES ('linea', 'test', '{}')`);
    await old('sync', 'linea', '"linea"');
    expect(await old('budgets', ['defillama'])).toEqual([{ id: 'defillama', budget: 100 }]);
    const [leased] = await old('lease');
    expect(leased).toEqual({ dropId: 'linea', lease: '1' });
    expect(await leaseOf(POLL, END_MS - 1)).toEqual([]);
    const [later] = await leaseOf(POLL, END_MS);
    expect(later).toMatchObject({ lease: '2', query: 'linea' });
    expect(await old('record', 'linea', leased!['lease'])).toEqual([]);
    await old('sync', 'linea', '"other"');
    expect(await recordTaskOutcomes(test.db, [answered(later!, 1, END_MS)], END_MS)).toMatchObject({ recorded: [] });
  });

  it('that run here are not leased by the release before, which deletes only polls', async () => {
    await calls.declare();
    await calls.apply([drop('linea', { defillama: 'linea' })], NOW_MS);
    await new SourceRepository(test.db).declare([{ kind: 'find', id: FINDER.source, offReason: null }], NOW_MS);
    expect(await leaseOf(POLL, NOW_MS)).toHaveLength(1);
    expect(await old('lease')).toEqual([]);
    await test.db.query('DELETE FROM polls');
    expect(await test.db.query('SELECT kind FROM tasks')).toEqual([{ kind: 'find' }]);
  });
});

describe('a finder', () => {
  it('runs in one program, and continues with the state of the last run, whichever release ran it', async () => {
    await old('declareFinder');
    const [leased] = await old('leaseFinder');
    expect(await leaseOf(FINDER, END_MS - 1)).toEqual([]);
    await old('recordFinder', leased!['lease']);
    const [next] = await leaseOf(FINDER, END_MS);
    expect(next).toMatchObject({ lease: '2', memory: { cursor: 7 }, sinceMs: NOW_MS });
    expect(await old('leaseFinder')).toEqual([]);
    const outcome = { ...answeredWith(next!, {}, NOW_MS, { nextDueMs: NOW_MS }), memory: { cursor: 8 } };
    await recordTaskOutcomes(test.db, [outcome], NOW_MS);
    expect(await old('leaseFinder')).toEqual([{ lease: '3', memory: { cursor: 8 } }]);
    expect(await new SourceRepository(test.db).readHealth(NOW_MS)).toMatchObject([
      { id: 'polymarket', isRunning: true },
    ]);
  });

  it('that is declared here is a finder of the release before, with its heartbeat', async () => {
    const sources = new SourceRepository(test.db);
    await sources.declare([{ kind: 'find', id: FINDER.source, offReason: null }], NOW_MS);
    await sources.heartbeat([{ id: FINDER.source, heldBack: [], notices: [] }], END_MS);
    const rows = await test.db.query('SELECT id, source, off_reason, seen_at FROM finders');
    expect(rows).toEqual([{ id: 'polymarket', source: 'polymarket', off_reason: null, seen_at: new Date(END_MS) }]);
    expect(await old('leaseFinder')).toMatchObject([{ lease: '1' }]);
  });
});

describe('the check of a list', () => {
  it('runs in one program, whichever release leases it', async () => {
    await test.record([campaignSighting()]);
    const [leased] = await old('leaseList');
    expect(await leaseOf(LIST, END_MS - 1)).toEqual([]);
    const [next] = await leaseOf(LIST, END_MS);
    expect(next).toMatchObject({ lease: '2' });
    expect(await old('recordList', leased!['lease'])).toEqual([]);
    const retry = { ...failed(next!, END_MS, 'unavailable'), nextDueMs: NOW_MS };
    await recordTaskOutcomes(test.db, [retry], END_MS);
    const [last] = await old('leaseList');
    expect(last).toEqual({ lease: '3' });
    await old('recordList', last!['lease']);
    expect(await leaseOf(LIST, END_MS + TASK_LEASE.ms)).toEqual([]);
    expect(await test.db.query('SELECT due_at, leased_until, failures FROM tasks')).toEqual([
      { due_at: null, leased_until: null, failures: 0 },
    ]);
  });
});

describe('the migration', () => {
  const MIGRATION = '20261128180000_one_table_of_tasks';

  it('keeps polls, finders and lists with what they remember, and the leases of running programs', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const db = openDatabase(empty.url, { poolSize: 1, applicationName: 'test' });
    const all = await readMigrations(join(__dirname, '../../../../prisma/migrations'));
    const upTo = async (isIncluded: (name: string) => boolean) =>
      db.transaction(async (sql) => {
        for (const each of all) if (isIncluded(each.name)) await applyMigration(sql, each);
      });
    await db.query(HISTORY_TABLE);
    await upTo((name) => name < MIGRATION);
    await db.query(`INSERT INTO drops (id, origin, definition) VALUES ('linea', 'test', '{}')`);
    await db.query(OLD.declare);
    await db.query(OLD.sync, ['linea', '"linea"']);
    await db.query(OLD.lease);
    await db.query(OLD.declareFinder);
    await db.query(`UPDATE finders SET memory = '{"cursor":7}', since = ${AT}, failures = 2, leases = 4`);
    await db.query(OLD.leaseFinder);
    await db.query(
      `INSERT INTO campaign_lists (contract, state, due_at, leases) VALUES ('eip155:1:0xa', 'pending', ${AT}, 3)`,
    );
    await upTo((name) => name >= MIGRATION);
    const columns = 'kind, source, subject, memory, due_at, leased_until, lease::int, failures';
    expect(await db.query(`SELECT ${columns} FROM tasks ORDER BY kind`)).toEqual([
      {
        ...{ kind: 'find', source: 'finder/polymarket', subject: '', memory: { cursor: 7 }, failures: 2, lease: 5 },
        ...{ due_at: new Date(END_MS), leased_until: new Date(END_MS) },
      },
      {
        ...{ kind: 'list', source: LIST_SOURCE, subject: 'eip155:1:0xa', memory: null, failures: 0, lease: 3 },
        ...{ due_at: new Date(NOW_MS), leased_until: null },
      },
      {
        ...{ kind: 'poll', source: 'defillama', subject: 'linea', memory: null, failures: 0, lease: 1 },
        ...{ due_at: new Date(END_MS), leased_until: null },
      },
    ]);
    const health = await new SourceRepository(db).readHealth(NOW_MS);
    expect(health.map(({ kind, id, drops }) => [kind, id, drops])).toEqual([
      ['poll', 'defillama', 1],
      ['find', 'polymarket', 1],
    ]);
    await db.close();
    await empty.drop();
  });
});
