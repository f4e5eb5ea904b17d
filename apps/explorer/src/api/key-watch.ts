import { ApiError, type Droptrack } from '@droptrack/sdk';
import type { Logger } from 'pino';
import type { DataView } from '../config/config';

/** Waits between two checks, in milliseconds: shorter while the API does not respond, as `droptrack up` starts both at once. */
const CHECK_EVERY_MS = { answered: 15_000, silent: 5_000 } as const;

/** Result of the latest check; null before the first one. */
type KeyState = 'accepted' | 'rejected' | 'unknown' | null;

/** Parts of {@link KeyWatch}. */
interface KeyWatchDeps {
  readonly client: Pick<Droptrack, 'me'>;
  /** Data that the client requests. */
  readonly data: DataView;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Checks the key of the explorer: without one that the API accepts, it has nothing to show. */
export class KeyWatch {
  #state: KeyState = null;

  constructor(private readonly deps: KeyWatchDeps) {}

  /** Reason for which the site is not ready; null if the key is accepted, or the API is away, which pages explain. */
  get fault(): 'starting' | 'key_rejected' | null {
    if (this.#state === null) return 'starting';
    return this.#state === 'rejected' ? 'key_rejected' : null;
  }

  /** Checks the key again and again. @param sleep - resolves after a time in milliseconds; the watch ends when it rejects. */
  async run(sleep: (ms: number) => Promise<unknown>): Promise<never> {
    for (;;) {
      await this.check();
      await sleep(CHECK_EVERY_MS[this.#state === 'unknown' ? 'silent' : 'answered']);
    }
  }

  /** Checks the key. Each change of the result is logged, without the key. */
  async check(): Promise<void> {
    const { client, logger, data } = this.deps;
    try {
      const { plan, features, data_delay_seconds: delaySeconds } = await client.me();
      if (!this.#become('accepted')) return;
      if (data === 'delayed' && delaySeconds === 0)
        logger.warn({ plan }, 'the API delays no data: visitors see live data');
      const lacking = (['eligibility', 'as_of'] as const).filter((feature) => !features.includes(feature));
      if (lacking.length === 0) logger.info({ plan, delaySeconds }, 'key accepted');
      else
        logger.warn({ plan, lacking }, 'EXPLORER_API_KEY is of a plan without wallet checks: use one of pro or scale');
    } catch (error) {
      const isRejection = error instanceof ApiError && error.status < 500 && error.status !== 429;
      if (!isRejection) this.#missed();
      else if (this.#become('rejected')) {
        logger.error({ code: error.code }, 'the API rejects EXPLORER_API_KEY: issue a key of the plan pro or scale');
      }
    }
  }

  /** Keeps the last known state while the API is away. */
  #missed(): void {
    this.#state ??= 'unknown';
  }

  #become(state: 'accepted' | 'rejected'): boolean {
    const isChange = this.#state !== state;
    this.#state = state;
    return isChange;
  }
}
