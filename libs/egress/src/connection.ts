import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Client, type Dispatcher, errors } from 'undici';
import type { Deadline } from './deadline';

/** A request. */
export interface Outgoing {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Lifetime of connections. */
export interface ConnectionLife {
  /** Age at which it is closed, even during an exchange. */
  readonly lifeMs: number;
  /** Maximum duration of an exchange. */
  readonly exchangeMs: number;
  /** Idle time after which it is closed, unless the receiver requests another. */
  readonly idleMs: number;
}

/** Maximum size of a response in total: headers, early hints and chunk sizes could be sent without end as well. */
const RESPONSE_BYTES_MAX = 65_536;
const HEAD_BYTES_MAX = 16_384;

/** A response that exceeds the total size. */
export class ResponseTooLongError extends Error {
  override readonly name = 'ResponseTooLongError';
}

/** One socket to a receiver and the HTTP client on it, for one request at a time. Never reconnects. */
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
      if (socket.bytesRead - this.#bytesBefore > RESPONSE_BYTES_MAX) socket.destroy(new ResponseTooLongError());
    });
    socket.once('close', () => {
      clearTimeout(timer);
      // Deferred: the client handles the same event and rejects the request, which an immediate destroy would prevent.
      setImmediate(() => void this.#client.destroy());
      onClosed();
    });
  }

  /** True if a request that begins now ends before the connection does. */
  get isUsable(): boolean {
    return !this.socket.destroyed && performance.now() < this.#usableUntilMs;
  }

  /** Sends a request. Never throws: failures are part of the result. An incomplete exchange closes the connection. */
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
    connect: (_, callback) => {
      if (isTaken || socket.destroyed) return callback(new errors.SocketError('closed'), null);
      isTaken = true;
      // Deferred: a client that is aborted while it dispatches never completes the request.
      queueMicrotask(() => callback(null, socket));
    },
    keepAliveTimeout: idleMs,
    maxHeaderSize: HEAD_BYTES_MAX,
    // The deadline is the only timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** View of the bytes, without a copy. */
const bytesOf = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

/** Bytes of a response body that are read; the rest is never requested. */
const READ_BYTES_MAX = 16_384;
/** Bytes of a response body that are kept. */
const STORED_BYTES_MAX = 1_024;

/** Result of a request. */
export interface Received {
  /** Null if no response was received. */
  readonly statusCode: number | null;
  readonly headers: IncomingHttpHeaders | null;
  /** Beginning of the body; null without one. */
  readonly body: Uint8Array | null;
  /** Reason why the response is missing or incomplete; null if it is complete, or complete up to the read limit. */
  readonly failure: unknown;
  /** True if the connection can be reused while it is open. */
  readonly isWhole: boolean;
}

/** Reads one response within its limits. Reports the result exactly once. */
export class Exchange implements Dispatcher.DispatchHandler {
  #statusCode: number | null = null;
  #headers: IncomingHttpHeaders | null = null;
  #body: Uint8Array | null = null;
  #bytes = 0;
  #isOver = false;

  constructor(
    private readonly onResult: (received: Received) => void,
    private readonly onResponse: () => void,
  ) {}

  /** Aborts the exchange. */
  fail(failure: unknown): void {
    this.#end(failure, false);
  }

  /** Required by undici. */
  onRequestStart(): void {}

  onResponseStart(_: unknown, statusCode: number, headers: IncomingHttpHeaders): void {
    // Any number of informational responses, such as "103 Early Hints", can precede the response.
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = headers;
    this.onResponse();
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#isOver) return;
    const kept = this.#body?.length ?? 0;
    if (kept < STORED_BYTES_MAX) this.#body = joined(this.#body, chunk.subarray(0, STORED_BYTES_MAX - kept));
    this.#bytes += chunk.length;
    if (this.#bytes > READ_BYTES_MAX) this.#end(null, false);
  }

  onResponseEnd(): void {
    this.#end(null, true);
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(error, false);
  }

  #end(failure: unknown, isWhole: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onResult({ statusCode: this.#statusCode, headers: this.#headers, body: this.#body, failure, isWhole });
  }
}

/** A copy: a chunk is a view of a buffer of 64 KiB, which it would keep in memory. */
function joined(before: Uint8Array | null, chunk: Uint8Array): Uint8Array {
  if (before === null) return Uint8Array.from(chunk);
  const whole = new Uint8Array(before.length + chunk.length);
  whole.set(before);
  whole.set(chunk, before.length);
  return whole;
}
