import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@droptrack/persistence';
import { span } from '../../../output/format';
import { fail, type Finding } from './finding';

/** Limit above which the API reports that it is not ready; a large transaction is some milliseconds ahead. */
const AHEAD_MS_MAX = 1_000;
/** Maximum age of a transaction that holds the lock: writers need milliseconds, a large load seconds. */
const LOCK_SECONDS_MAX = 5;

/** Finding for a log that is ahead of the database clock; null otherwise. */
export async function checkLogClock(db: Database): Promise<Finding | null> {
  const [row] = await db.query<{ ahead_ms: number }>(
    `SELECT extract(epoch FROM greatest(recorded_at, complete_until) - clock_timestamp())::float8 * 1000 AS ahead_ms
     FROM log_head`,
  );
  const aheadMs = row?.ahead_ms ?? 0;
  if (aheadMs <= AHEAD_MS_MAX) return null;
  return fail(
    'log clock',
    `The log is ${span(aheadMs)} ahead of the database clock, which was set back`,
    'Until the clock has caught up, delayed views do not change and the API is not ready: see docs/availability.md.',
  );
}

interface LockRow {
  readonly pid: number;
  readonly application: string;
  /** Null if the role may not see sessions of other roles. */
  readonly seconds: number | null;
}

/** Sessions that hold the advisory lock of writers, or a table lock that blocks readers or writers of the log. */
const LOCKS = `
  SELECT DISTINCT a.pid, coalesce(a.application_name, '') AS application,
         extract(epoch FROM clock_timestamp() - a.xact_start)::float8 AS seconds
  FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
  WHERE l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.locktype = 'advisory' AND (l.classid, l.objid, l.objsubid) = (0, 7310001, 1) AND l.mode = 'ExclusiveLock'
      OR l.relation = 'log_head'::regclass AND l.mode <> 'AccessShareLock'
      OR l.relation IN ('revisions'::regclass, 'key_changes'::regclass) AND l.mode = 'AccessExclusiveLock')
    AND (a.xact_start IS NULL OR a.xact_start < clock_timestamp() - $1 * interval '1 second')
  ORDER BY seconds DESC NULLS LAST LIMIT 1`;

/**
 * Finding for a session that keeps the log locked; null if there is none. Takes no lock itself.
 *
 * @param maxSeconds - age of a transaction from which its lock is reported.
 * @param secondLookMs - pause before the second query: a long load locks the log only briefly at its end.
 */
export async function checkLogLock(
  db: Database,
  maxSeconds = LOCK_SECONDS_MAX,
  secondLookMs = 1_000,
): Promise<Finding | null> {
  const [first] = await db.query<LockRow>(LOCKS, [maxSeconds]);
  if (first === undefined) return null;
  await sleep(secondLookMs);
  const [lock] = await db.query<LockRow>(LOCKS, [maxSeconds]);
  if (lock?.pid !== first.pid) return null;
  const holder = `process ${lock.pid}${lock.application === '' ? '' : ` (${lock.application})`}`;
  const since = lock.seconds === null ? '' : `, in a transaction of ${span(lock.seconds * 1_000)}`;
  return fail(
    'log lock',
    `The log is locked by a database session: ${holder}${since}`,
    `Nothing can be recorded until that session ends. To end it: SELECT pg_terminate_backend(${lock.pid})`,
  );
}
