/** Stream of bytes that is read in parts of any length. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Next bytes, or null at the end. @param length - above 0. @throws {EndOfSourceError} if there are fewer. */
  async takeOrNull(length: number): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) if (!(await this.#next())) return null;
    return this.take(length);
  }

  /** Next bytes. @throws {EndOfSourceError} if there are fewer. */
  async take(length: number): Promise<Uint8Array> {
    while (this.#rest.length < length) if (!(await this.#next())) throw new EndOfSourceError();
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** Skips bytes without collecting them. @throws {EndOfSourceError} if there are fewer. */
  async skip(length: number): Promise<void> {
    let left = length;
    for (;;) {
      const skipped = Math.min(left, this.#rest.length);
      this.#rest = this.#rest.subarray(skipped);
      left -= skipped;
      if (left === 0) return;
      if (!(await this.#next())) throw new EndOfSourceError();
    }
  }

  async #next(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }
}

/** Stream that ends within a part. */
export class EndOfSourceError extends Error {
  override readonly name = 'EndOfSourceError';
}
