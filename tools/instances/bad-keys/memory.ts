import { rssMbOf } from '../../bench/process/usage';

/** Memory of a process, looked at at even distances. */
export class MemorySeries {
  /** Seconds from the beginning, and MB. */
  readonly samples: { readonly seconds: number; readonly mb: number }[] = [];
  readonly #beganMs = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly pid: number,
    everyMs: number,
  ) {
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#look();
  }

  /** What it grew by from an instant to the end; null where the system does not tell. */
  grownMbSince(seconds: number): number | null {
    const first = this.samples.find((sample) => sample.seconds >= seconds);
    const last = this.samples.at(-1);
    return first === undefined || last === undefined ? null : last.mb - first.mb;
  }

  /** For people. */
  toString(): string {
    return this.samples.map(({ mb }) => Math.round(mb)).join(' ');
  }

  #look(): void {
    const mb = rssMbOf(this.pid);
    if (mb !== null) this.samples.push({ seconds: (performance.now() - this.#beganMs) / 1_000, mb });
  }
}
