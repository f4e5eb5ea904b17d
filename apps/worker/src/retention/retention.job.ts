import { applyRetention, type Database, deleteOldEvents, recountHostShares } from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { Job } from '../schedule/job';
import { dayFrom } from '../schedule/period-job';

export interface RetentionJobDeps {
  readonly db: Database;
  readonly logger: Pick<Logger, 'info'>;
  /** Rows of each kind that one run deletes at most; what persistence takes for right when not given. */
  readonly rowsMax?: number;
}

/** Of a new day, this long after midnight, UTC, in milliseconds: after the first hour's work. */
const AFTER_MIDNIGHT_MS = 35 * 60_000;
const dayOf = dayFrom(AFTER_MIDNIGHT_MS);
/** Rows, by kind; `told` are events, deliveries, their attempts, and endpoints that are gone. */
const NOTHING = { readings: 0, points: 0, signalDays: 0, told: 0 };

/**
 * Deletes what is no longer kept, at the start and once a day, a bounded step at a time, so that other work goes on in
 * between; then counts again which endpoints share a host. Several workers share it; what one leaves, because somebody has it, is the next day's.
 */
export class RetentionJob implements Job {
  readonly name = 'retention';
  #doneDay: number | null = null;
  #afterDropId = '';
  /** All drops were looked at; what endpoints were told comes after them. */
  #areDropsDone = false;
  #deleted = NOTHING;

  constructor(private readonly deps: RetentionJobDeps) {}

  isDue(nowMs: number): boolean {
    return dayOf(nowMs) !== this.#doneDay;
  }

  async run(nowMs: number): Promise<boolean> {
    const { logger } = this.deps;
    const isMore = this.#areDropsDone ? await this.#deleteToldStep(nowMs) : await this.#deleteOfDropsStep(nowMs);
    if (isMore) return true;
    await recountHostShares(this.deps.db);
    if (Object.values(this.#deleted).some((rows) => rows > 0)) {
      logger.info(this.#deleted, 'deleted what is no longer kept');
    }
    this.#deleted = NOTHING;
    this.#areDropsDone = false;
    this.#doneDay = dayOf(nowMs);
    return false;
  }

  /** Deletes old figures of the next drops. @returns that there is more to do. */
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

  /** Deletes old events with their deliveries. @returns whether there is more to do. */
  async #deleteToldStep(nowMs: number): Promise<boolean> {
    const { deleted, isMore } = await deleteOldEvents(this.deps.db, { nowMs, ...this.#bound });
    this.#deleted = { ...this.#deleted, told: this.#deleted.told + deleted };
    return isMore;
  }

  get #bound(): { readonly rowsMax?: number } {
    const { rowsMax } = this.deps;
    return rowsMax === undefined ? {} : { rowsMax };
  }
}
