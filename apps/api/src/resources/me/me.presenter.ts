import { type Me, PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { limitOf } from '../../platform/rate-limit/key-limit';
import { wholeTokens } from '../../platform/rate-limit/token-bucket';

/**
 * What a key may do, as its owner sees it. Every field is named: a new column stays private.
 *
 * @param parts - what its bucket holds after this very request.
 */
export function presentMe(key: ApiKey, parts: number, delaySeconds: number): Me {
  const { plan, prefix, last4, createdAt, expiresAt } = key;
  const { terms } = limitOf(key);
  return {
    plan,
    rate_limit: {
      limit: terms.capacity,
      window_seconds: terms.windowSeconds,
      remaining: wholeTokens(parts, terms),
    },
    features: [...PLAN_TERMS[plan].features],
    key: {
      prefix,
      last4,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
    },
    data_delay_seconds: delaySeconds,
  };
}
