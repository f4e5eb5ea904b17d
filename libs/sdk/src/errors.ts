/** Codes of what goes wrong on this side of the wire. */
export type ClientErrorCode =
  'connection_failed' | 'timed_out' | 'aborted' | 'invalid_answer' | 'invalid_usage' | 'snapshot_truncated';

/** How far the walk over a list came before it failed. */
export interface ListPosition {
  /**
   * Leads to the page that failed, null to the first one: `list({ ...query, cursor })` goes on there, after a wait or
   * another day. After an abort some items of that page may have been given already. Not after `invalid_cursor`: a
   * list whose cursor is refused has to begin anew.
   */
  readonly cursor: string | null;
  /** Items that were given before it. */
  readonly items: number;
  /** What `toArray` had until then; of a loop nothing, which has its items already. Shows in no print. */
  readonly collected?: readonly unknown[];
}

/** What an error may come with. */
export interface ErrorContext extends ErrorOptions {
  /** `X-Request-Id` of the answer. */
  requestId?: string | null;
}

/**
 * Anything this SDK throws. Catch it to catch them all; branch on `code`.
 *
 * @example
 * import { DroptrackError } from '@droptrack/sdk';
 * try {
 *   await client.me();
 * } catch (error) {
 *   if (!(error instanceof DroptrackError)) throw error;
 *   console.error(error.code, error.requestId);
 * }
 */
export abstract class DroptrackError extends Error {
  override readonly name: string = 'DroptrackError';
  /**
   * What to branch on. Unlike `instanceof` it also works when two copies of this
   * package are loaded. A newer API may send codes that this version does not know.
   */
  abstract readonly code: string;
  /** Of the answer, to be named when asking for help; null where there was none, or none that bore one. */
  readonly requestId: string | null;
  /** Where in a list it happened; null elsewhere. */
  readonly position: ListPosition | null = null;
  constructor(message: string, options: ErrorContext = {}) {
    super(message, options);
    this.requestId = options.requestId ?? null;
  }
}

/**
 * No answer came, or only a part of one: DNS, TLS, a reset. The message names the reason, such as `ECONNREFUSED` or
 * `ENOTFOUND`; browsers name none, and there it names the likely one, CORS. `cause` has name, message and code of the
 * platform's error, and nothing else of it: what a `fetch` adds may hold the key.
 *
 * @example
 * import { ConnectionError } from '@droptrack/sdk';
 * await client.me().catch((error: unknown) => {
 *   if (error instanceof ConnectionError) console.error('Is the API up?', error.cause);
 * });
 */
export class ConnectionError extends DroptrackError {
  override readonly name = 'ConnectionError';
  readonly code: ClientErrorCode = 'connection_failed';
}

/**
 * An attempt took longer than `timeoutMs`, its body included, and the retries are used up.
 *
 * @example
 * import { TimeoutError } from '@droptrack/sdk';
 * await client.me({ timeoutMs: 2_000 }).catch((error: unknown) => {
 *   if (error instanceof TimeoutError) console.error('The API is slow today');
 * });
 */
export class TimeoutError extends DroptrackError {
  override readonly name = 'TimeoutError';
  readonly code: ClientErrorCode = 'timed_out';
}

/**
 * The caller's `signal` fired; `cause` holds its reason. Has the name of the platform's own error.
 *
 * @example
 * import { AbortError } from '@droptrack/sdk';
 * await client.me({ signal: AbortSignal.timeout(5_000) }).catch((error: unknown) => {
 *   if (error instanceof AbortError) console.error('Five seconds, with all retries, are over');
 * });
 */
export class AbortError extends DroptrackError {
  override readonly name = 'AbortError';
  readonly code: ClientErrorCode = 'aborted';
}

/**
 * An answer that cannot be right, such as a page of HTML, a redirect or nothing at all: something stands between us
 * and the API, or `baseUrl` leads elsewhere. Trying again would not help.
 *
 * @example
 * import { InvalidAnswerError } from '@droptrack/sdk';
 * await client.me().catch((error: unknown) => {
 *   if (error instanceof InvalidAnswerError) console.error('Is baseUrl right?', error.message);
 * });
 */
export class InvalidAnswerError extends DroptrackError {
  override readonly name = 'InvalidAnswerError';
  readonly code: ClientErrorCode = 'invalid_answer';
}

/**
 * The SDK was asked for what cannot work, such as a client without a key. Nothing was sent.
 *
 * @example
 * import { Droptrack, UsageError } from '@droptrack/sdk';
 * try {
 *   new Droptrack({ apiKey: '', baseUrl: 'https://api.example.com' });
 * } catch (error) {
 *   if (error instanceof UsageError) console.error(error.message);
 * }
 */
export class UsageError extends DroptrackError {
  override readonly name = 'UsageError';
  readonly code: ClientErrorCode = 'invalid_usage';
}

/**
 * A snapshot that is not all there: it was cut, or its rows are not those that its end line counts and sums. The rows
 * that came were given. Go on with `after` where it was cut, or begin anew.
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
    /** Whole rows that came. */
    readonly rows: number,
    /**
     * Whether the end was missing: the rows came as a sound connection carries them, but no sum confirms them, now or when
     * the rest follows, whose sum is of the rest alone. Else the end line tells of other rows, and none can be relied on.
     */
    readonly isCut: boolean,
    options?: ErrorContext,
  ) {
    super(message, options);
  }
}
