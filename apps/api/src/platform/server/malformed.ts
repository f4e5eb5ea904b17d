import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../errors/domain-error';
import { presentProblem } from '../errors/problem';
import { pathOf } from './path';
import { SAFE_HEADERS } from './safe-headers';
import { type ParserError, PAUSED_CODE, pipelineOf } from './http-server';

/** A response to what is no request, for log and metrics. */
export interface MalformedAnswer {
  readonly requestId: string;
  /** `none` where no request could be read. */
  readonly method: string;
  readonly status: number;
}

/** Dependencies of the responses that no route gives. */
export interface MalformedOptions {
  readonly publicUrl: string;
  /** Id for a request of which no more than these headers are known. */
  readonly idFor: (request: Pick<IncomingMessage, 'headers'>) => string;
  /** Called for each response: these requests reach no hook. */
  readonly onAnswered: (answer: MalformedAnswer) => void;
}

/** A client that still sends gets this long to read why it was rejected, in milliseconds. */
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

/** Rejections by the code of Node's error; every other one is {@link malformedRequest}. */
const REJECTIONS: Readonly<Record<string, () => DomainError>> = {
  HPE_HEADER_OVERFLOW: () => new DomainError('headers_too_large', 'The request line and headers exceed 16 KiB'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new DomainError('payload_too_large', 'The chunk extensions exceed 16 KiB'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new DomainError('request_timeout', 'The request was not received completely within 30 s'),
};

/**
 * Listener of `clientError`: answers what is no request with a problem document, after the responses to the requests
 * before it, and closes the connection. Where a response to the faulty request has begun, no document fits in, and
 * the connection only ends.
 */
export function rejectMalformed(options: MalformedOptions): (error: Error, socket: Socket) => void {
  const ending = new WeakSet<Socket>();
  return (fault, socket) => {
    const error = fault as ParserError;
    const pipeline = pipelineOf(socket);
    if (error.code === PAUSED_CODE && pipeline !== undefined) return pipeline.hold(error);
    // Bytes after a fault are faults as well, and a time that passes while we do not read is no fault of the client's.
    if (ending.has(socket) || pipeline?.isHeld === true) return;
    ending.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const latest = pipeline?.latest ?? null;
    const faulty = latest !== null && !latest.req.complete ? latest : null;
    const reject = (): void => {
      // The response before it closed the connection, or the client did.
      if (!socket.writable) return;
      if (faulty?.headersSent === true) return end(socket, '');
      // Its route may still answer: without a connection.
      faulty?.detachSocket(socket);
      end(socket, responseTo(REJECTIONS[error.code ?? '']?.() ?? malformedRequest(), faulty?.req ?? null, options));
    };
    if (pipeline === undefined) return reject();
    const isUnanswered = faulty !== null && !faulty.headersSent;
    pipeline.whenAtMost(isUnanswered ? 1 : 0, reject);
  };
}

/** The response as bytes. */
function responseTo(error: DomainError, request: IncomingMessage | null, options: MalformedOptions): string {
  const { publicUrl, idFor, onAnswered } = options;
  const requestId = idFor(request ?? { headers: {} });
  const instance = request === null ? '/' : pathOf(request.url ?? '/').slice(0, 256);
  const problem = presentProblem(error, { publicUrl, instance, requestId });
  onAnswered({ requestId, method: request?.method ?? 'none', status: problem.status });
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

/** Closing at once would reset the connection under a client that still sends, and take the response with it. */
function end(socket: Socket, response: string): void {
  socket.end(response);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}
