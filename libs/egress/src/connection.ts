import type { Socket } from 'node:net';
import { Client, errors } from 'undici';
import type { Deadline } from './deadline';
import { Exchange, type Received } from './exchange';

/** A request as it is sent. */
export interface Outgoing {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** How long connections may be used. */
export interface ConnectionLife {
  /** After which it is closed, whatever it does. */
  readonly lifeMs: number;
  /** Within which every exchange on it has ended. */
  readonly exchangeMs: number;
  /** Without a request, when the receiver names no time of its own. */
  readonly idleMs: number;
}

/** Of one answer all in all: what is no body (heads, hints, the sizes of chunks) could be sent without end, too. */
const ANSWER_BYTES_MAX = 65_536;
const HEAD_BYTES_MAX = 16_384;

/** More came than an answer may have around its body. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** One socket to a receiver and the HTTP client on it, for one request at a time. Never connects anew. */
export class Connection {
  readonly #client: Client;
  readonly #usableUntilMs: number;
  #bytesBefore = 0;

  /** @param onClosed - called once. */
  constructor(
    origin: string,
    private readonly socket: Socket,
    life: ConnectionLife,
    onClosed: () => void,
  ) {
    this.#usableUntilMs = performance.now() + life.lifeMs - life.exchangeMs;
    this.#client = clientOn(socket, origin, life);
    const timer = setTimeout(() => this.destroy(), life.lifeMs).unref();
    socket.on('error', () => undefined);
    socket.on('readable', () => {
      if (socket.bytesRead - this.#bytesBefore > ANSWER_BYTES_MAX) socket.destroy(new AnswerTooLongError());
    });
    socket.once('close', () => {
      clearTimeout(timer);
      // Later, as the client learns of it from the same event and tells the request, which destroying would forestall.
      setImmediate(() => void this.#client.destroy());
      onClosed();
    });
  }

  /** Whether a request that begins now would end before the connection does. */
  get isUsable(): boolean {
    return !this.socket.destroyed && performance.now() < this.#usableUntilMs;
  }

  /** Never throws: what goes wrong is told as what was received. An exchange that is not whole ends the connection. */
  exchange({ path, headers, body }: Outgoing, deadline: Deadline): Promise<Received> {
    this.#bytesBefore = this.socket.bytesRead;
    return new Promise((resolve) => {
      const exchange = new Exchange(
        (received) => {
          deadline.onPassed = null;
          if (!received.isWhole) this.destroy();
          resolve(received);
        },
        () => (deadline.step = 'body'),
      );
      deadline.step = 'answer';
      deadline.onPassed = () => exchange.fail(deadline.late());
      this.#client.dispatch({ path, method: 'POST', headers, body: bytesOf(body) }, exchange);
    });
  }

  destroy(): void {
    this.socket.destroy();
  }
}

function clientOn(socket: Socket, origin: string, { idleMs }: ConnectionLife): Client {
  let isTaken = false;
  return new Client(origin, {
    connect: (_, told) => {
      if (isTaken || socket.destroyed) return told(new errors.SocketError('closed'), null);
      isTaken = true;
      // Not at once: a client that is told while it asks leaves the request lying.
      queueMicrotask(() => told(null, socket));
    },
    keepAliveTimeout: idleMs,
    maxHeaderSize: HEAD_BYTES_MAX,
    // The deadline is the only clock.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Without a copy. */
const bytesOf = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
