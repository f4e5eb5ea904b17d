import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import { passOnExpectations } from './expectation';

/** Maximum time in which a request must have been received completely, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Interval at which that time is checked, in milliseconds. */
const CHECK_EVERY_MS = 5_000;
/** Longer than the idle time of common load balancers, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** A connection whose client reads no byte of its responses for this long is closed, in milliseconds. */
const UNREAD_MS_MAX = 60_000;

/** Handler in front of another one: it either responds to a request, or returns false and leaves it untouched. */
type InFrontOf = (handler: RequestListener) => (request: IncomingMessage, response: ServerResponse) => boolean;

/** The HTTP server under Fastify, with bounds on its connections and a handler in front of the framework. */
export function serverFactory(bounds: ConnectionBounds, inFrontOf: InFrontOf): FastifyServerFactory {
  return (framework): Server => {
    const serve = inFrontOf(framework);
    const server = createServer(
      {
        ServerResponse: PipelinedResponse,
        // A hook of ours rejects requests without it, with a problem document.
        requireHostHeader: false,
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: REQUEST_TIMEOUT_MS,
        connectionsCheckingInterval: CHECK_EVERY_MS,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      },
      (request, response) => void (serve(request, response) || framework(request, response)),
    );
    boundConnections(server, bounds);
    passOnExpectations(server);
    return server;
  };
}

/** Reason for which the server closes a connection by itself: too many of them, or unread responses. */
export const CLOSED_FOR = ['limit', 'unread'] as const;
export type ClosedFor = (typeof CLOSED_FOR)[number];

/** Limits of the connections of a server. */
interface ConnectionBounds {
  /** Maximum number of open connections; further ones are closed as they come in. */
  readonly connectionsMax: number;
  /** Milliseconds without progress until a client counts as not reading; 60 s when not given. */
  readonly unreadMsMax?: number;
  /** Called for each connection that is closed because of these limits. */
  readonly onClosed: (reason: ClosedFor) => void;
}

/**
 * Bounds the memory that clients can occupy (docs/decisions/0030): connections, requests in flight per connection, and
 * the time of unread responses.
 */
export function boundConnections(
  server: Server,
  { connectionsMax, unreadMsMax = UNREAD_MS_MAX, onClosed }: ConnectionBounds,
): void {
  boundPipelines(server);
  server.maxConnections = connectionsMax;
  server.on('drop', () => onClosed('limit'));
  // Node counts every byte that the system accepts as progress, and calls this for idle connections as well.
  server.setTimeout(unreadMsMax, (socket: Socket) => {
    const isUnread = socket.writableLength > 0;
    const isAnswering = (pipelineOf(socket)?.inFlight ?? 0) > 0;
    if (isAnswering && !isUnread) return;
    if (isUnread) onClosed('unread');
    socket.destroy();
  });
}

/** Maximum number of requests of one connection whose responses are not finished. */
export const REQUESTS_IN_FLIGHT_MAX = 16;
/** A paused connection is read again as soon as no more requests than this are in flight. */
const RESUME_AT = REQUESTS_IN_FLIGHT_MAX / 2;

/** Results for Node's parser after the head of a request: continue (llhttp: 0), or pause (`HPE_PAUSED`). */
const [READ_ON, PAUSE] = [0, 21];
/** Code of the parser's error after {@link PAUSE}. */
export const PAUSED_CODE = 'HPE_PAUSED';

const PIPELINE = Symbol('pipeline');

/** Members of Node's HTTP parser that a pause needs. They are not documented: a test proves them on each release of Node. */
interface RequestParser {
  onIncoming: ((request: IncomingMessage, keepAlive: boolean) => number) | null;
  resume(): void;
}

interface HttpSocket extends Socket {
  parser?: RequestParser | null;
  [PIPELINE]?: Pipeline;
}

/** An error of the parser: the bytes that it received, and how many of them it read. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly bytesParsed?: number;
  readonly rawPacket?: Buffer;
}

/**
 * Requests of one connection whose responses are not finished (HTTP/1.1 pipelining). At the limit the parser stops
 * between two requests, in the middle of the received bytes: 64 KiB of pipelined requests are 2 000 of them, and
 * pausing the socket alone would take effect after all of those.
 */
class Pipeline {
  #inFlight = 0;
  #latest: ServerResponse | null = null;
  /** True while the parser's next error is the requested pause, so that `bytesParsed` counts. */
  #isPausing = false;
  #isHeld = false;
  #isDedicated = false;
  #waiting: { readonly most: number; readonly then: () => void } | null = null;

  constructor(private readonly socket: HttpSocket) {}

  get inFlight(): number {
    return this.#inFlight;
  }

  /** True while reading is paused because of the limit. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Response to the latest request, finished or not; null before the first. */
  get latest(): ServerResponse | null {
    return this.#latest;
  }

  begin(response: ServerResponse): void {
    // Its response would wait for the end of a stream.
    if (this.#isDedicated) this.socket.destroy();
    this.#inFlight += 1;
    this.#latest = response;
  }

  /** Reserves the connection for its latest response: a further request closes it. */
  dedicate(response: ServerResponse): void {
    this.#isDedicated = true;
    if (this.#latest !== response) this.socket.destroy();
  }

  /** True if the parser is to stop after the head that was just read. */
  stopsHere(): boolean {
    this.#isPausing = this.#inFlight >= REQUESTS_IN_FLIGHT_MAX;
    return this.#isPausing;
  }

  finish(): void {
    this.#inFlight -= 1;
    // Other connections come first: responses that are ready would keep this one going until its bytes are used up.
    if (this.#isHeld && this.#inFlight === RESUME_AT) setImmediate(() => this.#readOn());
    // Node assigns the connection to the next response only after this returns, and sends what that one has queued.
    if (this.#waiting !== null) queueMicrotask(() => this.#callWaiting());
  }

  /** Calls `then` as soon as no more than `most` requests are in flight. */
  whenAtMost(most: number, then: () => void): void {
    this.#waiting = { most, then };
    this.#callWaiting();
  }

  /** Puts the bytes that the paused parser did not read back in front of those still to come. */
  hold({ rawPacket, bytesParsed = 0 }: ParserError): void {
    // Bytes that arrive during a pause come back whole: `bytesParsed` then refers to the bytes before them.
    const rest = rawPacket?.subarray(this.#isPausing ? bytesParsed : 0);
    this.#isPausing = false;
    this.#isHeld = true;
    // The parser reads from the system by itself, past this queue, until another listener is added.
    this.socket.on('data', ignore).off('data', ignore);
    this.socket.pause();
    if (rest !== undefined && rest.length > 0) this.socket.unshift(rest);
  }

  #readOn(): void {
    this.#isHeld = false;
    this.socket.parser?.resume();
    this.socket.resume();
  }

  #callWaiting(): void {
    if (this.#waiting === null || this.#inFlight > this.#waiting.most) return;
    const { then } = this.#waiting;
    this.#waiting = null;
    then();
  }
}

const ignore = (): void => undefined;

/**
 * Class of responses that their connection counts, without a listener per request. It is anonymous because the bundler
 * sets the `name` of named classes again, and V8 constructs responses of such a class 7 µs slower.
 */
const pipelinedResponse = () =>
  class extends ServerResponse {
    constructor(...args: ConstructorParameters<typeof ServerResponse>) {
      super(...args);
      pipelineOf(args[0].socket)?.begin(this);
    }

    override detachSocket(socket: Socket): void {
      super.detachSocket(socket);
      pipelineOf(socket)?.finish();
    }
  };

export const PipelinedResponse = pipelinedResponse();

/** The pipeline of a connection; undefined if its server is not bounded. */
export const pipelineOf = (socket: Socket): Pipeline | undefined => (socket as HttpSocket)[PIPELINE];

/**
 * Limits each connection to {@link REQUESTS_IN_FLIGHT_MAX} requests in flight. The server must be created with
 * {@link PipelinedResponse}, and its `clientError` listener must {@link Pipeline.hold} errors of {@link PAUSED_CODE}.
 */
export function boundPipelines(server: Server): void {
  server.on('connection', (socket: HttpSocket) => {
    const { parser } = socket;
    if (!parser?.onIncoming) return;
    const pipeline = new Pipeline(socket);
    socket[PIPELINE] = pipeline;
    const { onIncoming } = parser;
    parser.onIncoming = (request, keepAlive) => {
      const result = onIncoming(request, keepAlive);
      return result === READ_ON && pipeline.stopsHere() ? PAUSE : result;
    };
  });
}

/**
 * Reserves a connection for a response without an end, which has its own limit: it no longer counts against
 * {@link ConnectionBounds.connectionsMax}, and further requests on it close it.
 */
export function dedicateConnection(server: Server, socket: Socket, response: ServerResponse): void {
  server.maxConnections += 1;
  socket.once('close', () => (server.maxConnections -= 1));
  pipelineOf(socket)?.dedicate(response);
}
