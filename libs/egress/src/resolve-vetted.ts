import { Resolver as DnsResolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopbackName } from './endpoint-url';
import type { EgressPolicy } from './policy';
import { isPublicAddress } from './public-address';

/** Reasons why a host is not connected to. For the operator only: see {@link VettingError}. */
type VettingCode = 'look_up_failed' | 'no_address' | 'too_many_addresses' | 'address_not_allowed';

/**
 * A host that must not, or cannot, be connected to. The message is for the owner of the endpoint and is the same for every
 * code: an owner who could distinguish "no such name" from "private address" could enumerate the names of the operator's
 * network.
 */
export class VettingError extends Error {
  override readonly name = 'VettingError';
  constructor(readonly code: VettingCode) {
    super(
      'its name does not lead to public addresses: there is none, one of them is not public, or no name server responded',
    );
  }
}

const LOOK_UP_TIMEOUT_MS = 6_000;
const ADDRESSES_MAX = 64;
const LOOPBACK = ['::1', '127.0.0.1'];

/**
 * Resolves a host to addresses that are all allowed. One forbidden address rejects the whole host: otherwise an attacker
 * could retry until an allowed address comes first.
 *
 * @param host - a name, which is resolved once, or an address without brackets, which is vetted the same way.
 * @param signal - aborts the lookup, with its reason.
 * @throws {VettingError}
 */
export async function resolveVetted(
  host: string,
  policy: EgressPolicy,
  resolver: Resolver,
  signal: AbortSignal | null = null,
): Promise<readonly string[]> {
  const addresses = isIP(host) > 0 ? [host] : isLoopbackName(host) ? LOOPBACK : await lookUp(host, resolver, signal);
  if (addresses.length === 0) throw new VettingError('no_address');
  if (addresses.length > ADDRESSES_MAX) throw new VettingError('too_many_addresses');
  if (!addresses.every((address) => isPublicAddress(address, policy))) throw new VettingError('address_not_allowed');
  return addresses;
}

function lookUp(name: string, resolver: Resolver, signal: AbortSignal | null): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new VettingError('look_up_failed'));
    const giveUp = () => reject(signal?.reason);
    const timer = setTimeout(fail, LOOK_UP_TIMEOUT_MS);
    signal?.addEventListener('abort', giveUp, { once: true });
    resolver(name)
      .then(resolve, fail)
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      });
  });
}

/**
 * Resolves a name to all its IPv6 and IPv4 addresses; none if the name does not exist or has none.
 *
 * @throws the error of the lookup if no name server gave a definite response.
 */
export type Resolver = (name: string) => Promise<readonly string[]>;

/** Invalid addresses of name servers. */
export class InvalidDnsServersError extends Error {
  override readonly name = 'InvalidDnsServersError';
}

/** Timeout and number of tries of a query; together well within the timeout of a delivery. */
const QUESTION = { timeout: 2_000, tries: 2 };
/** Wait for the second family: some name servers never respond for one, and the addresses of the other suffice. */
const OTHER_FAMILY_MS = 1_000;
const NOTHING: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Resolver that queries DNS for A and AAAA, without a cache.
 *
 * Not `dns.lookup`: that blocks one of the two threads of the process for as long as a name server is silent, 10 s by
 * default, so that two endpoints with dead name servers would block the lookups of all others. Names of /etc/hosts and of
 * search domains are not resolved; endpoints do not use them.
 *
 * @param servers - `address` or `address:port`, such as `1.1.1.1` or `[2606:4700::1111]:53`; null for those of the system.
 * @param question - timeout in milliseconds and number of tries of a query.
 * @throws {InvalidDnsServersError}
 */
export function createResolver(servers: readonly string[] | null = null, question = QUESTION): Resolver {
  const dns = new DnsResolver(question);
  if (servers !== null) setServers(dns, servers);
  return (name) =>
    both(
      () => dns.resolve6(name),
      () => dns.resolve4(name),
    );
}

/** Addresses of both families, or of one if the other does not arrive soon after it. */
function both(...questions: (() => Promise<string[]>)[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const answers = questions.map((): string[] => []);
    let failure: unknown = null;
    let asked = questions.length;
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      const addresses = answers.flat();
      if (addresses.length === 0 && failure !== null) reject(failure);
      else resolve(addresses);
    };
    const take = async (question: () => Promise<string[]>, at: number) => {
      try {
        answers[at] = await question();
        if (answers[at].length > 0) timer ??= setTimeout(end, OTHER_FAMILY_MS);
      } catch (error) {
        if (!NOTHING.has(codeOf(error))) failure ??= error;
      }
      asked -= 1;
      if (asked === 0) end();
    };
    questions.forEach((question, at) => void take(question, at));
  });
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
