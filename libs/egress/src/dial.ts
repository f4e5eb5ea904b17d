import { connect, isIPv6, type Socket } from 'node:net';

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
      const socket = connect({ host: address, port, noDelay: true, lookup: never });
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
