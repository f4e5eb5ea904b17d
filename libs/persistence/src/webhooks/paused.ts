import { PLAN_TERMS, PLANS } from '@droptrack/contracts';

/** Plans whose accounts are told. */
export const TOLD_PLANS = PLANS.filter((plan) => PLAN_TERMS[plan].features.includes('webhooks'));

/**
 * SQL: whether an account is told anything, by a key that is neither withdrawn nor at its end. Without one it is
 * paused, and loses nothing that it had.
 *
 * @param account - an expression; `plans` and `nowMs` are parameters: {@link TOLD_PLANS}, and milliseconds since the epoch.
 */
export const isTold = (account: string, plans: string, nowMs: string): string => `EXISTS (
  SELECT FROM api_keys AS k WHERE k.account = ${account} AND k.plan = ANY (${plans}::text[]) AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > to_timestamp(${nowMs}::float8 / 1000))
)`;
