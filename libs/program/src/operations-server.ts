import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { type Address, listen } from './process';

/** Handlers of `GET`, by path. */
export type OperationsHandlers = Readonly<Record<string, (response: ServerResponse) => void | Promise<void>>>;

/** A server for operators. */
interface OperationsServer {
  readonly port: number;
  /** Closes all connections: one that has sent nothing, as of a port scan, would stay open without an end. */
  stop(): Promise<void>;
}

/**
 * Serves `GET /metrics`, and further paths, on a port of its own, which is not the public one; 0 is any free port.
 *
 * @param variable - that sets the port.
 * @throws {ListenError}
 */
export async function serveOperations(
  variable: string,
  address: Address,
  registry: Pick<Registry, 'contentType' | 'metrics'>,
  others: OperationsHandlers = {},
): Promise<OperationsServer> {
  const metrics = async (response: ServerResponse): Promise<void> => {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  };
  const handlers: OperationsHandlers = { '/metrics': metrics, ...others };
  const server = createServer((request, response) => {
    const handle = request.method === 'GET' ? handlers[request.url ?? ''] : undefined;
    if (handle === undefined) response.writeHead(404).end();
    else Promise.resolve(handle(response)).catch(() => response.writeHead(500).end());
  });
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(address.port, address.host, resolve));
  await listen(variable, address, open);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, stop };
}
