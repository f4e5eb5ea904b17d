import { readLogStart } from '@droptrack/persistence';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import type { LogDatabase } from '../../catalogue/log-database';

/**
 * Makes sure that an instant lies in the past, by the database's clock, which is the one that stamps. What is answered
 * for an instant stays the answer: one that was not confirmed yet is confirmed by this.
 *
 * @throws {DomainError} `as_of_out_of_range`; {@link UnavailableError}, also for an instant that a read-only database
 *   cannot confirm any more.
 */
export async function assertPast(db: LogDatabase, atMs: number): Promise<void> {
  const { asOfMs, clockMs, isReadOnly } = await db.confirm();
  if (atMs <= asOfMs) return;
  if (isReadOnly && atMs <= clockMs) throw new UnavailableError('The instant cannot be confirmed at the moment');
  throw asOfOutOfRange('must not be in the future');
}

/**
 * Makes sure that the log had begun by an instant.
 *
 * @throws {DomainError} `as_of_out_of_range`; {@link UnavailableError}
 */
export async function assertInLog(db: LogDatabase, atMs: number): Promise<void> {
  const startMs = await readLogStart(db);
  if (startMs === null) throw asOfOutOfRange('is before the start of the history, which is empty');
  if (atMs < startMs) throw asOfOutOfRange(`must not be before ${new Date(startMs).toISOString()}`);
}

/** The refusal of an instant that the log says nothing about. */
export function asOfOutOfRange(detail: string): DomainError {
  return new DomainError('as_of_out_of_range', `as_of ${detail}`, {
    errors: [{ parameter: 'as_of', code: 'range', detail }],
  });
}
