import { CLOCK_SKEW_MS_MAX, clockSkewMs, type Database, readClock } from '@droptrack/persistence';
import { count } from '../output/count';
import { fail, type Finding, ok, warn } from './finding';

const SERVER_VERSION_MIN = 14;

/** Whether the server is a PostgreSQL that the service knows. */
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
 * Whether a connection is one session from its first statement to its last: the
 * log's readers and the migrations need locks and LISTEN to hold between statements.
 *
 * A pooler hands out the same server connection again as long as nobody else wants
 * it; so somebody else does, in between.
 *
 * @param session - with one connection at most.
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
    if (lost.length === 0) return ok('session', 'Connections are sessions: settings, locks and LISTEN hold');
    return fail('session', `${lost.join(', ')} did not hold between statements`, SESSION_ADVICE);
  } catch (error) {
    return fail('session', `Sessions do not work: ${(error as Error).message}`, SESSION_ADVICE);
  }
}

const SESSION_ADVICE = 'Connect to PostgreSQL itself, or through a pooler in session mode; not in transaction mode.';

async function findLost(session: Database): Promise<string[]> {
  const [row] = await session.query<Record<'setting' | 'lock' | 'listening', boolean>>(
    `SELECT current_setting('droptrack.doctor', true) IS NOT DISTINCT FROM 'kept' AS setting,
            EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS lock,
            EXISTS (SELECT FROM pg_listening_channels() AS c WHERE c = 'droptrack_doctor') AS listening`,
  );
  const names = { setting: 'A setting', lock: 'An advisory lock', listening: 'LISTEN' };
  return Object.entries(names).flatMap(([key, name]) => (row?.[key as keyof typeof names] ? [] : [name]));
}

/** How far the database's clock is from ours, as far as that can be told. */
export async function checkClock(db: Database, nowMs: () => number): Promise<Finding> {
  const askedMs = nowMs();
  const clockMs = await readClock(db);
  const answeredMs = nowMs();
  const skewMs = Math.round(clockSkewMs({ clockMs, askedMs, answeredMs }));
  if (Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX) {
    const mostMs = Math.ceil(Math.max(1, clockMs - askedMs, answeredMs - clockMs));
    return ok('clock', `The database's clock is within ${mostMs} ms of this machine's`);
  }
  const off = `${Math.abs(skewMs)} ms ${skewMs > 0 ? 'ahead of' : 'behind'}`;
  return fail('clock', `The database's clock is at least ${off} this machine's`, 'Keep both machines in time (NTP).');
}

/** Where the log stands. */
export async function checkLog(db: Database): Promise<Finding> {
  const [row] = await db.query<{ seq: string; recorded_at: Date }>('SELECT seq, recorded_at FROM log_head');
  if (row === undefined) return fail('log', 'The log has no head', 'Restore the database from a backup.');
  if (row.seq === '0') return warn('log', 'The log is empty', 'Load a catalogue: npx droptrack catalogue apply <dir>');
  return ok('log', `${count(Number(row.seq), 'revision')}, the last at ${row.recorded_at.toISOString()}`);
}
