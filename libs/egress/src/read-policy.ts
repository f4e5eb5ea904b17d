import { type Cidr, InvalidCidrError, parseCidrs } from './cidr';
import { createResolver, InvalidDnsServersError } from './resolver';

/** A variable of a configuration: its name, and its text, empty where it is not set. */
export interface Variable {
  readonly name: string;
  readonly text: string;
}

/**
 * Networks that may be reached although they are not public.
 *
 * @param faults - what is wrong is added, naming the variable; then there are none.
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
 * Name servers to ask; null for the system's.
 *
 * @param faults - what is wrong is added, naming the variable.
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
