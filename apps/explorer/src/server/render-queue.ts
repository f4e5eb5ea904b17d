/** Runs at most a number of renders at a time; further ones wait in their order, up to a number. */
export class RenderQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly limits: { readonly running: number; readonly waiting: number }) {}

  /** Result of a render, once it has run; null if too many wait. */
  run<T>(render: () => Promise<T>): Promise<T> | null {
    if (this.#running < this.limits.running) {
      this.#running += 1;
      return this.#finish(render);
    }
    if (this.#waiting.length >= this.limits.waiting) return null;
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.#finish(render));
  }

  async #finish<T>(render: () => Promise<T>): Promise<T> {
    try {
      return await render();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
