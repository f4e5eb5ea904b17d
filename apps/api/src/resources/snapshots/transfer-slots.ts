import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { ConcurrencyLimit } from '../../platform/rate-limit/concurrency-limit';

/**
 * Concurrent transfers per key and per process, which holds a database connection for each. The reserved slots keep a few
 * keys from occupying all of them.
 */
export const TRANSFERS_MAX = { perOwner: 2, total: 8, reserved: 2 } as const;
/** Seconds in `Retry-After` of a rejected transfer; the end of a running one cannot be predicted. */
const RETRY_AFTER_SECONDS = 10;

/** Slots for transfers: `rate_limited` for a key that exceeds its limit, `unavailable` if the process is at its own. */
export const transferSlots = (): ConcurrencyLimit =>
  new ConcurrencyLimit(TRANSFERS_MAX, {
    ofOwner: () =>
      new DomainError('rate_limited', `A key can have ${TRANSFERS_MAX.perOwner} concurrent transfers`, {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      }),
    ofProcess: () =>
      new UnavailableError('This instance has reached its limit of concurrent transfers', RETRY_AFTER_SECONDS),
  });
