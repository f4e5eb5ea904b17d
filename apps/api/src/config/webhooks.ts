import { readFileSync } from 'node:fs';
import {
  createResolver,
  type EgressPolicy,
  InvalidCidrError,
  InvalidDnsServersError,
  parseCidrs,
} from '@droptrack/egress';
import { SecretBox, SecretKeyError } from '@droptrack/persistence';
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
}

const KEY_FORM = 'base64 of 32 bytes; several by commas, of which the first seals';

/**
 * Reads how endpoints are kept.
 *
 * @param faults - what is wrong is added, naming variables and never the values of those that are secret.
 */
export function readWebhooksConfig(read: ReturnType<typeof variableReader>, faults: string[]): WebhooksConfig {
  return {
    box: readBox(read, faults),
    policy: {
      allowInsecure: read.oneOf('WEBHOOK_ALLOW_INSECURE', ['true', 'false'], 'false') === 'true',
      allow: readAllowed(read.text('WEBHOOK_ALLOW_ADDRESSES', ''), faults),
    },
    dnsServers: readDnsServers(read.listed('WEBHOOK_DNS_SERVERS'), faults),
    endpointsMax: read.integer('WEBHOOK_ENDPOINTS_MAX', 20, 1, 1_000),
  };
}

function readBox(read: ReturnType<typeof variableReader>, faults: string[]): SecretBox | null {
  const keys = read.listed('WEBHOOK_SECRET_KEY');
  const file = read.text('WEBHOOK_SECRET_KEY_FILE', '');
  if (keys.length > 0 && file !== '') {
    faults.push('WEBHOOK_SECRET_KEY and WEBHOOK_SECRET_KEY_FILE must not be given together');
    return null;
  }
  if (keys.length === 0 && file === '') return null;
  try {
    return SecretBox.fromKeys(file === '' ? keys : entries(readFileSync(file, 'utf8')));
  } catch (error) {
    // What a file system says may quote the path, which may be the key in the wrong variable.
    const reason = error instanceof SecretKeyError ? error.message : 'it cannot be read';
    const [name, must] = file === '' ? ['WEBHOOK_SECRET_KEY', 'be'] : ['WEBHOOK_SECRET_KEY_FILE', 'name a file with'];
    faults.push(`${name} must ${must} ${KEY_FORM} (${reason})`);
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

function readDnsServers(servers: readonly string[], faults: string[]): readonly string[] | null {
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

const entries = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');
