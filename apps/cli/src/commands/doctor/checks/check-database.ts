import { CLOCK_SKEW_MS_MAX, clockSkewMs, type Database, readClock } from '@droptrack/persistence';
import { explainError } from '../../../output/report-error';
import { fail, type Finding, ok, warn } from './finding';

const SERVER_VERSION_MIN = 14;

/** Version of the PostgreSQL server. */
export async function checkServerVersion(db: Database): Promise<Finding> {
  const [row] = await db.query<{ number: number; version: string }>(
    "SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS version",
  );
  const { number = 0, version = 'of an unknown version' } = row ?? {};
  return number >= SERVER_VERSION_MIN * 10_000
    ? ok('version', `PostgreSQL ${version}`)
    : fail('version', `PostgreSQL ${version} is too old`, `Use PostgreSQL ${SERVER_VERSION_MIN} or later.`);
}

/**
 * Check that a connection is one session: followers of the log and migrations need advisory locks and LISTEN to persist
 * between statements.
 *
 * A pooler reuses the same server connection as long as no other client needs one, so a second client opens a
 * transaction in between.
 *
 * @param session - database with at most one connection.
 */
export async function checkSession(session: Database, other: Database): Promise<Finding> {
  try {
    await session.query("SELECT set_config('droptrack.doctor', 'kept', false), pg_advisory_lock(7310009)");
    await session.query('LISTEN droptrack_doctor');
    const lost = await other.transaction(async (sql) => {
      await sql.query('SELECT 1');
      return findLost(session);
    });
    await session.query('UNLISTEN droptrack_doctor');
    await session.query('SELECT pg_advisory_unlock_all()');
    if (lost.length === 0) return ok('session', 'Settings, advisory locks and LISTEN persist between statements');
    return fail('session', `Lost between statements: ${lost.join(', ')}`, SESSION_ADVICE);
  } catch (error) {
    const known = explainError(error);
    const advice = known?.code === 'database_refused' ? known.hint : null;
    const { message } = known ?? (error as Error);
    return fail('session', `The session check failed: ${message}`, advice ?? SESSION_ADVICE);
  }
}

const SESSION_ADVICE =
  'Connect to PostgreSQL directly, or through a pooler in session mode; transaction mode is not supported.';

async function findLost(session: Database): Promise<string[]> {
  const [row] = await session.query<Record<'setting' | 'lock' | 'listening', boolean>>(
    `SELECT current_setting('droptrack.doctor', true) IS NOT DISTINCT FROM 'kept' AS setting,
            EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS lock,
            EXISTS (SELECT FROM pg_listening_channels() AS c WHERE c = 'droptrack_doctor') AS listening`,
  );
  const names = { setting: 'setting', lock: 'advisory lock', listening: 'LISTEN' };
  return Object.entries(names).flatMap(([key, name]) => (row?.[key as keyof typeof names] ? [] : [name]));
}

/** Difference between the database clock and the clock of this machine, within the bounds of a round trip. */
export async function checkClock(db: Database, nowMs: () => number): Promise<Finding> {
  const askedMs = nowMs();
  const clockMs = await readClock(db);
  const answeredMs = nowMs();
  const skewMs = Math.round(clockSkewMs({ clockMs, requestedMs: askedMs, receivedMs: answeredMs }));
  if (Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX) {
    const mostMs = Math.ceil(Math.max(1, clockMs - askedMs, answeredMs - clockMs));
    return ok('clock', `The database clock is within ${mostMs} ms of the clock of this machine`);
  }
  const off = `${Math.abs(skewMs)} ms ${skewMs > 0 ? 'ahead of' : 'behind'}`;
  return fail(
    'clock',
    `The database clock is at least ${off} the clock of this machine`,
    'Synchronize both machines with NTP.',
  );
}

/** Position of the log. */
export async function checkLog(db: Database): Promise<Finding> {
  const [row] = await db.query<{ seq: string; recorded_at: Date }>('SELECT seq, recorded_at FROM log_head');
  if (row === undefined) return fail('log', 'The log has no head', 'Restore the database from a backup.');
  if (row.seq === '0') return warn('log', 'The log is empty', 'Load a catalogue: npx droptrack catalogue apply <dir>');
  return ok('log', `The last revision, number ${row.seq}, was recorded at ${row.recorded_at.toISOString()}`);
}
