import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net';
import { connect as secure, type SecureContext } from 'node:tls';
import type { EndpointUrl } from './endpoint-url';
import type { EgressPolicy } from './policy';
import { type Resolver, resolveVetted } from './resolve-vetted';

/** Target of a connection. */
export type ConnectTo = Pick<EndpointUrl, 'isSecure' | 'host' | 'port'>;

/** Dependencies of new connections. */
export interface ConnectWith {
  readonly policy: EgressPolicy;
  readonly resolver: Resolver;
  /** Shared, because creating one loads all trusted certificates. */
  readonly secureContext: SecureContext;
}

/**
 * Opens a connection to an endpoint: its name is resolved once, all addresses are vetted, and one of exactly these is
 * connected to. With TLS the certificate is verified in full each time: a resumed session would not show that the
 * certificate has changed or expired.
 *
 * @param signal - aborts it, with its reason.
 * @throws {VettingError}, and any error of the connection.
 */
export async function connect(to: ConnectTo, by: ConnectWith, signal: AbortSignal): Promise<Socket> {
  const addresses = await resolveVetted(to.host, by.policy, by.resolver, signal);
  const socket = await dial(addresses, to.port, signal);
  return to.isSecure ? await handshake(socket, to.host, by.secureContext, signal) : socket;
}

function handshake(below: Socket, host: string, secureContext: SecureContext, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = secure({
      socket: below,
      host,
      // Only for names: SNI has no addresses; for those the certificate is verified by `host`.
      servername: isIP(host) > 0 ? '' : host,
      secureContext,
      // Explicit, because an environment variable can turn the default off.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    const end = (failure: unknown) => {
      signal.removeEventListener('abort', giveUp);
      socket.off('secureConnect', arrive);
      if (failure === null) return resolve(socket);
      socket.destroy();
      reject(failure);
    };
    const arrive = () => end(null);
    const giveUp = () => end(signal.reason);
    // Not removed: an abandoned socket can still emit an error.
    socket.on('error', end);
    socket.once('secureConnect', arrive);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}

/** Delay after which the next address is tried in parallel (RFC 8305, section 5: 250 ms). */
const NEXT_ADDRESS_MS = 250;
const ADDRESSES_MAX = 4;

/**
 * Opens a TCP connection to the first address that accepts one, alternating between IPv6 and IPv4. Each attempt starts a
 * quarter of a second after the previous one, which continues ("happy eyeballs").
 *
 * Only addresses are dialled: no name is resolved here.
 *
 * @param addresses - at least one; the first four are tried.
 * @param signal - aborts all attempts, with its reason.
 * @throws the failure of the first address, once all have failed.
 */
export function dial(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  const waiting = byTurns(addresses).slice(0, ADDRESSES_MAX);
  return new Promise((resolve, reject) => {
    const trying = new Set<Socket>();
    let failure: unknown = null;
    let timer: NodeJS.Timeout | undefined;
    const end = (winner: Socket | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      for (const socket of trying) if (socket !== winner) socket.destroy();
      trying.clear();
      if (winner === null) reject(failure);
      else resolve(winner);
    };
    const giveUp = () => {
      failure = signal.reason;
      end(null);
    };
    const tryNext = () => {
      const address = waiting.shift();
      if (address === undefined) return;
      clearTimeout(timer);
      if (waiting.length > 0) timer = setTimeout(tryNext, NEXT_ADDRESS_MS);
      const socket = connectTcp({ host: address, port, noDelay: true, lookup: never });
      trying.add(socket);
      socket.once('connect', () => end(socket));
      // Not removed: an abandoned socket can still emit an error.
      socket.on('error', (error) => {
        if (!trying.delete(socket)) return;
        failure ??= error;
        if (waiting.length > 0) tryNext();
        else if (trying.size === 0) end(null);
      });
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    tryNext();
  });
}

function byTurns(addresses: readonly string[]): string[] {
  const sixes = addresses.filter((address) => isIPv6(address));
  const fours = addresses.filter((address) => !isIPv6(address));
  return addresses.flatMap((_, n) => [...sixes.slice(n, n + 1), ...fours.slice(n, n + 1)]);
}

const never = (name: string): never => {
  throw new Error(`a name was dialled: ${name}`);
};
