import { readLogStart } from '@droptrack/persistence';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import type { LogDatabase } from '../../catalogue/log-database';

/**
 * Asserts that an instant is in the past by the database clock, which stamps revisions, and confirms it if necessary, so
 * that the response for this instant never changes.
 *
 * @throws {DomainError} `as_of_out_of_range`; {@link UnavailableError}, also if a read-only database cannot confirm the
 *   instant.
 */
export async function assertPast(db: LogDatabase, atMs: number): Promise<void> {
  const { asOfMs, clockMs, isReadOnly } = await db.confirm();
  if (atMs <= asOfMs) return;
  if (isReadOnly && atMs <= clockMs) throw new UnavailableError('The instant cannot be confirmed at the moment');
  throw asOfOutOfRange('must not be in the future');
}

/**
 * Asserts that an instant is not before the start of the log.
 *
 * @throws {DomainError} `as_of_out_of_range`; {@link UnavailableError}
 */
export async function assertInLog(db: LogDatabase, atMs: number): Promise<void> {
  const startMs = await readLogStart(db);
  if (startMs === null) throw asOfOutOfRange('is before the start of the history, which is empty');
  if (atMs < startMs) throw asOfOutOfRange(`must not be before ${new Date(startMs).toISOString()}`);
}

/** Asserts that an instant is in a view that ends at another one. @throws {DomainError} `as_of_out_of_range` */
export function assertNotAfter(endMs: number, atMs: number): void {
  if (atMs > endMs) throw asOfOutOfRange(`must not be after ${new Date(endMs).toISOString()}, where the data ends`);
}

/** Error for an instant outside the log. */
export function asOfOutOfRange(detail: string): DomainError {
  return new DomainError('as_of_out_of_range', `as_of ${detail}`, {
    errors: [{ parameter: 'as_of', code: 'range', detail }],
  });
}
