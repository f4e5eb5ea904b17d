import { setTimeout as pause } from 'node:timers/promises';

/** Requests of a key that were sent in a time, and their outcomes. */
export interface LimitFigures {
  readonly admitted: number;
  readonly rejected: number;
  /** Statuses other than 200 and 429; 0 without a response. */
  readonly others: readonly number[];
  readonly slowestMs: number;
  readonly seconds: number;
}

/** Sends requests of one key to instances of the API in turn, at even distances, and counts their statuses. */
export class LimitLoad {
  #statuses: number[] = [];
  #slowestMs = 0;
  #sinceMs = performance.now();
  #isOver = false;
  readonly #running: Promise<void>;

  constructor(
    private readonly urls: readonly string[],
    private readonly key: string,
    private readonly everyMs: number,
  ) {
    this.#running = this.#run();
  }

  /** Figures since the last call. */
  take(): LimitFigures {
    const count = (status: number): number => this.#statuses.filter((each) => each === status).length;
    const figures = {
      admitted: count(200),
      rejected: count(429),
      others: this.#statuses.filter((status) => status !== 200 && status !== 429),
      slowestMs: Math.round(this.#slowestMs),
      seconds: (performance.now() - this.#sinceMs) / 1_000,
    };
    [this.#statuses, this.#slowestMs, this.#sinceMs] = [[], 0, performance.now()];
    return figures;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const sent: Promise<void>[] = [];
    for (let number = 0; !this.#isOver; number += 1) {
      sent.push(this.#send(this.urls[number % this.urls.length] ?? ''));
      await pause(this.everyMs);
    }
    await Promise.all(sent);
  }

  async #send(url: string): Promise<void> {
    const beganMs = performance.now();
    const headers = { authorization: `Bearer ${this.key}` };
    const status = await fetch(`${url}/v1/drops?limit=1`, { headers, signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.arrayBuffer().then(() => response.status),
      () => 0,
    );
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - beganMs);
    this.#statuses.push(status);
  }
}
