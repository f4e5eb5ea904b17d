import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../errors/domain-error';
import { presentProblem } from '../errors/problem';
import { pathOf } from './path';
import { SAFE_HEADERS } from './safe-headers';
import { type ParserError, PAUSED_CODE, pipelineOf } from './http-server';

/** Response to a parser error, for the access log and the metrics. */
export interface ParserErrorResponse {
  readonly requestId: string;
  /** `none` if no request could be parsed. */
  readonly method: string;
  readonly status: number;
}

/** Dependencies of {@link parserErrorHandler}. */
interface ParserErrorOptions {
  readonly publicUrl: string;
  /** Id of a request, from the headers parsed so far. */
  readonly idFor: (request: Pick<IncomingMessage, 'headers'>) => string;
  /** Called for each response: these requests reach no hook. */
  readonly onResponse: (response: ParserErrorResponse) => void;
}

/** Time in which a client that is still sending can read the response before the connection is closed, in milliseconds. */
const LINGER_MS = 1_000;

const malformedRequest = (): DomainError =>
  new DomainError(
    'malformed_request',
    'The input is not a valid HTTP/1.1 request, or the framing of its body contradicts its headers',
  );

/** The rejection of a request without `Host` (RFC 9112 §3.2). */
export const withoutHost = (): DomainError =>
  new DomainError('malformed_request', 'An HTTP/1.1 request must have exactly one Host header', {
    headers: { connection: 'close' },
  });

/** Rejections by the code of Node's error; other codes are rejected with {@link malformedRequest}. */
const REJECTIONS: Readonly<Record<string, () => DomainError>> = {
  HPE_HEADER_OVERFLOW: () => new DomainError('headers_too_large', 'The request line and headers exceed 16 KiB'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new DomainError('payload_too_large', 'The chunk extensions exceed 16 KiB'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new DomainError('request_timeout', 'The request was not received completely within 30 s'),
};

/**
 * Listener of `clientError`: sends a problem document after the responses to the preceding requests, and closes the
 * connection. If a response to the faulty request has begun already, the connection is closed without a document.
 */
export function parserErrorHandler(options: ParserErrorOptions): (error: Error, socket: Socket) => void {
  const ending = new WeakSet<Socket>();
  return (cause, socket) => {
    const error = cause as ParserError;
    const pipeline = pipelineOf(socket);
    if (error.code === PAUSED_CODE && pipeline !== undefined) return pipeline.hold(error);
    // Bytes after an error cause further errors, and a time-out while this server has paused reading is not the client's error.
    if (ending.has(socket) || pipeline?.isHeld === true) return;
    ending.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const latest = pipeline?.latest ?? null;
    const faulty = latest !== null && !latest.req.complete ? latest : null;
    const reject = (): void => {
      // The preceding response or the client has closed the connection.
      if (!socket.writable) return;
      if (faulty?.headersSent === true) return end(socket, '');
      // Its handler may still respond; that response must not reach the connection.
      faulty?.detachSocket(socket);
      end(socket, responseTo(REJECTIONS[error.code ?? '']?.() ?? malformedRequest(), faulty?.req ?? null, options));
    };
    if (pipeline === undefined) return reject();
    const isPending = faulty !== null && !faulty.headersSent;
    pipeline.whenAtMost(isPending ? 1 : 0, reject);
  };
}

/** The complete HTTP response as text. */
function responseTo(error: DomainError, request: IncomingMessage | null, options: ParserErrorOptions): string {
  const { publicUrl, idFor, onResponse } = options;
  const requestId = idFor(request ?? { headers: {} });
  const instance = request === null ? '/' : pathOf(request.url ?? '/').slice(0, 256);
  const problem = presentProblem(error, { publicUrl, instance, requestId });
  onResponse({ requestId, method: request?.method ?? 'none', status: problem.status });
  const body = JSON.stringify(problem);
  const head = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...SAFE_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${problem.status} ${problem.title}`, ...lines, '', body].join('\r\n');
}

/** Closes after a delay: closing at once resets the connection of a client that is still sending, which loses the response. */
function end(socket: Socket, response: string): void {
  socket.end(response);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}
