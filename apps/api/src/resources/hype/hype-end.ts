import { HYPE_TO_MIN } from '@droptrack/contracts';
import { DomainError } from '../../platform/errors/domain-error';
import { instantMs } from '../../platform/input/instants';

/**
 * Instant at which a series ends, in milliseconds since the epoch.
 *
 * @param to - RFC 3339; `as_of` if absent.
 * @throws {DomainError} `invalid_parameter` for an instant after `as_of` or before {@link HYPE_TO_MIN}.
 */
export function hypeEndMs(to: string | undefined, asOfMs: number): number {
  if (to === undefined) return asOfMs;
  const atMs = instantMs(to);
  if (atMs > asOfMs) throw toOutOfRange(`must not be after as_of, ${new Date(asOfMs).toISOString()}`);
  if (atMs < Date.parse(HYPE_TO_MIN)) throw toOutOfRange(`must not be before ${HYPE_TO_MIN}`);
  return atMs;
}

/** Error for an instant outside the range of `to`. */
export function toOutOfRange(detail: string): DomainError {
  return new DomainError('invalid_parameter', `to ${detail}`, {
    errors: [{ parameter: 'to', code: 'range', detail }],
  });
}
