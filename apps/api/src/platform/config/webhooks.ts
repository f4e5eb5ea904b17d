import { WEBHOOK_LIMITS } from '@droptrack/contracts';
import { type EgressPolicy, readAllowed, readDnsServers } from '@droptrack/egress';
import { readSecretBox, type RecoveryBounds, type SecretBox } from '@droptrack/persistence';
import type { variableReader } from './variables';

/** How endpoints are kept, and where they may be. The worker reads the same variables. */
export interface WebhooksConfig {
  /** Seals secrets of endpoints; null: none can be made. */
  readonly box: SecretBox | null;
  /** Where endpoints may be. */
  readonly policy: EgressPolicy;
  /** Name servers that are asked for endpoints' names; null for the system's. */
  readonly dnsServers: readonly string[] | null;
  /** Most endpoints of an account. */
  readonly endpointsMax: number;
  /** Most endpoints that an account makes within 24 hours. */
  readonly endpointsPerDayMax: number;
  /** True: endpoints must answer a challenge before they are enabled. */
  readonly requireChallenge: boolean;
  /** Bounds of recoveries, per account. */
  readonly recoveryBounds: RecoveryBounds;
}

/**
 * Reads how endpoints are kept.
 *
 * @param faults - what is wrong is added, naming variables and never the values of those that are secret.
 */
export function readWebhooksConfig(read: ReturnType<typeof variableReader>, faults: string[]): WebhooksConfig {
  const variable = (name: string) => ({ name, text: read.text(name, '') });
  return {
    box: readSecretBox(
      { keys: read.text('WEBHOOK_SECRET_KEY', ''), file: read.text('WEBHOOK_SECRET_KEY_FILE', '') },
      faults,
    ),
    policy: {
      allowInsecure: read.oneOf('WEBHOOK_ALLOW_INSECURE', ['true', 'false'], 'false') === 'true',
      allow: readAllowed(variable('WEBHOOK_ALLOW_ADDRESSES'), faults),
    },
    dnsServers: readDnsServers(variable('WEBHOOK_DNS_SERVERS'), faults),
    endpointsMax: read.integer('WEBHOOK_ENDPOINTS_MAX', 20, 1, 1_000),
    endpointsPerDayMax: read.integer('WEBHOOK_ENDPOINTS_PER_DAY', 100, 1, 100_000),
    requireChallenge: read.oneOf('WEBHOOK_REQUIRE_CHALLENGE', ['true', 'false'], 'false') === 'true',
    recoveryBounds: {
      perDayMax: read.integer('WEBHOOK_RECOVERED_PER_DAY', WEBHOOK_LIMITS.recovery.perDay, 1, 100_000_000),
      pendingMax: read.integer('WEBHOOK_PENDING_MAX', WEBHOOK_LIMITS.recovery.pending, 1, 100_000_000),
    },
  };
}
