import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of requests of one connection whose responses are not finished. */
export const REQUESTS_IN_FLIGHT_MAX = 16;
/** A paused connection is read again as soon as no more requests than this are in flight. */
const RESUME_AT = REQUESTS_IN_FLIGHT_MAX / 2;

/** Result of Node's parser after the head of a request that is to be read on (llhttp: 0), or to be paused at (`HPE_PAUSED`). */
const [READ_ON, PAUSE] = [0, 21];
/** Code of the parser's error after {@link PAUSE}. */
export const PAUSED_CODE = 'HPE_PAUSED';

const PIPELINE = Symbol('pipeline');

/** As much of Node's HTTP parser as a pause needs. Not documented: a test proves it on each release of Node. */
interface RequestParser {
  onIncoming: ((request: IncomingMessage, keepAlive: boolean) => number) | null;
  resume(): void;
}

interface HttpSocket extends Socket {
  parser?: RequestParser | null;
  [PIPELINE]?: Pipeline;
}

/** An error of the parser: the bytes it was given, and how many of them it read. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly bytesParsed?: number;
  readonly rawPacket?: Buffer;
}

/**
 * Requests of one connection whose responses are not finished (HTTP/1.1 pipelining). At the limit the parser stops
 * between two requests, in the middle of the bytes it was given: 64 KiB of pipelined requests are 2 000 of them, and
 * pausing the socket alone would come after all of those.
 */
export class Pipeline {
  #inFlight = 0;
  #latest: ServerResponse | null = null;
  /** True while the parser's next error is the requested pause, so that `bytesParsed` counts. */
  #isPausing = false;
  #isHeld = false;
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
    this.#inFlight += 1;
    this.#latest = response;
  }

  /** True when the parser is to stop after the head that was just read. */
  stopsHere(): boolean {
    this.#isPausing = this.#inFlight >= REQUESTS_IN_FLIGHT_MAX;
    return this.#isPausing;
  }

  finish(): void {
    this.#inFlight -= 1;
    // Other connections come first: answers that are ready would keep this one going until its bytes are used up.
    if (this.#isHeld && this.#inFlight === RESUME_AT) setImmediate(() => this.#readOn());
    // Node assigns the connection to the next response only after this returns, and sends what that one has queued.
    if (this.#waiting !== null) queueMicrotask(() => this.#tellWaiting());
  }

  /** Calls `then` as soon as no more than `most` requests are in flight. */
  whenAtMost(most: number, then: () => void): void {
    this.#waiting = { most, then };
    this.#tellWaiting();
  }

  /** Keeps the bytes that the paused parser did not read, in front of all that are still to come. */
  hold({ rawPacket, bytesParsed = 0 }: ParserError): void {
    // Bytes that arrive during a pause come back whole: what the parser says of them is about those before.
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

  #tellWaiting(): void {
    if (this.#waiting === null || this.#inFlight > this.#waiting.most) return;
    const { then } = this.#waiting;
    this.#waiting = null;
    then();
  }
}

const ignore = (): void => undefined;

/** A response that its connection counts. Costs a request two additions, and no listener. */
export class PipelinedResponse extends ServerResponse {
  constructor(...args: ConstructorParameters<typeof ServerResponse>) {
    super(...args);
    pipelineOf(args[0].socket)?.begin(this);
  }

  override detachSocket(socket: Socket): void {
    super.detachSocket(socket);
    pipelineOf(socket)?.finish();
  }
}

/** Undefined for a connection that is not one of a bounded server. */
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
