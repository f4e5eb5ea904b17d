import type { Writable } from 'node:stream';

/**
 * Puts what is written to a connection in one turn of the event loop together: handing it to the
 * system one by one costs more than making it.
 *
 * Not all of it, though: while the other side works on the first of them, the next can be made. With
 * all in one they would wait for each other in turn.
 */
export class BatchedWrites {
  #stream: Writable | null = null;
  #writes = 0;
  #isTurnWatched = false;

  /** @param together - writes that go out at once at most. */
  constructor(private readonly together: number) {}

  /** To be called before each write; it goes out by the end of this turn. */
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

  /** To be called after each write. */
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
