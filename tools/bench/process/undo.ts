/** Undoes what was started, the last first, once: at the end, on failure, or on Ctrl-C. */
export class Undo {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #running: Promise<void> | null = null;

  /** Whether all is being undone, so that whatever fails now fails for that reason. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Notes how to undo what was just started; does so at once when all is over already. */
  async push(step: () => Promise<unknown>): Promise<void> {
    if (this.#running !== null) await step();
    else this.#steps.push(step);
  }

  /** What fails to stop does not keep the rest from being stopped. Called again it waits for the same end. */
  run(): Promise<void> {
    return (this.#running ??= this.#undoAll());
  }

  async #undoAll(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      await step().catch((error: unknown) => process.stderr.write(`While stopping: ${String(error)}\n`));
    }
  }
}
