import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Time limits of requests and connections. */
const TIMEOUTS = {
  /** Maximum time in which a request must have been received completely, in milliseconds. */
  requestTimeout: 10_000,
  /** Longer than the idle time of common load balancers, so that they close first, in milliseconds. */
  keepAliveTimeout: 72_000,
  /** Milliseconds in which the head of a request must have been received. */
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
} as const;

/** A connection without any byte for this long is closed, in milliseconds: longer than any page takes. */
const CONNECTION_TIMEOUT_MS = 60_000;
/** Maximum number of open connections; further ones are closed as they come in. */
const CONNECTIONS_MAX = 2_000;

/** An HTTP server that bounds the memory that clients can occupy. */
export function boundedServer(serve: RequestListener): Server {
  const server = createServer(TIMEOUTS, serve);
  server.setTimeout(CONNECTION_TIMEOUT_MS);
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

/** Status by the code of an error of Node's parser; 400 for others. */
const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Responds to bytes that are no HTTP request, or one with a head above 16 KiB, or one that takes too long. */
export function rejectUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const status = STATUSES[error.code ?? ''] ?? 400;
  const text = `${status} ${STATUS_CODES[status]}`;
  const head = [`HTTP/1.1 ${text}`, 'Connection: close', 'Content-Type: text/plain; charset=utf-8'];
  socket.end(`${head.join('\r\n')}\r\nContent-Length: ${text.length + 1}\r\n\r\n${text}\n`);
}
