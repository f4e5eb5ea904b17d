/** A wait that can be ended early, also by a signal that is sent before the wait begins. */
export class WakeUpSignal {
  #isSent = false;
  #endWait: (() => void) | null = null;

  /** Ends the current wait, or the next one. */
  send(): void {
    this.#isSent = true;
    this.#endWait?.();
  }

  /** Discards a signal that no wait has received. */
  clear(): void {
    this.#isSent = false;
  }

  /** Waits until the signal is sent, but at most `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#isSent && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#endWait = null;
    this.#isSent = false;
  }
}
