/** A sleep that a call can end early, even a call before the sleep has begun. */
export class WakeUpSignal {
  #isWoken = false;
  #wakeUp: (() => void) | null = null;

  /** Ends the current wait, or else the next one. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp?.();
  }

  /** Waits `ms` milliseconds, or until {@link wake}. */
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
