import type { EventDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import type { LedgerPage } from '@droptrack/distributors';
import { ledgerClaim, ledgerPage } from '@droptrack/distributors/testing';
import { type Database, openDatabase } from '../database/database';
import { applyDefinitions } from '../drops/apply';
import { recordTaskOutcomes } from '../tasks/record-outcomes';
import { SourceRepository } from '../tasks/source.repository';
import { CLAIM_SOURCE, type LeasedTask } from '../tasks/task';
import { leaseTasks } from '../tasks/task.repository';
import { answeredWith } from '../tasks/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { addMissingClaimTasks } from './claim-tasks';
import { ClaimLedgerRepository } from './claim-ledger.repository';

const NOW_MS = Date.parse('2026-11-30T12:00:00Z');
const contract = (digit: string) => `eip155:1:0x${digit.repeat(40)}`;
const claimOf = (digit: string, style = 'uniswap') => ({
  ...{ rpc: 'ethereum', contract: contract(digit), distributorStyle: style, source: null },
});

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

/** Applies a drop with the distributors of two lists, and leases its task. */
async function leased(events: readonly EventDefinition[] = []): Promise<LeasedTask> {
  const limits = { requestsPerMinute: 60, requestBurst: 100 };
  await new SourceRepository(db).declare([{ kind: 'poll', id: CLAIM_SOURCE, offReason: null, ...limits }], NOW_MS);
  const listClaims = { 'season-2': claimOf('2'), merkl: claimOf('3', 'merkl') };
  const definition = dropDefinition({ id: 'linea', claim: claimOf('1'), listClaims, events });
  await applyDefinitions(db, { origin: 'test', definitions: [definition], nowMs: NOW_MS });
  const [task] = await leaseTasks(db, [{ kind: 'poll', source: CLAIM_SOURCE, tasks: 1 }], NOW_MS);
  return task!;
}
const pageOf = (digit: string, list: string, amount: bigint, over: Partial<LedgerPage> = {}) =>
  ledgerPage(9, NOW_MS, { contract: contract(digit), list, claims: [ledgerClaim(5, 0, NOW_MS, { amount })], ...over });
const list = (name: string, total: number, over = {}) => {
  const { part = false, leftOut = null as number | null } = over as { part?: boolean; leftOut?: number | null };
  return db.query(
    `INSERT INTO lists (drop_id, kind, name, version, wallets, total, sha256, in_force, part, left_out)
     VALUES ('linea', 'allocation', $1, 1, 1, $2, repeat('0', 64), true, $3, $4)`,
    [name, total, part, leftOut],
  );
};
const shares = async () =>
  (await db.query<{ value: number }>(`SELECT value FROM observations WHERE kind = 'claimed_share'`)).map(
    ({ value }) => value,
  );
const record = (task: LeasedTask, claims: readonly LedgerPage[], nowMs = NOW_MS) =>
  recordTaskOutcomes(db, [answeredWith(task, { claims }, NOW_MS)], nowMs);

it('follows each distributor of a style whose events state its claims', async () => {
  expect((await leased()).query).toMatchObject([
    { dropId: 'linea', list: '', contract: contract('1'), style: 'uniswap' },
    { list: 'season-2', contract: contract('2') },
  ]);
});

it('is that of all lists together, and makes the drop due', async () => {
  const task = await leased();
  await list('', 100);
  await list('season-2', 300);
  await db.query(`UPDATE drop_dues SET due_at = '2027-01-01'`);
  await record(task, [pageOf('1', '', 50n), pageOf('2', 'season-2', 150n)]);
  expect(await shares()).toEqual([0.5]);
  expect(await db.query(`SELECT drop_id FROM drop_dues WHERE due_at < '2027-01-01'`)).toEqual([{ drop_id: 'linea' }]);
});

it.each([
  ['a list that is not loaded', {}, false, {}],
  ['a part of a list', { part: true }, true, {}],
  ['a list without the rows that had errors', { leftOut: 2 }, true, {}],
  ['a ledger that is behind', {}, true, { head: 9_000 }],
])('is unknown with %s', async (_, over, isLoaded, page) => {
  const task = await leased();
  await list('', 100);
  if (isLoaded) await list('season-2', 300, over);
  await record(task, [pageOf('1', '', 50n), pageOf('2', 'season-2', 150n, page)]);
  expect(await shares()).toEqual([]);
  expect((await new ClaimLedgerRepository(db).positions('linea')).size).toBe(2);
});

// The lease of a worker that was too slow has expired.
it('is not changed by an outcome that is fenced', async () => {
  const task = await leased();
  await list('', 100);
  await list('season-2', 300);
  await record({ ...task, lease: '0' }, [pageOf('1', '', 50n)]);
  expect((await new ClaimLedgerRepository(db).positions('linea')).size).toBe(0);
});

it('is stored with the pages that were read before a failure, which is the end of the run', async () => {
  const task = await leased();
  await list('', 100);
  await list('season-2', 300);
  const { kind, source, subject, lease, requests, startedAtMs, endedAtMs, nextDueMs } = answeredWith(task, {}, NOW_MS);
  const end = { kind, source, subject, lease, requests, startedAtMs, endedAtMs, nextDueMs };
  const claims = [pageOf('1', '', 50n), pageOf('2', 'season-2', 150n)];
  const outcome = {
    ...end,
    end: 'failed',
    failureKind: 'rate_limited',
    message: 'too many',
    result: { claims },
  } as const;
  await recordTaskOutcomes(db, [outcome], NOW_MS);
  expect(await shares()).toEqual([0.5]);
  expect(await db.query('SELECT failure_kind FROM tasks')).toEqual([{ failure_kind: 'rate_limited' }]);
});

// A subscriber acts on the end: an end that is announced twice is two ends.
it('ends once, when every ledger is beyond the last window, also without a claim, and not by a restart', async () => {
  const endsAt = new Date(NOW_MS + 3_600_000).toISOString();
  const task = await leased([eventDefinition({ type: 'claim', startsAt: '2026-10-01T00:00:00.000Z', endsAt })]);
  await list('', 100);
  await list('season-2', 300);
  const observed = () =>
    db.query(`SELECT kind, value, observed_at AS at FROM observations WHERE kind LIKE 'claim%' ORDER BY kind`);
  const at = (hours: number) => NOW_MS + hours * 3_600_000;
  const pages = (block: number, hours: number, over: Partial<LedgerPage> = {}) => [
    ledgerPage(block, at(hours), { contract: contract('1'), ...over }),
    ledgerPage(block, at(hours), { contract: contract('2'), list: 'season-2', ...over }),
  ];
  const first = pages(9, 0);
  await record(task, first);
  expect(await observed()).toMatchObject([{ kind: 'claimed_share', value: 0 }]);
  const [one, two] = pages(20, 2, { isRestart: false });
  await record(task, [{ ...one!, stored: first[0]! }], at(2));
  expect(await observed()).toHaveLength(1);
  await record(task, [{ ...two!, stored: first[1]! }], at(2));
  const ended = [
    { kind: 'claimed_share', value: 0, at: new Date(at(2)) },
    { kind: 'claims_end', value: { ends_at: endsAt, left_at_end: '400' }, at: new Date(at(2)) },
  ];
  expect(await observed()).toEqual(ended);
  await record(task, [{ ...pages(30, 3)[0]!, stored: one! }], at(3));
  expect((await observed())[1]).toEqual(ended[1]);
});

// A release that did not follow claims applied the catalogue, which a later one finds unchanged.
it('is followed for drops of a former release, but not for samples and archived ones', async () => {
  const claimed = (id: string) => dropDefinition({ id, claim: claimOf('1') });
  const definitions = [claimed('linea'), claimed('gone'), dropDefinition({ id: 'plain' })];
  await applyDefinitions(db, { origin: 'sample', definitions: [claimed('sample-linea')], nowMs: NOW_MS });
  await applyDefinitions(db, { origin: 'test', definitions, nowMs: NOW_MS });
  const kept = definitions.filter(({ id }) => id !== 'gone');
  await applyDefinitions(db, { origin: 'test', definitions: kept, prune: true, nowMs: NOW_MS });
  await db.query('DELETE FROM tasks');
  expect([await addMissingClaimTasks(db, NOW_MS), await addMissingClaimTasks(db, NOW_MS)]).toEqual([1, 0]);
  expect(await db.query('SELECT subject, source, query FROM tasks')).toMatchObject([
    { subject: 'linea', source: CLAIM_SOURCE, query: [{ contract: contract('1') }] },
  ]);
});
