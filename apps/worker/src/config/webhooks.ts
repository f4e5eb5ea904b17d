import { type EgressPolicy, readAllowed, readDnsServers } from '@droptrack/egress';
import { readSecretBox, type SecretBox } from '@droptrack/persistence';

type Environment = Readonly<Record<string, string | undefined>>;

/** How endpoints are told. */
export interface WebhooksConfig {
  /** Opens what deliveries are signed with; null: nothing is delivered. */
  readonly box: SecretBox | null;
  /** Where deliveries may go. */
  readonly policy: EgressPolicy;
  /** Name servers that are asked for endpoints' names; null for the system's. */
  readonly dnsServers: readonly string[] | null;
  /** Most deliveries a second to one endpoint. */
  readonly ratePerEndpoint: number;
}

const RATE = { min: 1, max: 1_000, default: 50 } as const;

/** Events are made, and nothing is delivered. */
export const NO_WEBHOOKS: WebhooksConfig = {
  box: null,
  policy: { allowInsecure: false, allow: [] },
  dnsServers: null,
  ratePerEndpoint: RATE.default,
};

/**
 * Reads how endpoints are told.
 *
 * @param faults - what is wrong is added, naming variables and never the values of those that are secret.
 */
export function readWebhooksConfig(env: Environment, faults: string[]): WebhooksConfig {
  const insecure = env['WEBHOOK_ALLOW_INSECURE'] || 'false';
  if (insecure !== 'true' && insecure !== 'false') faults.push('WEBHOOK_ALLOW_INSECURE must be true or false');
  const rate = env['WEBHOOK_RATE_PER_ENDPOINT'] || String(RATE.default);
  const ratePerEndpoint = /^[0-9]{1,4}$/.test(rate) ? Number(rate) : 0;
  if (ratePerEndpoint < RATE.min || ratePerEndpoint > RATE.max) {
    faults.push(`WEBHOOK_RATE_PER_ENDPOINT must be an integer from ${RATE.min} to ${RATE.max}`);
  }
  const textOf = (name: string): string => env[name] ?? '';
  const variable = (name: string) => ({ name, text: textOf(name) });
  return {
    box: readSecretBox({ keys: textOf('WEBHOOK_SECRET_KEY'), file: textOf('WEBHOOK_SECRET_KEY_FILE') }, faults),
    policy: { allowInsecure: insecure === 'true', allow: readAllowed(variable('WEBHOOK_ALLOW_ADDRESSES'), faults) },
    dnsServers: readDnsServers(variable('WEBHOOK_DNS_SERVERS'), faults),
    ratePerEndpoint,
  };
}
