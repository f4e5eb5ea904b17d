import { ApiError, type Droptrack } from '@droptrack/sdk';
import type { Logger } from 'pino';

/** Wait between two attempts while the API does not respond, in milliseconds: `droptrack up` starts both at once. */
const RETRY_MS = 5_000;

/** Parts of {@link checkKey}. */
interface CheckKeyDeps {
  readonly client: Pick<Droptrack, 'me'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Resolves after a time in milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * Warns in the log if the key of the explorer cannot read all pages. It waits for an API that is not up yet, and rejects
 * never: without the check the site works as far as its key allows.
 */
export async function checkKey({ client, logger, sleep }: CheckKeyDeps): Promise<void> {
  for (;;) {
    try {
      const { plan, features } = await client.me();
      const lacking = (['eligibility', 'as_of'] as const).filter((feature) => !features.includes(feature));
      if (lacking.length === 0) logger.info({ plan }, 'key accepted');
      else
        logger.warn({ plan, lacking }, 'EXPLORER_API_KEY is of a plan without wallet checks: use one of pro or scale');
      return;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        logger.error({ code: error.code }, 'the API rejects EXPLORER_API_KEY: issue a key of the plan pro or scale');
        return;
      }
    }
    await sleep(RETRY_MS);
  }
}
