import {
  CLOCK_SKEW_MS_MAX,
  type Database,
  DatabaseClock,
  LogFollower,
  type LogPosition,
  MigrationError,
  openDatabase,
  readPosition,
  readWorkerClocks,
  RecomputeQueue,
  requireSchema,
  SchemaError,
} from '@droptrack/persistence';
import { PROGRAM_VERSION } from '@droptrack/program';
import type { Places } from '../../../config/places';
import type { DatabaseAddress } from '../../../database/with-database';
import { explainError } from '../../../output/report-error';
import { count } from '../../../output/format';
import { redact, showDatabase } from '../../../output/redact';
import { checkClock, checkLog, checkServerVersion, checkSession } from './check-database';
import { checkLogClock, checkLogLock } from './check-log';
import { checkLists } from './check-lists';
import { checkOutside } from './check-sources';
import { checkWebhooks, type WebhookSetup } from './check-webhooks';
import { fail, type Finding, ok, warn } from './finding';

/** Short, as the command is interactive; a notification takes milliseconds. */
const TIMEOUT_MS = 3_000;

/**
 * All checks of a database, in the order in which they depend on each other.
 *
 * @param timeoutMs - limit for a notification to arrive.
 */
export async function examineDatabase(
  { url, kind }: DatabaseAddress,
  { migrations }: Pick<Places, 'migrations'>,
  webhooks: WebhookSetup,
  nowMs: () => number,
  timeoutMs = TIMEOUT_MS,
): Promise<Finding[]> {
  const options = { poolSize: 1, applicationName: 'droptrack doctor', statementTimeoutMs: 5_000 };
  const db = openDatabase(url, options);
  const other = openDatabase(url, options);
  try {
    const version = await checkServerVersion(db);
    const findings = [ok('database', `Connected to ${showDatabase(url)}`), version, await checkSession(db, other)];
    findings.push(await checkClock(db, nowMs));
    const clock = new DatabaseClock(db, { now: nowMs, monotonicMs: () => performance.now() });
    await clock.read();
    const pending = await checkMigrations(db, migrations, kind === 'embedded');
    findings.push(pending);
    if (pending.state !== 'ok') return findings;
    // The following checks would wait for that session.
    const lock = await checkLogLock(db);
    if (lock !== null) return [...findings, lock];
    findings.push(await checkLog(db));
    const logClock = await checkLogClock(db);
    if (logClock !== null) findings.push(logClock);
    const end = await readPosition(db);
    if (end.seq > 0) findings.push(await checkNotifications(db, url, end, timeoutMs));
    findings.push(await checkLists(db));
    findings.push(await checkWorker(db, clock.now), ...(await checkWorkerClocks(db)));
    findings.push(...(await checkOutside(db, clock.now)));
    findings.push(...(await checkWebhooks(db, webhooks, clock.now)));
    return findings;
  } catch (error) {
    return [describeFailure(error, url)];
  } finally {
    await Promise.allSettled([db.close(), other.close()]);
  }
}

/** @param isIdle - whether the service is stopped, and applies the migrations when it starts. */
async function checkMigrations(db: Database, migrations: string, isIdle: boolean): Promise<Finding> {
  try {
    const newer = await requireSchema(db, { migrations, version: PROGRAM_VERSION });
    if (newer.length === 0) return ok('migrations', 'The database is up to date');
    const message = `The database has ${count(newer.length, 'migration')} of a later version, with which this one works`;
    return warn('migrations', message, 'Complete the upgrade: install the later version here too.');
  } catch (error) {
    if (error instanceof SchemaError) {
      const isApplied = isIdle && error.code === 'database_outdated';
      return (isApplied ? warn : fail)('migrations', error.problem, `To fix it, ${error.mend}.`);
    }
    if (!(error instanceof MigrationError)) throw error;
    const advice = 'Use the version of Droptrack that the database was last used with, or a newer one.';
    return fail('migrations', error.message, advice);
  }
}

function describeFailure(error: unknown, url: string): Finding {
  const known = explainError(error);
  const advice = known?.hint ?? 'Check DATABASE_URL, and that the server is running.';
  return fail('database', redact(`${showDatabase(url)}: ${known?.message ?? String(error)}`), advice);
}

/** Maximum lag of the recompute queue; a worker leases due drops twice a second. */
const LAG_MS_MAX = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Health of the worker, by the lag of the recompute queue. */
export async function checkWorker(db: Database, nowMs: () => number): Promise<Finding> {
  const atMs = nowMs();
  const { drops, oldestMs } = await new RecomputeQueue(db).readLag(atMs);
  if (oldestMs === null) return ok('worker', 'The recompute queue is empty');
  const lagMs = atMs - oldestMs;
  if (lagMs <= LAG_MS_MAX) return ok('worker', `${count(drops, 'drop')} in the recompute queue`);
  return warn(
    'worker',
    `${count(drops, 'drop')} in the recompute queue, the oldest for ${count(Math.floor(lagMs / MINUTE_MS), 'minute')}`,
    'Start the worker: npm start. If it runs, check its log: statuses and scores are not updated.',
  );
}

/** Workers whose clock differs too much from the database clock to lease work; empty if there are none. */
export async function checkWorkerClocks(db: Database): Promise<Finding[]> {
  const clocks = await readWorkerClocks(db);
  return clocks
    .filter(({ skewMs }) => Math.abs(skewMs) > CLOCK_SKEW_MS_MAX)
    .map(({ worker, skewMs }) => {
      const off = `${(Math.abs(skewMs) / 1_000).toFixed(1)} s ${skewMs < 0 ? 'ahead of' : 'behind'}`;
      return fail(
        'worker clock',
        `The clock of worker ${worker} is ${off} the database clock: it leases no work`,
        'Synchronize both machines with NTP; the worker then resumes.',
      );
    });
}

/**
 * Check that a notification wakes a follower of the log, with a follower whose poll interval is too long to matter. Reads
 * the log from `after` to its end and writes only the usual confirmation. Not for an empty log: its first load must
 * precede any follower.
 *
 * @param timeoutMs - limit for each of the two confirmations.
 */
async function checkNotifications(db: Database, url: string, after: LogPosition, timeoutMs: number): Promise<Finding> {
  let confirm: () => void = () => undefined;
  const nextConfirmation = (): Promise<void> => new Promise((resolve) => (confirm = resolve));
  const ignore = (): void => undefined;
  const follower = new LogFollower({
    url,
    after,
    onRevisions: ignore,
    onConfirmed: () => confirm(),
    onKeysChanged: ignore,
    pollMs: 10 * timeoutMs,
    batchMs: 0,
  });
  try {
    const isListening = within(timeoutMs, nextConfirmation());
    follower.start();
    if (!(await isListening)) return fail('notifications', 'Following the log failed', ADVICE);
    const beganMs = performance.now();
    const isWoken = within(timeoutMs, nextConfirmation());
    await db.query("SELECT pg_notify('droptrack_log', '')");
    if (!(await isWoken)) return fail('notifications', 'A notification was not received', ADVICE);
    return ok('notifications', `Received after ${Math.ceil(performance.now() - beganMs)} ms`);
  } finally {
    await follower.stop();
  }
}

const ADVICE = 'Connect to PostgreSQL directly, not through a pooler in transaction mode.';

async function within(timeoutMs: number, event: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
  const came = await Promise.race([event.then(() => true), tooLate]);
  clearTimeout(timer);
  return came;
}
