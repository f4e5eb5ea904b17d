/** Maximum numbers of concurrent operations. */
interface ConcurrencyLimits {
  /** Operations of one owner. */
  readonly perOwner: number;
  /** Operations of this process. */
  readonly total: number;
  /** Part of `total` that is reserved for owners without a running operation; 0 by default. */
  readonly reserved?: number;
}

/** Errors of rejected operations. */
interface ConcurrencyRejections {
  /** @param max - number of operations that the owner can have. */
  readonly ofOwner: (max: number) => Error;
  readonly ofProcess: () => Error;
}

/** Limits the concurrent operations of each owner (a key or an account) and of this process. */
export class ConcurrencyLimit {
  readonly #byOwner = new Map<string, number>();
  #running = 0;

  constructor(
    private readonly limits: ConcurrencyLimits,
    private readonly rejections: ConcurrencyRejections,
  ) {}

  /** Operations that currently run. */
  get running(): number {
    return this.#running;
  }

  /**
   * Acquires a slot for an operation.
   *
   * @param perOwner - limit of this owner; that of all owners when not given.
   * @returns function that releases the slot; call it exactly once.
   * @throws the rejection of the owner or of the process.
   */
  acquire(owner: string, perOwner: number = this.limits.perOwner): () => void {
    const own = this.#byOwner.get(owner) ?? 0;
    const { total, reserved = 0 } = this.limits;
    if (own >= perOwner) throw this.rejections.ofOwner(perOwner);
    if (this.#running >= total - (own > 0 ? reserved : 0)) throw this.rejections.ofProcess();
    this.#running += 1;
    this.#byOwner.set(owner, own + 1);
    return () => this.#release(owner);
  }

  /** Runs an operation in a slot. @throws as {@link acquire} and the operation do. */
  async run<T>(owner: string, operation: () => Promise<T>): Promise<T> {
    const release = this.acquire(owner);
    try {
      return await operation();
    } finally {
      release();
    }
  }

  #release(owner: string): void {
    this.#running -= 1;
    const left = (this.#byOwner.get(owner) ?? 1) - 1;
    if (left === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, left);
  }
}
