import type { Sql } from '../database/database';
import { isLockTimeout } from '../database/errors';

/** Confirmation of the log by the database. */
export interface LogConfirmation {
  /** The last revision. */
  readonly seq: number;
  /** No revision will be recorded at or before this instant, milliseconds since the epoch. */
  readonly asOfMs: number;
  /** The database's clock, milliseconds since the epoch. */
  readonly clockMs: number;
  /** Counter of changes of API keys. */
  readonly keysVersion: number;
}

/** Attempts to confirm while a writer holds the lock; each waits 400 ms. */
const CONFIRM_TRIES = 10;

/**
 * Confirms the log: the database returns an instant and records nothing at or before it afterwards (docs/decisions/0002).
 * Waits for a running writer.
 *
 * @throws {DatabaseUnavailableError} also when a writer holds the lock for longer than `tries` times 400 ms.
 */
export async function confirmLog(sql: Sql, tries: number = CONFIRM_TRIES): Promise<LogConfirmation> {
  try {
    return await confirmOnce(sql);
  } catch (error) {
    if (tries <= 1 || !isLockTimeout(error)) throw error;
    return confirmLog(sql, tries - 1);
  }
}

/**
 * Confirms the log, or returns null after a call of `onLocked`: while another session holds the lock of the log for more than
 * 400 ms.
 */
export async function confirmUnlessLocked(
  sql: Sql,
  onLocked?: (error: unknown) => void,
): Promise<LogConfirmation | null> {
  try {
    return await confirmLog(sql, 1);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    onLocked?.(error);
    return null;
  }
}

/** Last confirmation of a log that cannot be confirmed now. */
export type LastConfirmation = Pick<LogConfirmation, 'asOfMs' | 'clockMs'>;

/**
 * Reads the last confirmation of any reader. Read-only and without waiting for writers, so it works on a standby.
 */
export async function readLastConfirmation(sql: Sql): Promise<LastConfirmation> {
  const [row] = await sql.query<Record<'as_of_ms' | 'clock_ms', string>>(
    `SELECT floor(extract(epoch FROM complete_until) * 1000)::bigint AS as_of_ms,
            floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock_ms
     FROM log_head`,
  );
  if (row === undefined) throw new Error('log_head has no row');
  return { asOfMs: Number(row.as_of_ms), clockMs: Number(row.clock_ms) };
}

async function confirmOnce(sql: Sql): Promise<LogConfirmation> {
  const [row] = await sql.query<Record<'seq' | 'as_of_ms' | 'clock_ms' | 'keys_version', string>>(
    `SELECT seq, floor(extract(epoch FROM complete_until) * 1000)::bigint AS as_of_ms,
            floor(extract(epoch FROM clock) * 1000)::bigint AS clock_ms, keys_version
     FROM confirm_log()`,
  );
  if (row === undefined) throw new Error('log_head has no row');
  return {
    seq: Number(row.seq),
    asOfMs: Number(row.as_of_ms),
    clockMs: Number(row.clock_ms),
    keysVersion: Number(row.keys_version),
  };
}
