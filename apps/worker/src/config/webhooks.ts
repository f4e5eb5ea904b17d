import { readFileSync } from 'node:fs';
import {
  createResolver,
  type EgressPolicy,
  InvalidCidrError,
  InvalidDnsServersError,
  parseCidrs,
} from '@droptrack/egress';
import { SecretBox, SecretKeyError } from '@droptrack/persistence';

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
const KEY_FORM = 'base64 of 32 bytes; several by commas, of which the first seals';

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
  return {
    box: readBox(env, faults),
    policy: { allowInsecure: insecure === 'true', allow: readAllowed(env['WEBHOOK_ALLOW_ADDRESSES'] ?? '', faults) },
    dnsServers: readDnsServers(env['WEBHOOK_DNS_SERVERS'] ?? '', faults),
    ratePerEndpoint,
  };
}

function readBox(env: Environment, faults: string[]): SecretBox | null {
  const [text, file] = [env['WEBHOOK_SECRET_KEY'] ?? '', env['WEBHOOK_SECRET_KEY_FILE'] ?? ''];
  if (text !== '' && file !== '') {
    faults.push('WEBHOOK_SECRET_KEY and WEBHOOK_SECRET_KEY_FILE must not be given together');
    return null;
  }
  const name = file === '' ? 'WEBHOOK_SECRET_KEY' : 'WEBHOOK_SECRET_KEY_FILE';
  try {
    const keys = entries(file === '' ? text : readFileSync(file, 'utf8'));
    return keys.length === 0 && file === '' ? null : SecretBox.fromKeys(keys);
  } catch (error) {
    // What a file system says may quote the path, which may be the key in the wrong variable.
    const reason = error instanceof SecretKeyError ? error.message : 'it cannot be read';
    faults.push(`${name} must ${file === '' ? 'be' : 'name a file with'} ${KEY_FORM} (${reason})`);
    return null;
  }
}

function readAllowed(text: string, faults: string[]): EgressPolicy['allow'] {
  try {
    return parseCidrs(text);
  } catch (error) {
    if (!(error instanceof InvalidCidrError)) throw error;
    faults.push(`WEBHOOK_ALLOW_ADDRESSES must be addresses and networks, separated by commas: ${error.message}`);
    return [];
  }
}

function readDnsServers(text: string, faults: string[]): readonly string[] | null {
  const servers = entries(text);
  if (servers.length === 0) return null;
  try {
    createResolver(servers);
  } catch (error) {
    if (!(error instanceof InvalidDnsServersError)) throw error;
    faults.push(
      'WEBHOOK_DNS_SERVERS must be addresses of name servers, separated by commas, such as 1.1.1.1 or [::1]:53',
    );
  }
  return servers;
}

const entries = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
