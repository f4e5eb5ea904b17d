import { type FinderHealth, FinderRepository, type SourceHealth, SourceRepository } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../catalogue/clock';
import { LogDatabase } from '../../catalogue/log-database';
import { UnavailableError } from '../../platform/errors/domain-error';

/** Time for which a reading serves all requests, in milliseconds; workers report about as often. */
export const REPORTS_KEPT_MS = 10_000;

/** Health of sources and finders at an instant, in milliseconds since the epoch. */
export interface Reports {
  readonly atMs: number;
  readonly sources: readonly SourceHealth[];
  readonly finders: readonly FinderHealth[];
}

interface Reading {
  readonly atMs: number;
  readonly reports: Promise<Reports | null>;
}

/** Reports of the workers in the database, read at most once in {@link REPORTS_KEPT_MS} for all requests. */
@Injectable()
export class WorkerReports {
  #last: Reading | null = null;

  constructor(
    private readonly db: LogDatabase,
    private readonly clock: Clock,
  ) {}

  /** Null while the database is unavailable. */
  read(): Promise<Reports | null> {
    const atMs = this.clock.nowMs();
    // The clock follows that of the database, which can be set back.
    if (this.#last === null || Math.abs(atMs - this.#last.atMs) >= REPORTS_KEPT_MS) {
      this.#last = { atMs, reports: this.#readAt(atMs) };
    }
    return this.#last.reports;
  }

  async #readAt(atMs: number): Promise<Reports | null> {
    try {
      const [sources, finders] = await Promise.all([
        new SourceRepository(this.db).readHealth(atMs),
        new FinderRepository(this.db).readHealth(atMs),
      ]);
      return { atMs, sources, finders };
    } catch (error) {
      if (error instanceof UnavailableError) return null;
      throw error;
    }
  }
}
