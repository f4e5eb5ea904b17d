import { type Me, PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';

/** Seconds over which a plan's limit is counted (spec §8). */
const WINDOW_SECONDS = 60;

/** What a key may do, as its owner sees it. Every field is named: a new column stays private. */
export function presentMe({ plan, prefix, last4, createdAt, expiresAt, requestsPerMinute }: ApiKey): Me {
  const { requestsPerMinute: planLimit, features } = PLAN_TERMS[plan];
  const limit = requestsPerMinute ?? planLimit;
  return {
    plan,
    rate_limit: { limit, window_seconds: WINDOW_SECONDS, remaining: limit },
    features: [...features],
    key: {
      prefix,
      last4,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
    },
    data_delay_seconds: 0,
  };
}
