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

// Larger than what is read at once: the first and the last revision of the transaction come in different pieces.
it('shows a transaction of many revisions as a whole', async () => {
  const { secret } = await api.issueKey('scale');
  const headers = { authorization: `Bearer ${secret}` };
  const body = (n: number) => dropBody({ id: `drop-${n}`, chain: n % 4_999 === 0 ? 'ends' : 'linea' });
  const drafts = Array.from({ length: 5_000 }, (_, n) => ({ ...dropChange(body(n)), cause: 'catalogue' as const }));
  const shown = new Set<number>();
  const committed = api.db.transaction((sql) => appendRevisions(sql, drafts));
  await until(async () => {
    const response = await api.inject({ method: 'GET', url: '/v1/drops?chain=ends', headers });
    shown.add(response.json<{ data: unknown[] }>().data.length);
    return shown.has(2);
  }, 1);
  await committed;
  expect([...shown]).toEqual([0, 2]);
});

// Restore, or promotion of a lagging replica: what was served may never have been, so only a new process can go on.
it('ends for a new process when the database was replaced by an older copy whose log has grown past it', async () => {
  const [head] = await api.db.query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head');
  await api.db.transaction(async (sql) => {
    await sql.query('DELETE FROM revisions WHERE seq = $1', [head?.seq]);
    await sql.query('UPDATE log_head SET seq = seq - 1');
    const drafts = ['a', 'b'].map((id) => ({ entity: 'drop', id, body: {}, cause: 'catalogue' }));
    await sql.query('SELECT append_revisions($1)', [JSON.stringify(drafts)]);
  });
  await until(async () => api.logFaults.length > 0);
  expect(api.logFaults[0]?.message).toBe(`Revision ${head?.seq} of the log is not the one that was read before`);
});

// A migration, VACUUM FULL, or a transaction that was left open: nothing can be appended meanwhile.
describe.each([
  ['the lock of the writers', 'SELECT pg_advisory_xact_lock(7310001)'],
  ['the tables of the log', 'LOCK TABLE revisions, log_head IN ACCESS EXCLUSIVE MODE'],
])('while another session holds %s', (_, lock) => {
  it('serves lists as they stood, stays ready, and says for how long it could not be confirmed', async () => {
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
    // One for the first minute, one for the hour after it.
    expect(lines('has locked the log')).toHaveLength(2);
  });
});

// Revisions are stamped after the last one: delayed plans see none of them until the clock has caught up.
describe('after the clock of the database was set back', () => {
  it('is not ready, logs it once a minute and measures it until the clock has caught up', async () => {
    await api.db.query(`UPDATE log_head SET complete_until = clock_timestamp() + interval '1 hour'`);
    await until(async () => (await readiness()).statusCode === 503);
    expect((await readiness()).json<Body>().detail).toMatch(
      /the log is 3[56]\d\d(\.\d+)? s ahead of the database clock/,
    );
    expect(await api.figures()).toMatch(/^droptrack_log_ahead_seconds 3[56]\d\d/m);
    expect(lines('which was set back')).toHaveLength(1);
    api.passTime(60_000);
    await until(async () => lines('which was set back').length === 2);
  });
});
