/** A wait that can be cut short, also by a call that came before it began. */
export class WakeUpSignal {
  #isWoken = false;
  #wakeUp: (() => void) | null = null;

  /** Ends the wait under way, or the next one. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp?.();
  }

  /** Waits `ms` milliseconds, or until woken. */
  async wait(ms: number): Promise<void> {
    if (!this.#isWoken && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wakeUp = null;
    this.#isWoken = false;
  }
}
