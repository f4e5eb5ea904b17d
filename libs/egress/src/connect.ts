import { isIP, type Socket } from 'node:net';
import { connect as secure, type SecureContext } from 'node:tls';
import { dial } from './dial';
import type { EndpointUrl } from './endpoint-url';
import type { EgressPolicy } from './policy';
import { resolveVetted } from './resolve-vetted';
import type { Resolver } from './resolver';

/** What connections are made with. */
export interface ConnectWith {
  readonly policy: EgressPolicy;
  readonly resolver: Resolver;
  /** One for all: making one reads all certificates that are trusted. */
  readonly secureContext: SecureContext;
}

/**
 * A new connection to an endpoint: its name is looked up once, all addresses are vetted, and one of just these is
 * connected to. With TLS the certificate is checked against the name, in full each time: sessions are not resumed, as
 * a resumed one would not show that the certificate has changed or expired.
 *
 * @param signal - ends it, with its reason.
 * @throws {VettingError} and whatever else goes wrong.
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
      // A name only: TLS has none for addresses, against which the certificate is checked by `host`.
      servername: isIP(host) > 0 ? '' : host,
      secureContext,
      // Said expressly, as an environment variable can turn the default off.
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
    // Stays: a socket that is given up may still fail.
    socket.on('error', end);
    socket.once('secureConnect', arrive);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
