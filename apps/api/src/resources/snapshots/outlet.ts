import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '../../platform/responses/answer';

/** The reader is gone, took nothing for too long, or was cut off by us. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}

/** How long a reader may take, in milliseconds. */
export interface Patience {
  /** Over one chunk. */
  readonly chunkMs: number;
  /** Over all of it: what is read stays open in the database for as long. */
  readonly allMs: number;
  /**
   * Bytes before compression that a reader takes each second at least, on average. Counted is the time in which it
   * keeps us waiting, not that in which the database does; the first `chunkMs` of it are free.
   */
  readonly bytesPerSecondMin: number;
}

/**
 * The way to one reader: compresses, and gives no more than is taken. It keeps a chunk and the buffers of its streams,
 * however long the transfer. A reader that is too slow is let go and its connection closed.
 */
export class Outlet {
  readonly #stop = new AbortController();
  readonly #response: ServerResponse;
  readonly #patience: Patience;
  readonly #late: NodeJS.Timeout;
  readonly #monotonicMs: () => number;
  #to: Writable;
  #bytes = 0;
  #waitedMs = 0;

  /** @param monotonicMs - a clock that never steps back, milliseconds. */
  constructor(response: ServerResponse, patience: Patience, monotonicMs: () => number = () => performance.now()) {
    [this.#response, this.#to, this.#patience, this.#monotonicMs] = [response, response, patience, monotonicMs];
    this.#late = setTimeout(() => this.cut(`it took longer than ${patience.allMs / 1_000} s`), patience.allMs);
    response.once('close', () => {
      clearTimeout(this.#late);
      if (!response.writableFinished) this.cut('the reader is gone');
    });
  }

  /** Fires when no more can be sent; its reason is a {@link ReaderGoneError}. */
  get gone(): AbortSignal {
    return this.#stop.signal;
  }

  /** From here on what is written is compressed. */
  compress(encoding: Encoding): void {
    const compressor = encoding === 'gzip' ? createGzip() : createBrotliCompress(BROTLI);
    compressor.on('error', () => this.cut('it cannot be compressed'));
    compressor.pipe(this.#response);
    this.#to = compressor;
  }

  /**
   * Sends a chunk.
   *
   * @returns once there is room for the next.
   * @throws {ReaderGoneError}
   */
  async write(chunk: Buffer): Promise<void> {
    this.#cutIfSlow();
    this.gone.throwIfAborted();
    this.#bytes += chunk.length;
    if (!this.#to.write(chunk)) await this.#inTime((done) => this.#to.once('drain', done));
  }

  /**
   * Sends the last chunk of a transfer that is whole.
   *
   * @returns once it is handed over.
   * @throws {ReaderGoneError}
   */
  async end(chunk: Buffer): Promise<void> {
    this.gone.throwIfAborted();
    await this.#inTime((done) => {
      this.#response.once('finish', done);
      this.#to.end(chunk);
    });
  }

  /** Closes the connection in the middle, so that the reader sees it. Nothing happens after the end. */
  cut(why: string): void {
    if (this.gone.aborted || this.#response.writableFinished) return;
    this.#stop.abort(new ReaderGoneError(`The transfer was cut: ${why}`));
    this.#response.destroy();
    if (this.#to !== this.#response) this.#to.destroy();
  }

  /** Nothing was sent: the connection is left to others. */
  leave(): void {
    clearTimeout(this.#late);
  }

  /** A reader that takes a little now and then would hold its slot, and a connection of the database, for an hour. */
  #cutIfSlow(): void {
    const { chunkMs, bytesPerSecondMin } = this.#patience;
    if (this.#waitedMs <= chunkMs + (this.#bytes / bytesPerSecondMin) * 1_000) return;
    this.cut(`the reader takes fewer than ${bytesPerSecondMin} bytes per second`);
  }

  async #inTime(wait: (done: () => void) => void): Promise<void> {
    const { chunkMs } = this.#patience;
    const beganMs = this.#monotonicMs();
    const slow = setTimeout(() => this.cut(`the reader took nothing for ${chunkMs / 1_000} s`), chunkMs);
    const { gone } = this;
    let cut = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        cut = () => reject(gone.reason as ReaderGoneError);
        gone.addEventListener('abort', cut);
        wait(resolve);
      });
    } finally {
      clearTimeout(slow);
      this.#waitedMs += this.#monotonicMs() - beganMs;
      gone.removeEventListener('abort', cut);
    }
  }
}

/** Quality 4 as in other answers; a window of 1 MiB bounds what each transfer keeps. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 20 } };
