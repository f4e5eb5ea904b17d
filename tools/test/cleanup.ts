/** Steps that undo what a program or a test has made: the latest first, once, at its end, on failure or on Ctrl-C. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = [];
  #running: Promise<readonly unknown[]> | null = null;

  /** True from the start of the cleanup: failures from then on are its consequence. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Adds a step, or runs it at once when the cleanup has already started. */
  async push(step: () => unknown): Promise<void> {
    if (this.#running !== null) await step();
    else this.#steps.push(step);
  }

  /** Runs all steps, also after one has failed. A second call waits for the first. @returns the failures, which it prints. */
  run(): Promise<readonly unknown[]> {
    return (this.#running ??= this.#runSteps());
  }

  async #runSteps(): Promise<readonly unknown[]> {
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
        process.stderr.write(`While stopping: ${String(error)}\n`);
      }
    }
    return failures;
  }
}
