import { type AddressInfo, createServer } from 'node:net';
import type { Listener } from '../config/config';
import { CliError } from '../output/cli-error';

/** What chooses a port; the host beside it is chosen by the same name that ends in HOST. */
export type PortVariable = 'PORT' | 'METRICS_PORT' | 'WORKER_METRICS_PORT';

/**
 * Refuses to start where somebody else listens, before anything was started. Who is
 * to listen there would find out as well, but only at the end.
 *
 * @returns the port; for 0 one that is free now, so that links can name it.
 * @throws {CliError} `port_taken`, `address_unusable`.
 */
export async function claimPort(variable: PortVariable, { host, port }: Listener): Promise<number> {
  const free = await tryListening(host, port);
  if (typeof free === 'number') return free;
  if (free !== 'EADDRINUSE') {
    throw new CliError('address_unusable', `Nothing can listen on ${host}:${port}: ${REASONS[free] ?? free}`, {
      hint: `Change ${variable.replace(/PORT$/, 'HOST')} or ${variable}.`,
    });
  }
  throw new CliError('port_taken', `Another program listens on port ${port} (${variable})`, {
    hint: `Choose another port: ${variable}=${port === 65_535 ? 3001 : port + 1} npm start`,
    details: { variable, port },
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'ports below 1024 need more rights',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'this host is not known',
};

/** The port that could be listened on, or the code of what was in the way. */
function tryListening(host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });
}
