/** Steps that stop what a program started: the latest first, once, at its end, on failure or on Ctrl-C. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #running: Promise<void> | null = null;

  /** True from the start of the cleanup: failures from then on are its consequence. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Adds a step, or runs it at once when the cleanup has already started. */
  async push(step: () => Promise<unknown>): Promise<void> {
    if (this.#running !== null) await step();
    else this.#steps.push(step);
  }

  /** Runs all steps, also after one has failed. A second call waits for the first. */
  run(): Promise<void> {
    return (this.#running ??= this.#runSteps());
  }

  async #runSteps(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      await step().catch((error: unknown) => process.stderr.write(`While stopping: ${String(error)}\n`));
    }
  }
}
