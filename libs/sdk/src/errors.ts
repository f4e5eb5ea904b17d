/** Codes of what goes wrong on this side of the wire. */
export type ClientErrorCode =
  'connection_failed' | 'timed_out' | 'aborted' | 'invalid_answer' | 'invalid_usage' | 'snapshot_truncated';

/** Anything this SDK throws. Catch it to catch them all. */
export abstract class DroptrackError extends Error {
  override readonly name: string = 'DroptrackError';
  /**
   * What to branch on. Unlike `instanceof` it also works when two copies of this
   * package are loaded. A newer API may send codes that this version does not know.
   */
  abstract readonly code: string;
}

/** No answer came, or only a part of one: DNS, TLS, a reset. `cause` holds the platform's error. */
export class ConnectionError extends DroptrackError {
  override readonly name = 'ConnectionError';
  readonly code: ClientErrorCode = 'connection_failed';
}

/** An attempt took longer than `timeoutMs`, its body included, and the retries are used up. */
export class TimeoutError extends DroptrackError {
  override readonly name = 'TimeoutError';
  readonly code: ClientErrorCode = 'timed_out';
}

/** The caller's `signal` fired; `cause` holds its reason. Has the name of the platform's own error. */
export class AbortError extends DroptrackError {
  override readonly name = 'AbortError';
  readonly code: ClientErrorCode = 'aborted';
}

/** A success whose body cannot be right, such as a page of HTML: something stands between us and the API. */
export class InvalidAnswerError extends DroptrackError {
  override readonly name = 'InvalidAnswerError';
  readonly code: ClientErrorCode = 'invalid_answer';
}

/** The SDK was asked for what cannot work, such as a client without a key. Nothing was sent. */
export class UsageError extends DroptrackError {
  override readonly name = 'UsageError';
  readonly code: ClientErrorCode = 'invalid_usage';
}

/**
 * A snapshot that is not all there: it was cut, or its rows are not those that its end line counts and sums. The rows
 * that came were given. Go on with `after` where it was cut, or begin anew.
 */
export class SnapshotTruncatedError extends DroptrackError {
  override readonly name = 'SnapshotTruncatedError';
  readonly code: ClientErrorCode = 'snapshot_truncated';
  constructor(
    message: string,
    /** Whole rows that came. */
    readonly rows: number,
    /** Whether the end was missing; else the end line tells of other rows, and none of them can be relied on. */
    readonly isCut: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
