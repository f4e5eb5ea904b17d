import { type ClientErrorCode, DroptrackError, type ErrorContext } from '../errors';

/**
 * Incomplete or corrupt snapshot: the transfer ended early, or its rows do not match the row count and checksum of its
 * end line. The rows that were received have been returned. If `isCut` is true, resume with `after`; otherwise discard
 * the rows and start over.
 *
 * @example
 * import { SnapshotTruncatedError } from '@droptrack/sdk';
 * let last: string | undefined;
 * try {
 *   for await (const { id } of client.snapshots.drops()) last = id;
 * } catch (error) {
 *   if (!(error instanceof SnapshotTruncatedError && error.isCut)) throw error;
 *   for await (const { id } of client.snapshots.drops({ after: last ?? '' })) last = id;
 * }
 */
export class SnapshotTruncatedError extends DroptrackError {
  override readonly name = 'SnapshotTruncatedError';
  readonly code: ClientErrorCode = 'snapshot_truncated';
  constructor(
    message: string,
    /** Number of complete rows that were received. */
    readonly rows: number,
    /**
     * True for a transfer that ended early. Its rows are not confirmed by a checksum, not even after a resumed transfer,
     * whose checksum covers only its own rows. False for rows that do not match the end line: none of them is reliable.
     */
    readonly isCut: boolean,
    options?: ErrorContext,
  ) {
    super(message, options);
  }
}
