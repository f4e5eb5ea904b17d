import { applyRetention, type Database, deleteOldEvents, recountHostShares } from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { Job } from '../schedule/scheduler';
import { dayFrom } from '../schedule/period-job';

interface RetentionJobDeps {
  readonly db: Database;
  readonly logger: Pick<Logger, 'info'>;
  /** Most rows per table and run; the default of persistence when not given. */
  readonly rowsMax?: number;
}

/** Time after midnight (UTC), in milliseconds: after the recompute of the first hour. */
const AFTER_MIDNIGHT_MS = 35 * 60_000;
const dayOf = dayFrom(AFTER_MIDNIGHT_MS);
/** Rows by kind; `events` are events, deliveries, attempts and deleted endpoints. */
const NOTHING = { readings: 0, points: 0, signalDays: 0, events: 0 };

/**
 * Deletes expired rows at the start and once a day, in bounded steps, so that other jobs run in between; then counts the
 * endpoints that share a host. Workers share the work; locked drops are skipped until the next day.
 */
export class RetentionJob implements Job {
  readonly name = 'retention';
  #doneDay: number | null = null;
  #afterDropId = '';
  /** All drops were processed; events follow. */
  #areDropsDone = false;
  #deleted = NOTHING;

  constructor(private readonly deps: RetentionJobDeps) {}

  isDue(nowMs: number): boolean {
    return dayOf(nowMs) !== this.#doneDay;
  }

  async run(nowMs: number): Promise<boolean> {
    const { logger } = this.deps;
    const isMore = this.#areDropsDone ? await this.#deleteEventsStep(nowMs) : await this.#deleteOfDropsStep(nowMs);
    if (isMore) return true;
    await recountHostShares(this.deps.db);
    if (Object.values(this.#deleted).some((rows) => rows > 0)) {
      logger.info(this.#deleted, 'deleted expired rows');
    }
    this.#deleted = NOTHING;
    this.#areDropsDone = false;
    this.#doneDay = dayOf(nowMs);
    return false;
  }

  /** Deletes expired rows of the next drops. @returns true: there is more to do. */
  async #deleteOfDropsStep(nowMs: number): Promise<true> {
    const options = { nowMs, afterDropId: this.#afterDropId, ...this.#bound };
    const { readings, points, signalDays, nextAfter } = await applyRetention(this.deps.db, options);
    const before = this.#deleted;
    this.#deleted = {
      ...before,
      readings: before.readings + readings,
      points: before.points + points,
      signalDays: before.signalDays + signalDays,
    };
    this.#afterDropId = nextAfter ?? '';
    this.#areDropsDone = nextAfter === null;
    return true;
  }

  /** Deletes old events with their deliveries. @returns true when there is more to do. */
  async #deleteEventsStep(nowMs: number): Promise<boolean> {
    const { deleted, isMore } = await deleteOldEvents(this.deps.db, { nowMs, ...this.#bound });
    this.#deleted = { ...this.#deleted, events: this.#deleted.events + deleted };
    return isMore;
  }

  get #bound(): { readonly rowsMax?: number } {
    const { rowsMax } = this.deps;
    return rowsMax === undefined ? {} : { rowsMax };
  }
}
