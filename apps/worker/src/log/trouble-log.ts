import { DatabaseUnavailableError } from '@droptrack/persistence';
import type { Logger } from 'pino';

/** Interval within which the same failure is logged once, in milliseconds. */
const SILENCE_MS = 60_000;

/** Logs failures that may repeat at every tick, each kind once a minute. */
export class TroubleLog {
  readonly #kinds = new Map<string, { loggedAtMs: number; unsaid: number }>();

  /** @param monotonicMs - see Clocks. */
  constructor(
    private readonly logger: Logger,
    private readonly monotonicMs: () => number,
  ) {}

  /** @param job - name of the job, which is retried soon. */
  failed(job: string, error: unknown): void {
    const kind = `${job} ${kindOf(error)}`;
    const nowMs = this.monotonicMs();
    const known = this.#kinds.get(kind);
    if (known !== undefined && nowMs - known.loggedAtMs < SILENCE_MS) {
      known.unsaid += 1;
      return;
    }
    const level = error instanceof DatabaseUnavailableError ? 'warn' : 'error';
    this.logger[level]({ job, err: error, unsaid: known?.unsaid ?? 0 }, `the ${job} failed and will be retried`);
    this.#kinds.set(kind, { loggedAtMs: nowMs, unsaid: 0 });
  }
}

/** Kind of a failure, for logs and metrics: `DatabaseRejectedError 42P01`. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error.name : `${error.name} ${code}`;
}
