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
/** Some name servers never answer for one family: who has an address does not wait until it is too late for any. */
const OTHER_FAMILY_MS = 1_000;
const NOTHING: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks DNS itself, for A and AAAA, and keeps nothing.
 *
 * Not `dns.lookup`: that occupies one of the two threads that the process has for it for as long as a name server is
 * silent, 10 s by default, so that two endpoints with dead name servers would hold up the look-ups of all others. Names
 * of /etc/hosts and of search domains are not found, which an endpoint's never is.
 *
 * @param servers - `address` or `address:port`, as `1.1.1.1` or `[2606:4700::1111]:53`; null for the system's.
 * @param question - milliseconds until a question is given up, and how often it is asked.
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

/** The answers of both, or of the one that has any and of the other as far as it came soon after. */
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
