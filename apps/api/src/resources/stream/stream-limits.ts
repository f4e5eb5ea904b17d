import { DomainError, UnavailableError } from '../../platform/errors/domain-error';

/** Seconds in `Retry-After` of a rejected stream; the end of an open one cannot be predicted. */
const RETRY_AFTER_SECONDS = 10;

/** Rejection of a key that has as many streams as its plan permits. */
export const tooManyStreams = (max: number): DomainError =>
  new DomainError(
    'too_many_streams',
    `The plan of the key permits ${max} ${max === 1 ? 'stream' : 'streams'} at a time`,
    {
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    },
  );

/** Rejection by a process that has as many streams as its operator permits. */
export const instanceFull = (): UnavailableError =>
  new UnavailableError('This instance has reached its limit of streams', RETRY_AFTER_SECONDS);
