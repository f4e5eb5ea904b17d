/** A delivery came after the end. */
export class EgressClosedError extends Error {
  override readonly name = 'EgressClosedError';
}

/** Counts what has begun and not ended, so that one can wait for the last. */
export class UnderWay {
  #count = 0;
  #ended: (() => void) | null = null;
  #closed: Promise<void> | null = null;

  /** @throws {EgressClosedError} */
  begin(): void {
    if (this.#closed !== null) throw new EgressClosedError('the way out is closed');
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#ended?.();
  }

  /** Lets nothing begin any more; resolves once all has ended. */
  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#ended = resolve;
      if (this.#count === 0) resolve();
    });
    return this.#closed;
  }
}
