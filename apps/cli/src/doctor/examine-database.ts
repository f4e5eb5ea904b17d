import { DatabaseClock, MigrationError, openDatabase, pendingMigrations, readPosition } from '@droptrack/persistence';
import type { Places } from '../config/places';
import type { DatabaseAddress } from '../database/with-database';
import { explainError } from '../output/explain-error';
import { redact, showDatabase } from '../output/redact';
import { checkClock, checkLog, checkServerVersion, checkSession } from './check-database';
import { checkLogClock, checkLogLock } from './check-log';
import { checkNotifications } from './check-notifications';
import { checkSources } from './check-sources';
import { checkWebhooks, type WebhookSetup } from './check-webhooks';
import { checkWorker, checkWorkerClocks } from './check-worker';
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
    const pending = await checkMigrations(url, migrations, kind === 'embedded');
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
    findings.push(await checkWorker(db, clock.now), ...(await checkWorkerClocks(db)));
    findings.push(...(await checkSources(db, clock.now)), ...(await checkWebhooks(db, webhooks, clock.now)));
    return findings;
  } catch (error) {
    return [describeFailure(error, url)];
  } finally {
    await Promise.allSettled([db.close(), other.close()]);
  }
}

/** @param isIdle - whether the service is stopped, and applies the migrations when it starts. */
async function checkMigrations(url: string, directory: string, isIdle: boolean): Promise<Finding> {
  try {
    const pending = await pendingMigrations(url, directory);
    if (pending.length === 0) return ok('migrations', 'The database is up to date');
    const message = `Pending: ${pending.join(', ')}`;
    return (isIdle ? warn : fail)('migrations', message, 'Apply them by starting the service: npx droptrack up');
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return fail(
      'migrations',
      error.message,
      'Use the version of Droptrack that the database was last used with, or a newer one.',
    );
  }
}

function describeFailure(error: unknown, url: string): Finding {
  const { message } = explainError(error) ?? { message: String(error) };
  return fail(
    'database',
    redact(`${showDatabase(url)}: ${message}`),
    'Check DATABASE_URL, and that the server is running.',
  );
}
