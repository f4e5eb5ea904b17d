import { dropBody, dropChange } from '@droptrack/catalogue/testing';
import { appendRevisions } from '@droptrack/persistence';
import { withClient } from '@droptrack/persistence/testing';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { until } from './until';

interface Body {
  readonly as_of: string;
  readonly detail: string;
  readonly checks: Readonly<Record<string, number>>;
}

let api: TestApi;
beforeEach(async () => {
  api = await startApi([dropDefinition('linea')], { stopClock: true });
});
afterEach(() => api.stop());

const list = () => api.get('/v1/drops');
const readiness = () => api.inject({ method: 'GET', url: '/readyz' });
const lines = (message: string) => api.logs.filter((line) => line.includes(message));

// The transaction is larger than a batch, so its first and last revision arrive in different batches.
it('publishes a transaction of many revisions as a whole', async () => {
  const { secret } = await api.issueKey('scale');
  const headers = { authorization: `Bearer ${secret}` };
  const body = (n: number) => dropBody({ id: `drop-${n}`, chain: n % 4_999 === 0 ? 'ends' : 'linea' });
  const drafts = Array.from({ length: 5_000 }, (_, n) => ({ ...dropChange(body(n)), cause: 'catalogue' as const }));
  const counts = new Set<number>();
  const committed = api.db.transaction((sql) => appendRevisions(sql, drafts));
  await until(async () => {
    const response = await api.inject({ method: 'GET', url: '/v1/drops?chain=ends', headers });
    counts.add(response.json<{ data: unknown[] }>().data.length);
    return counts.has(2);
  }, 1);
  await committed;
  expect([...counts]).toEqual([0, 2]);
});

// As after a restore or the promotion of a lagging replica: the view may contain revisions that no longer exist.
it('reports a lost log when the database was replaced by an older copy whose log has grown past the view', async () => {
  const [head] = await api.db.query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head');
  await api.db.transaction(async (sql) => {
    await sql.query('DELETE FROM revisions WHERE seq = $1', [head?.seq]);
    await sql.query('UPDATE log_head SET seq = seq - 1');
    const drafts = ['a', 'b'].map((id) => ({ entity: 'drop', id, body: {}, cause: 'catalogue' }));
    await sql.query('SELECT append_revisions($1)', [JSON.stringify(drafts)]);
  });
  await until(async () => api.logErrors.length > 0);
  expect(api.logErrors[0]?.message).toBe(`Revision ${head?.seq} of the log is not the one that was read before`);
});

// As by a migration, VACUUM FULL, or a transaction that was left open: nothing can be appended.
describe.each([
  ['the lock of the writers', 'SELECT pg_advisory_xact_lock(7310001)'],
  ['the tables of the log', 'LOCK TABLE revisions, log_head IN ACCESS EXCLUSIVE MODE'],
])('while another session holds %s', (_, lock) => {
  it('serves unchanged lists, stays ready, and reports the time since the last confirmation', async () => {
    await list();
    await withClient(api.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(lock);
      await until(async () => lines('has locked the log').length > 0);
      const asOf = (await list()).json<Body>().as_of;
      api.passTime(3_600_000);
      await until(async () => (await readiness()).statusCode === 200);
      const later = await list();
      expect([later.statusCode, later.json<Body>().as_of]).toEqual([200, asOf]);
      expect((await readiness()).json<Body>().checks.log_staleness_seconds).toBeGreaterThanOrEqual(3_600);
      await client.query('ROLLBACK');
      await until(async () => (await list()).json<Body>().as_of > asOf);
    });
    // One line for the first minute, one for the following hour.
    expect(lines('has locked the log')).toHaveLength(2);
  });
});

// New revisions have later times than the last one, so delayed plans receive none until the clock catches up.
describe('after the clock of the database was set back', () => {
  it('is not ready, with a log line per minute and a metric, until the clock has caught up', async () => {
    await api.db.query(`UPDATE log_head SET complete_until = clock_timestamp() + interval '1 hour'`);
    await until(async () => (await readiness()).statusCode === 503);
    expect((await readiness()).json<Body>().detail).toMatch(
      /the log is 3[56]\d\d(\.\d+)? s ahead of the database clock/,
    );
    expect(await api.metrics()).toMatch(/^droptrack_log_ahead_seconds 3[56]\d\d/m);
    expect(lines('which was set back')).toHaveLength(1);
    api.passTime(60_000);
    await until(async () => lines('which was set back').length === 2);
  });
});
