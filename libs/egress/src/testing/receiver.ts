import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCertificate } from './test-authority';

/** A complete request. */
export interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Fake receiver of deliveries, on loopback. */
export interface Receiver {
  readonly port: number;
  /** Requests in order of arrival. */
  readonly heard: readonly Heard[];
  /** Connections so far. */
  readonly connections: number;
  /** Connections that are open. */
  readonly open: number;
  close(): Promise<void>;
}

/** Options of a receiver. */
export interface ReceiverOptions {
  /** Certificate for HTTPS; HTTP without it. */
  readonly certificate?: TestCertificate;
  /** Response; 204 by default. */
  readonly answer?: (response: ServerResponse, heard: Heard, request: IncomingMessage) => void;
  /** 127.0.0.1 by default. */
  readonly address?: string;
  /** A free port by default. */
  readonly port?: number;
}

/** Starts a receiver. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const {
    certificate,
    answer = (response) => response.writeHead(204).end(),
    address = '127.0.0.1',
    port = 0,
  } = options;
  const heard: Heard[] = [];
  let connections = 0;
  let open = 0;
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const each = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      heard.push(each);
      answer(response, each, request);
    });
  };
  const server = certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
  // Connections are closed by the other side, or by a test.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    connections += 1;
    open += 1;
    socket.on('error', () => undefined).on('close', () => (open -= 1));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(port, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    get connections() {
      return connections;
    },
    get open() {
      return open;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
