import { type Plan, PLAN_TERMS, STREAM_LIMITS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { ConcurrencyLimit } from '../../platform/rate-limit/concurrency-limit';

/** Seconds in `Retry-After` of a rejected stream; the end of an open one cannot be predicted. */
const RETRY_AFTER_SECONDS = 10;

const streamsOf = (plan: Plan): number => PLAN_TERMS[plan].streams;
const tooMany = (detail: string): DomainError =>
  new DomainError('too_many_streams', detail, { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
/** Rejection of a key that has as many streams as its plan permits. */
export const tooManyStreams = (max: number): DomainError =>
  tooMany(`The plan of the key permits ${max} ${max === 1 ? 'stream' : 'streams'} at a time`);
const ofAccount = (max: number): DomainError =>
  tooMany(`All keys of an account together can have ${max} streams at a time`);
/** Rejection by a process that has as many streams as its operator permits. */
export const instanceFull = (): UnavailableError =>
  new UnavailableError('This instance has reached its limit of streams', RETRY_AFTER_SECONDS);

/** Slots for streams: by key, by account and by process. */
export class StreamSlots {
  readonly #ofKeys: ConcurrencyLimit;
  readonly #ofAccounts: ConcurrencyLimit;

  /** @param total - streams of this process. */
  constructor(total: number) {
    const limits = { perOwner: streamsOf('scale'), total };
    this.#ofKeys = new ConcurrencyLimit(limits, { ofOwner: tooManyStreams, ofProcess: instanceFull });
    this.#ofAccounts = new ConcurrencyLimit(limits, { ofOwner: ofAccount, ofProcess: instanceFull });
  }

  /**
   * Acquires a slot for a stream.
   *
   * @returns function that releases it; call it exactly once.
   * @throws {DomainError} `too_many_streams`; {@link UnavailableError}
   */
  acquire({ id, account, plan }: Pick<ApiKey, 'id' | 'account' | 'plan'>): () => void {
    const releaseKey = this.#ofKeys.acquire(id, streamsOf(plan));
    try {
      const releaseAccount = this.#ofAccounts.acquire(account, STREAM_LIMITS.keysPerAccount * streamsOf(plan));
      return () => {
        releaseAccount();
        releaseKey();
      };
    } catch (error) {
      releaseKey();
      throw error;
    }
  }
}
