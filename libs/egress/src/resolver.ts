import { Resolver as DnsResolver } from 'node:dns/promises';

/**
 * Looks a name up: all its IPv6 and IPv4 addresses; none where the name does not exist or has none.
 *
 * @throws whatever it fails with when nobody could tell.
 */
export type Resolver = (name: string) => Promise<readonly string[]>;

/** Configured name servers that are no addresses. */
export class InvalidDnsServersError extends Error {
  override readonly name = 'InvalidDnsServersError';
}

/** Of one question, and how often it is asked; together well within what a delivery may take. */
const QUESTION = { timeout: 2_000, tries: 2 };
const NOTHING: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks DNS itself, for A and AAAA, and keeps nothing.
 *
 * Not `dns.lookup`: that occupies one of the two threads that the process has for it for as long as a name server is
 * silent, 10 s by default, so that two endpoints with dead name servers would hold up the look-ups of all others. Names
 * of /etc/hosts and of search domains are not found, which an endpoint's never is.
 *
 * @param servers - `address` or `address:port`, as `1.1.1.1` or `[2606:4700::1111]:53`; null for the system's.
 * @throws {InvalidDnsServersError}
 */
export function createResolver(servers: readonly string[] | null = null): Resolver {
  const dns = new DnsResolver(QUESTION);
  if (servers !== null) setServers(dns, servers);
  return async (name) => {
    const answers = await Promise.allSettled([dns.resolve6(name), dns.resolve4(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failed = answers.find((answer) => answer.status === 'rejected' && !NOTHING.has(codeOf(answer.reason)));
    if (failed?.status === 'rejected') throw failed.reason;
    return [];
  };
}

function setServers(dns: DnsResolver, servers: readonly string[]): void {
  try {
    dns.setServers(servers);
  } catch {
    throw new InvalidDnsServersError(`not addresses of name servers: ${servers.join(', ')}`);
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
