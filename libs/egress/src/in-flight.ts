/** A delivery after `close`. */
export class EgressClosedError extends Error {
  override readonly name = 'EgressClosedError';
}

/** Counter of deliveries in flight, to wait for the last one. */
export class InFlight {
  #count = 0;
  #ended: (() => void) | null = null;
  #closed: Promise<void> | null = null;

  /** @throws {EgressClosedError} */
  begin(): void {
    if (this.#closed !== null) throw new EgressClosedError('the egress is closed');
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#ended?.();
  }

  /** Rejects further deliveries, and resolves once none is in flight. */
  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#ended = resolve;
      if (this.#count === 0) resolve();
    });
    return this.#closed;
  }
}
