/** Invalid query in a catalogue file. */
export class SourceQueryError extends Error {
  override readonly name = 'SourceQueryError';
}

/**
 * Kinds of failed requests:
 *
 * - `timeout`: no complete response in time.
 * - `network`: no connection.
 * - `down`: not sent, because the circuit breaker of the host is open.
 * - `rate_limited`: the source asked for a pause.
 * - `unauthorized`: the source rejected the key.
 * - `blocked`: the source is not available in the country of this machine.
 * - `not_found`: the source does not have the requested object.
 * - `status`: any other error status.
 * - `too_large`: the response exceeds the size limit.
 * - `redirects`: too many redirects, or one that is not followed.
 * - `unable`: the plan or the limits of the source are too small for what is read from it; the message states both figures.
 * - `exhausted`: not sent, because the run of a finder has sent its maximum number of requests.
 * - `wrong_shape`: the response is truncated, is not JSON, or does not match the documentation of the source.
 */
export type SourceErrorKind =
  | 'timeout'
  | 'network'
  | 'down'
  | 'rate_limited'
  | 'unauthorized'
  | 'blocked'
  | 'not_found'
  | 'status'
  | 'too_large'
  | 'redirects'
  | 'unable'
  | 'exhausted'
  | 'wrong_shape';

/** Failed request to a source, or an invalid response. Its message contains no key and no wallet. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  constructor(
    readonly kind: SourceErrorKind,
    message: string,
    /** Wait before the next request: as requested by the source, or until its breaker is half-open. Null if unknown. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
