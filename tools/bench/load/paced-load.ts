import { quantile } from '../report/spread';
import { within } from './after';
import { LoadConnection } from './connection';
import type { PacedJob, PacedResult } from './job';
import { Pace } from './pace';
import { RequestSource } from './request-source';

/** A server that falls behind is waited for this long. */
const BEHIND_MS_MAX = 20_000;

/**
 * Asks at fixed times. A request that finds every connection busy waits for one, and the
 * time it waits counts: latency is from when it was due, not from when it was sent.
 *
 * @throws {BenchError} when any answer is not whole or of another status, or comes too late.
 */
export async function runPaced(job: PacedJob): Promise<PacedResult> {
  const connections = await LoadConnection.openAll(job);
  const run = new PacedRun(new Pace(job.perSecond, job.durationMs), new RequestSource(job.requests), connections);
  try {
    const latenciesMs = await within(job.durationMs + BEHIND_MS_MAX, run.finish());
    const [p50Ms, p99Ms] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)];
    return { p50Ms, p99Ms, lateP99Ms: quantile(run.lateMs, 0.99) };
  } finally {
    run.stop();
    connections.forEach((connection) => connection.close());
  }
}

/** One load from its first request to its last answer. */
class PacedRun {
  /** How late each request was sent that found a connection: what the load itself adds. */
  readonly lateMs: number[] = [];
  readonly #latenciesMs: number[] = [];
  readonly #idle: LoadConnection[];
  #asked = 0;
  #beganMs = 0;
  #isStopped = false;

  constructor(
    private readonly pace: Pace,
    private readonly source: RequestSource,
    connections: readonly LoadConnection[],
  ) {
    this.#idle = [...connections];
  }

  /** Of every request, in the order of the answers. */
  finish(): Promise<number[]> {
    this.#beganMs = performance.now();
    return new Promise((resolve, reject) => {
      // Timers are too coarse; this looks at the clock whenever the sockets have been read.
      const turn = (): void => {
        this.#sendDue(reject);
        if (this.#latenciesMs.length === this.pace.total) resolve(this.#latenciesMs);
        else if (!this.#isStopped) setImmediate(turn);
      };
      turn();
    });
  }

  /** Sends nothing more, whatever is due. */
  stop(): void {
    this.#isStopped = true;
  }

  /** As many as are due and find a connection. */
  #sendDue(reject: (error: unknown) => void): void {
    while (this.#idle.length > 0 && this.pace.isDue(this.#asked, this.#elapsedMs())) {
      const connection = this.#idle.pop();
      this.lateMs.push(this.pace.latencyMs(this.#asked, this.#elapsedMs()));
      connection?.ask(this.source.next(), this.#answered(connection)).catch(reject);
    }
  }

  /** Notes each answer, and has the connection go on at once where a request is waiting. */
  #answered(connection: LoadConnection): () => Buffer | null {
    let number = this.#asked++;
    return () => {
      const elapsedMs = this.#elapsedMs();
      this.#latenciesMs.push(this.pace.latencyMs(number, elapsedMs));
      if (this.pace.isDue(this.#asked, elapsedMs)) {
        number = this.#asked++;
        return this.source.next();
      }
      this.#idle.push(connection);
      return null;
    };
  }

  #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }
}
