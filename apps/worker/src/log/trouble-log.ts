import { DatabaseUnavailableError } from '@droptrack/persistence';
import type { Logger } from 'pino';

/** The same trouble is logged once in this many milliseconds. */
const SILENCE_MS = 60_000;

/** Trouble that may come at every tick, logged once a minute for each kind of it. */
export class TroubleLog {
  readonly #kinds = new Map<string, { loggedAtMs: number; unsaid: number }>();

  /** @param monotonicMs - see Clocks. */
  constructor(
    private readonly logger: Logger,
    private readonly monotonicMs: () => number,
  ) {}

  /** @param job - what failed; its next try is not far. */
  failed(job: string, error: unknown): void {
    const kind = `${job} ${kindOf(error)}`;
    const nowMs = this.monotonicMs();
    const known = this.#kinds.get(kind);
    if (known !== undefined && nowMs - known.loggedAtMs < SILENCE_MS) {
      known.unsaid += 1;
      return;
    }
    const level = error instanceof DatabaseUnavailableError ? 'warn' : 'error';
    this.logger[level]({ job, err: error, unsaid: known?.unsaid ?? 0 }, `the ${job} failed, and is tried again`);
    this.#kinds.set(kind, { loggedAtMs: nowMs, unsaid: 0 });
  }
}

/** What tells one kind of failure from another, in figures as well: `DatabaseRefusedError 42P01`. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error.name : `${error.name} ${code}`;
}
