import { type Cidr, InvalidCidrError, parseCidrs } from './cidr';
import { createResolver, InvalidDnsServersError } from './resolve-vetted';

/** Allowed targets of deliveries. Set by the operator for all endpoints. */
export interface EgressPolicy {
  /** For development: also allows `http`, any port, and loopback. Other private addresses are still rejected. */
  readonly allowInsecure: boolean;
  /** Private networks that are allowed, such as those of the operator's own receivers. */
  readonly allow: readonly Cidr[];
}

/** A variable: its name, and its text, which is empty if it is not set. */
export interface Variable {
  readonly name: string;
  readonly text: string;
}

/**
 * Parses the private networks that are allowed.
 *
 * @param faults - receives the errors, with the name of the variable; the result is then empty.
 */
export function readAllowed({ name, text }: Variable, faults: string[]): readonly Cidr[] {
  try {
    return parseCidrs(text);
  } catch (error) {
    if (!(error instanceof InvalidCidrError)) throw error;
    faults.push(`${name} must be addresses and networks, separated by commas: ${error.message}`);
    return [];
  }
}

/**
 * Parses the name servers; null for those of the system.
 *
 * @param faults - receives the errors, with the name of the variable.
 */
export function readDnsServers({ name, text }: Variable, faults: string[]): readonly string[] | null {
  const servers = text.split(/[\s,]+/).filter((entry) => entry !== '');
  if (servers.length === 0) return null;
  try {
    createResolver(servers);
  } catch (error) {
    if (!(error instanceof InvalidDnsServersError)) throw error;
    faults.push(`${name} must be addresses of name servers, separated by commas, such as 1.1.1.1 or [::1]:53`);
  }
  return servers;
}
