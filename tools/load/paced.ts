import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** A load whose requests are due at even distances, however fast they are answered. */
export interface PacedLoad {
  readonly perSecond: number;
  readonly durationMs: number;
  /** Maximum requests in flight; requests that fall due beyond it wait. */
  readonly concurrency: number;
  /** Requests that still wait at the end are sent late, or dropped. */
  readonly afterEnd: 'send' | 'drop';
  /** Pause between two looks at the clock; 0 polls it all the time, which takes a processor of its own. */
  readonly tickMs: number;
}

export interface PacedOutcome {
  readonly sent: number;
  /** From the instant at which each request was due to its response: a wait for a free connection counts. */
  readonly latenciesMs: readonly number[];
  /** Delay of each request that found a free connection: the part that the load itself adds. */
  readonly lateMs: readonly number[];
}

/** Requests of a load: one at least. */
export const totalOf = ({ perSecond, durationMs }: Pick<PacedLoad, 'perSecond' | 'durationMs'>): number =>
  Math.max(1, Math.floor((perSecond * durationMs) / 1_000));

/**
 * Sends requests at even distances.
 *
 * @param send - gets the number of the request, from 0; its failure ends the load.
 */
export async function sendPaced(load: PacedLoad, send: (number: number) => Promise<unknown>): Promise<PacedOutcome> {
  const run = new PacedRun(load, send);
  await run.finish();
  return run;
}

class PacedRun implements PacedOutcome {
  sent = 0;
  readonly latenciesMs: number[] = [];
  readonly lateMs: number[] = [];
  readonly #total: number;
  readonly #beganMs = performance.now();
  #inFlight = 0;
  #failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly load: PacedLoad,
    private readonly send: (number: number) => Promise<unknown>,
  ) {
    this.#total = totalOf(load);
  }

  async finish(): Promise<void> {
    const { tickMs } = this.load;
    while (!this.#isOver() || (this.#inFlight > 0 && this.#failure === null)) {
      this.#sendDue(true);
      await (tickMs === 0 ? nextTurn() : sleep(tickMs));
    }
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** @param isOnTime - false where the request has waited for a response. */
  #sendDue(isOnTime: boolean): void {
    while (!this.#isOver() && this.#inFlight < this.load.concurrency && this.#dueMs(this.sent) <= this.#elapsedMs()) {
      const number = this.sent++;
      if (isOnTime) this.lateMs.push(this.#elapsedMs() - this.#dueMs(number));
      this.#inFlight += 1;
      this.send(number).then(
        () => this.#complete(number),
        (error: unknown) => (this.#failure ??= { error }),
      );
    }
  }

  #complete(number: number): void {
    this.latenciesMs.push(this.#elapsedMs() - this.#dueMs(number));
    this.#inFlight -= 1;
    this.#sendDue(false);
  }

  #isOver(): boolean {
    const { afterEnd, durationMs } = this.load;
    if (this.#failure !== null || this.sent >= this.#total) return true;
    return afterEnd === 'drop' && this.#elapsedMs() > durationMs;
  }

  #dueMs(number: number): number {
    return (1_000 * number) / this.load.perSecond;
  }

  #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }
}
