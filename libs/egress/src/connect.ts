import { isIP, type Socket } from 'node:net';
import { connect as secure, type SecureContext } from 'node:tls';
import { dial } from './dial';
import type { EndpointUrl } from './endpoint-url';
import type { EgressPolicy } from './policy';
import { resolveVetted } from './resolve-vetted';
import type { Resolver } from './resolver';

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
export async function connect(to: EndpointUrl, by: ConnectWith, signal: AbortSignal): Promise<Socket> {
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
