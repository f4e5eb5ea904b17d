import { applyRetention, type Database } from '@droptrack/persistence';
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

/**
 * Deletes what is no longer kept, at the start and once a day, a bounded step at a time, so that other work goes on in
 * between. Several workers share it; what one leaves, because somebody has it, is the next day's.
 */
export class RetentionJob implements Job {
  readonly name = 'retention';
  #doneDay: number | null = null;
  #afterDropId = '';
  #deleted = { readings: 0, points: 0, signalDays: 0 };

  constructor(private readonly deps: RetentionJobDeps) {}

  isDue(nowMs: number): boolean {
    return dayOf(nowMs) !== this.#doneDay;
  }

  async run(nowMs: number): Promise<boolean> {
    const { db, logger, rowsMax } = this.deps;
    const options = { nowMs, afterDropId: this.#afterDropId, ...(rowsMax !== undefined && { rowsMax }) };
    const { readings, points, signalDays, nextAfter } = await applyRetention(db, options);
    const before = this.#deleted;
    this.#deleted = {
      readings: before.readings + readings,
      points: before.points + points,
      signalDays: before.signalDays + signalDays,
    };
    this.#afterDropId = nextAfter ?? '';
    if (nextAfter !== null) return true;
    if (Object.values(this.#deleted).some((rows) => rows > 0)) {
      logger.info(this.#deleted, 'deleted what is no longer kept');
    }
    this.#deleted = { readings: 0, points: 0, signalDays: 0 };
    this.#doneDay = dayOf(nowMs);
    return false;
  }
}
