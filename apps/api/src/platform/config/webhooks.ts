import { WEBHOOK_LIMITS } from '@droptrack/contracts';
import { type EgressPolicy, readAllowed, readDnsServers } from '@droptrack/egress';
import { readSecretBox, type RecoveryBounds, type SecretBox } from '@droptrack/persistence';
import type { ApiVariableReader } from './variables';

/** Webhooks of the API. The worker reads the same variables for the key, the policy and the name servers. */
export interface WebhooksConfig {
  /** Encrypts the secrets of endpoints; null: no endpoint can be created. */
  readonly box: SecretBox | null;
  /** Addresses at which endpoints may be. */
  readonly policy: EgressPolicy;
  /** Name servers that resolve the hosts of endpoints; null for those of the system. */
  readonly dnsServers: readonly string[] | null;
  /** Most endpoints of an account. */
  readonly endpointsMax: number;
  /** Most endpoints that an account creates within 24 hours. */
  readonly endpointsPerDayMax: number;
  /** True: endpoints are enabled after they have passed a challenge. */
  readonly requireChallenge: boolean;
  /** Bounds of replays of missed events, per account. */
  readonly recoveryBounds: RecoveryBounds;
}

/**
 * Reads the settings of webhooks.
 *
 * @param violations - receives messages, with names of variables but never the values of secrets.
 */
export function readWebhooksConfig(read: ApiVariableReader, violations: string[]): WebhooksConfig {
  const variable = (name: string) => ({ name, text: read.text(name, '') });
  return {
    box: readSecretBox(
      { keys: read.text('WEBHOOK_SECRET_KEY', ''), file: read.text('WEBHOOK_SECRET_KEY_FILE', '') },
      violations,
    ),
    policy: {
      allowInsecure: read.flag('WEBHOOK_ALLOW_INSECURE'),
      allow: readAllowed(variable('WEBHOOK_ALLOW_ADDRESSES'), violations),
    },
    dnsServers: readDnsServers(variable('WEBHOOK_DNS_SERVERS'), violations),
    endpointsMax: read.integer('WEBHOOK_ENDPOINTS_MAX', 20, 1, 1_000),
    endpointsPerDayMax: read.integer('WEBHOOK_ENDPOINTS_PER_DAY', 100, 1, 100_000),
    requireChallenge: read.flag('WEBHOOK_REQUIRE_CHALLENGE'),
    recoveryBounds: {
      perDayMax: read.integer('WEBHOOK_RECOVERED_PER_DAY', WEBHOOK_LIMITS.recovery.perDay, 1, 100_000_000),
      pendingMax: read.integer('WEBHOOK_PENDING_MAX', WEBHOOK_LIMITS.recovery.pending, 1, 100_000_000),
    },
  };
}
