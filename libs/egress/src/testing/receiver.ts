import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
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

/** Fake receiver on loopback that sends invalid HTTP. */
export interface RawReceiver {
  readonly port: number;
  /** Connections that are open. */
  readonly open: number;
  close(): Promise<void>;
}

/**
 * Starts a receiver on a free port.
 *
 * @param onRequest - called once per connection, with its first bytes.
 */
export async function startRawReceiver(onRequest: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => onRequest(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return sockets.size;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const EVERY_MS = 10;
const AT_MOST_MS = 10_000;

/** Waits for a state, however long it takes on a busy machine. */
export async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + AT_MOST_MS;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`not within ${AT_MOST_MS} ms: ${isSo.toString()}`);
    await wait(EVERY_MS);
  }
}
