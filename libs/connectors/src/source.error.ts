/**
 * Why a source gave no answer:
 * `timeout` took too long · `network` could not be reached · `down` is not asked for now, as it failed too often ·
 * `rate_limited` wants to be left alone · `unauthorized` refused our key · `not_found` knows nothing of what was
 * asked · `status` another status than was hoped for · `too_large` · `redirects` too many, or to where we do not go ·
 * `wrong_shape` not JSON, cut off, or something else than its documentation says.
 */
export type SourceErrorKind =
  | 'timeout'
  | 'network'
  | 'down'
  | 'rate_limited'
  | 'unauthorized'
  | 'not_found'
  | 'status'
  | 'too_large'
  | 'redirects'
  | 'wrong_shape';

/** A source could not be asked, or its answer not be understood. Its message names no key and no wallet. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  constructor(
    readonly kind: SourceErrorKind,
    message: string,
    /** How long the source wants to be left alone, or is not asked; null where nobody said. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
