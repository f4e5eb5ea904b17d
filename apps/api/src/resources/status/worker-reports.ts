import { type SourceHealth, SourceRepository } from '@droptrack/persistence';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../catalogue/clock';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import { UnavailableError } from '../../platform/errors/domain-error';

/** Time for which a reading serves all requests, in milliseconds; workers report about as often. */
export const REPORTS_KEPT_MS = 10_000;

/** Health of sources and finders at an instant, in milliseconds since the epoch. */
export interface Reports {
  readonly atMs: number;
  readonly sources: readonly SourceHealth[];
}

interface Reading {
  readonly atMs: number;
  readonly reports: Promise<Reports | null>;
}

/** Reports that are kept for plans with delayed data, evenly spread over the delay and somewhat more. */
const PAST_MAX = 8;
const READINGS_A_DELAY = 6;

/**
 * Reports of the workers in the database, read at most once in {@link REPORTS_KEPT_MS} for all requests. A plan with delayed
 * data receives reports that were read before the instant of its data: their counts and times show changes of the
 * catalogue at once.
 */
@Injectable()
export class WorkerReports implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #spacingMs: number;
  #last: Reading | null = null;
  /** Oldest first. */
  #past: readonly Reports[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: LogDatabase,
    private readonly clock: Clock,
    catalogue: LiveCatalogue,
  ) {
    this.#spacingMs = (catalogue.delaySecondsOf({ plan: 'free' }) * 1_000) / READINGS_A_DELAY;
  }

  /** Reads from now on, also without requests: the next request of a delayed plan needs reports of before. */
  onApplicationBootstrap(): void {
    if (this.#spacingMs === 0) return;
    const read = (): unknown => this.#readNow().catch(() => null);
    this.#timer = setInterval(read, Math.max(this.#spacingMs, REPORTS_KEPT_MS)).unref();
  }

  onModuleDestroy(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** The latest reports; null while the database is unavailable. */
  read(): Promise<Reports | null> {
    const atMs = this.clock.nowMs();
    // The clock follows that of the database, which can be set back.
    if (this.#last === null || Math.abs(atMs - this.#last.atMs) >= REPORTS_KEPT_MS) {
      this.#last = { atMs, reports: this.#readNow() };
    }
    return this.#last.reports;
  }

  /** The newest reports that were read at or before an instant, in milliseconds since the epoch; null without any. */
  readUpTo(untilMs: number): Reports | null {
    return this.#past.findLast(({ atMs }) => atMs <= untilMs) ?? null;
  }

  async #readNow(): Promise<Reports | null> {
    try {
      const nowMs = this.clock.nowMs();
      const sources = await new SourceRepository(this.db).readHealth(nowMs);
      const reports = { atMs: this.clock.nowMs(), sources };
      if (this.#spacingMs > 0) this.#keep(reports);
      return reports;
    } catch (error) {
      if (error instanceof UnavailableError) return null;
      throw error;
    }
  }

  #keep(reports: Reports): void {
    const earlier = this.#past.filter(({ atMs }) => atMs < reports.atMs);
    const last = earlier.at(-1);
    if (last !== undefined && reports.atMs - last.atMs < this.#spacingMs) return;
    this.#past = [...earlier, reports].slice(-PAST_MAX);
  }
}
