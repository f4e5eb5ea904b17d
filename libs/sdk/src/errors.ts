/** Codes of errors that originate in the client. */
export type ClientErrorCode =
  | 'connection_failed'
  | 'timed_out'
  | 'aborted'
  | 'invalid_answer'
  | 'invalid_usage'
  | 'invalid_proof'
  | 'verifier_required'
  | 'snapshot_truncated';

/** Position in a list at which its iteration failed. */
export interface ListPosition {
  /**
   * Cursor of the page that failed; null for the first page. `list({ ...query, cursor })` resumes there, even days
   * later. After an abort, some items of that page may have been returned already. After `invalid_cursor`, start from
   * the first page instead.
   */
  readonly cursor: string | null;
  /** Number of items returned before the failure. */
  readonly items: number;
  /** Items that `toArray` collected before the failure; absent for a loop. Not enumerable. */
  readonly collected?: readonly unknown[];
}

/** Options of an error. */
export interface ErrorContext extends ErrorOptions {
  /** `X-Request-Id` of the response. */
  requestId?: string | null;
}

/**
 * Base class of all errors of this package. Branch on `code`.
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
   * Stable error code. Unlike `instanceof`, it also works when two copies of this package are loaded. A newer API may
   * return codes that this version does not know.
   */
  abstract readonly code: string;
  /** Request id (`X-Request-Id`), to include in support requests; null without a response, or when the response has none. */
  readonly requestId: string | null;
  /** Position in the list for an error during iteration; null for other errors. */
  readonly position: ListPosition | null = null;
  constructor(message: string, options: ErrorContext = {}) {
    super(message, options);
    this.requestId = options.requestId ?? null;
  }
}

/**
 * Connection failure before the end of the response, such as a DNS or TLS error or a reset. The message contains the
 * reason, such as `ECONNREFUSED` or `ENOTFOUND`; browsers hide the reason, so there it suggests CORS. `cause` has name,
 * message, code and stack of the platform's error, without other members, which may contain the API key.
 *
 * @example
 * import { ConnectionError } from '@droptrack/sdk';
 * await client.me().catch((error: unknown) => {
 *   if (error instanceof ConnectionError) console.error('The API is unreachable', error.cause);
 * });
 */
export class ConnectionError extends DroptrackError {
  override readonly name = 'ConnectionError';
  readonly code: ClientErrorCode = 'connection_failed';
}

/**
 * Timeout: the last attempt, including its body, took longer than `timeoutMs`.
 *
 * @example
 * import { TimeoutError } from '@droptrack/sdk';
 * await client.me({ timeoutMs: 2_000 }).catch((error: unknown) => {
 *   if (error instanceof TimeoutError) console.error('No response within 2 s');
 * });
 */
export class TimeoutError extends DroptrackError {
  override readonly name = 'TimeoutError';
  readonly code: ClientErrorCode = 'timed_out';
}

/**
 * Call aborted by its `signal`; `cause` is the abort reason. It has the same name as the platform's error.
 *
 * @example
 * import { AbortError } from '@droptrack/sdk';
 * await client.me({ signal: AbortSignal.timeout(5_000) }).catch((error: unknown) => {
 *   if (error instanceof AbortError) console.error('No response within 5 s, including retries');
 * });
 */
export class AbortError extends DroptrackError {
  override readonly name = 'AbortError';
  readonly code: ClientErrorCode = 'aborted';
}

/**
 * Response that the API does not send, such as an HTML page, a redirect or an empty body. Common causes are a proxy in
 * front of the API and a wrong `baseUrl`. It is not retried.
 *
 * @example
 * import { InvalidAnswerError } from '@droptrack/sdk';
 * await client.me().catch((error: unknown) => {
 *   if (error instanceof InvalidAnswerError) console.error('Check baseUrl', error.message);
 * });
 */
export class InvalidAnswerError extends DroptrackError {
  override readonly name = 'InvalidAnswerError';
  readonly code: ClientErrorCode = 'invalid_answer';
}

/**
 * Invalid use of this package, such as a client without an API key. No request was sent.
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
