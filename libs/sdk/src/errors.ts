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

/**
 * Proof that does not lead from wallet and amount to its root, so that the allocation of a private check is not in the tree
 * of its list, or a leaf that is repeated. Do not use the amount. The message does not contain the wallet.
 *
 * @example
 * import { InvalidProofError } from '@droptrack/sdk';
 * const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
 * await client.eligibility.checkPrivately({ wallet, drop: 'linea' }).catch((error: unknown) => {
 *   if (error instanceof InvalidProofError) console.error('The list cannot be trusted', error.message);
 * });
 */
export class InvalidProofError extends DroptrackError {
  override readonly name = 'InvalidProofError';
  readonly code: ClientErrorCode = 'invalid_proof';
}

/**
 * Proof of a tree of Starknet (formats `starknet_pedersen`, `starknet_poseidon` and `ekubo`), for which this package has no
 * hash functions: the proof is neither valid nor invalid. Verify it with `verifyStarknetProof` of `@droptrack/sdk/starknet`.
 *
 * @example
 * import { verifyStarknetProof } from '@droptrack/sdk/starknet';
 * import * as starknet from '@scure/starknet';
 * const wallet = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
 * const verify = (given: ProvenAllocation) => verifyStarknetProof(given, starknet);
 * const check = { wallet, drop: 'starknet-provisions' };
 * const { listed, amount } = await client.eligibility.checkPrivately(check, { verify });
 */
export class VerifierRequiredError extends DroptrackError {
  override readonly name = 'VerifierRequiredError';
  readonly code: ClientErrorCode = 'verifier_required';
}

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
