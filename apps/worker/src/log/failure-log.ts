import { DatabaseUnavailableError } from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { Clocks, FailureLog } from '../context';
import type { WorkerMetrics } from '../metrics/metrics';

/** Interval within which a kind of failure is logged once, in milliseconds. */
const INTERVAL_MS = 60_000;

/** Counts all failures and logs each kind once a minute, as a failure may repeat at every tick. */
export class ThrottledFailureLog implements FailureLog {
  readonly #kinds = new Map<string, { loggedAtMs: number; suppressed: number }>();

  /** @param metrics - null before there are any. */
  constructor(
    private readonly logger: Pick<Logger, 'warn' | 'error'>,
    private readonly clock: Pick<Clocks, 'monotonicMs'>,
    private readonly metrics: Pick<WorkerMetrics, 'failed'> | null,
  ) {}

  /** @param job - name of the job, which is retried soon. */
  failed(job: string, error: unknown): void {
    this.metrics?.failed(job, errorKind(error));
    const kind = `${job} ${errorKind(error)}`;
    const nowMs = this.clock.monotonicMs();
    const last = this.#kinds.get(kind);
    if (last !== undefined && nowMs - last.loggedAtMs < INTERVAL_MS) {
      last.suppressed += 1;
      return;
    }
    const level = error instanceof DatabaseUnavailableError ? 'warn' : 'error';
    const suppressed = last?.suppressed ?? 0;
    this.logger[level]({ job, err: error, suppressed }, `the ${job} failed and will be retried`);
    this.#kinds.set(kind, { loggedAtMs: nowMs, suppressed: 0 });
  }
}

/** Kind of a failure, for logs and metrics: `DatabaseRejectedError 42P01`. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error.name : `${error.name} ${code}`;
}
