import type { Writable } from 'node:stream';

/**
 * Batches the writes to a connection within a turn of the event loop, as a system call per write costs more than preparing
 * the write. Batches have a maximum size, so that the server processes one batch while the next is prepared.
 */
export class BatchedWrites {
  #stream: Writable | null = null;
  #writes = 0;
  #isTurnWatched = false;

  /** @param together - most writes of a batch. */
  constructor(private readonly together: number) {}

  /** Call before each write; it is sent by the end of this turn. */
  begin(stream: Writable): void {
    if (stream !== this.#stream) {
      this.#send();
      stream.cork();
      this.#stream = stream;
    }
    if (this.#isTurnWatched) return;
    this.#isTurnWatched = true;
    setImmediate(this.#endTurn);
  }

  /** Call after each write. */
  end(): void {
    this.#writes += 1;
    if (this.#writes >= this.together) this.#send();
  }

  readonly #endTurn = (): void => {
    this.#isTurnWatched = false;
    this.#send();
  };

  #send(): void {
    const stream = this.#stream;
    this.#stream = null;
    this.#writes = 0;
    stream?.uncork();
  }
}
