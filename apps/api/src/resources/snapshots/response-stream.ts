import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '@droptrack/program/encoding';

/** The client disconnected or read too slowly, or the service aborted the transfer. */
export class TransferAbortedError extends Error {
  override readonly name = 'TransferAbortedError';
}

/** Limits for slow clients. */
export interface ReaderLimits {
  /** Maximum wait for the client to read a chunk, in milliseconds. */
  readonly chunkMs: number;
  /** Maximum duration of the transfer, in milliseconds: its database transaction stays open for as long. */
  readonly allMs: number;
  /**
   * Minimum average rate of the client, in uncompressed bytes per second. Only time spent waiting for the client counts,
   * not time spent waiting for the database; the first `chunkMs` are exempt.
   */
  readonly bytesPerSecondMin: number;
}

/**
 * Response body of a transfer, with optional compression and backpressure. Memory is bounded by one chunk and the buffers
 * of the streams, regardless of the size of the transfer. The connection of a client that is too slow is closed.
 */
export class ResponseStream {
  readonly #abort = new AbortController();
  readonly #response: ServerResponse;
  readonly #limits: ReaderLimits;
  readonly #timeout: NodeJS.Timeout;
  readonly #monotonicMs: () => number;
  #target: Writable;
  #bytes = 0;
  #waitedMs = 0;

  /** @param monotonicMs - monotonic clock, in milliseconds. */
  constructor(response: ServerResponse, limits: ReaderLimits, monotonicMs: () => number = () => performance.now()) {
    [this.#response, this.#target, this.#limits, this.#monotonicMs] = [response, response, limits, monotonicMs];
    this.#timeout = setTimeout(() => this.abort(`it took longer than ${limits.allMs / 1_000} s`), limits.allMs);
    response.once('close', () => {
      clearTimeout(this.#timeout);
      if (!response.writableFinished) this.abort('the client disconnected');
    });
  }

  /** Aborted once nothing more can be sent; its reason is a {@link TransferAbortedError}. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Compresses everything that is written from now on. */
  compress(encoding: Encoding): void {
    const compressor = encoding === 'gzip' ? createGzip() : createBrotliCompress(BROTLI);
    compressor.on('error', () => this.abort('compression failed'));
    compressor.pipe(this.#response);
    this.#target = compressor;
  }

  /**
   * Sends a chunk.
   *
   * @returns once the next chunk can be written.
   * @throws {TransferAbortedError}
   */
  async write(chunk: Buffer): Promise<void> {
    this.#abortIfSlow();
    this.signal.throwIfAborted();
    this.#bytes += chunk.length;
    if (!this.#target.write(chunk)) await this.#waitForClient((done) => this.#target.once('drain', done));
  }

  /**
   * Sends the last chunk of a complete transfer.
   *
   * @returns once it is flushed to the operating system.
   * @throws {TransferAbortedError}
   */
  async end(chunk: Buffer): Promise<void> {
    this.signal.throwIfAborted();
    await this.#waitForClient((done) => {
      this.#response.once('finish', done);
      this.#target.end(chunk);
    });
  }

  /** Closes the connection without an end, which the client detects. No effect after the end. */
  abort(reason: string): void {
    if (this.signal.aborted || this.#response.writableFinished) return;
    this.#abort.abort(new TransferAbortedError(`The transfer was aborted: ${reason}`));
    this.#response.destroy();
    if (this.#target !== this.#response) this.#target.destroy();
  }

  /** Stops the timeout, and keeps the connection for other requests if nothing was sent. */
  dispose(): void {
    clearTimeout(this.#timeout);
  }

  /** Without a minimum rate, a slow client would occupy a slot and a database connection for an hour. */
  #abortIfSlow(): void {
    const { chunkMs, bytesPerSecondMin } = this.#limits;
    if (this.#waitedMs <= chunkMs + (this.#bytes / bytesPerSecondMin) * 1_000) return;
    this.abort(`the client reads fewer than ${bytesPerSecondMin} bytes per second`);
  }

  async #waitForClient(wait: (done: () => void) => void): Promise<void> {
    const { chunkMs } = this.#limits;
    const startedMs = this.#monotonicMs();
    const slow = setTimeout(() => this.abort(`the client read nothing for ${chunkMs / 1_000} s`), chunkMs);
    const { signal } = this;
    let onAbort = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        onAbort = () => reject(signal.reason as TransferAbortedError);
        signal.addEventListener('abort', onAbort);
        wait(resolve);
      });
    } finally {
      clearTimeout(slow);
      this.#waitedMs += this.#monotonicMs() - startedMs;
      signal.removeEventListener('abort', onAbort);
    }
  }
}

/** Quality 4 as in other responses; a window of 1 MiB bounds the memory of each transfer. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 20 } };
