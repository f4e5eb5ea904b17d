import { setTimeout as sleep } from 'node:timers/promises';
import type { PolledSource } from '../../../libs/connectors/bench/subjects';
import { type Database, runRecompute } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { DropsWithReadings } from '../data/drops-with-readings';
import { openBenchDatabase } from '../data/postgres';
import { BenchError } from '../../processes/bench-error';
import { sourcesOfDrop } from '../../../libs/connectors/bench/subjects';

/** A completed poll; milliseconds since the epoch. */
export interface CompletedPoll {
  readonly source: PolledSource;
  readonly dueMs: number;
  readonly storedMs: number;
}

/** Milliseconds by source. */
export type Intervals = Readonly<Record<string, number>>;

const DATABASE = 'polled_drops';
/** Generous: another program may occupy the machine. */
const COMPLETED_MS_MAX = 120_000;
const READ_EVERY_MS = 100;
/** More than any round can use: the limits of sources must not be what is measured. */
const REQUESTS_PER_MINUTE = 1_000_000;

/** Polls that fall due in a round, their memory at its start, and the readings of the yardstick. */
const TABLES = `
CREATE TABLE bench_due (drop_id text, source text, due_at timestamptz, PRIMARY KEY (drop_id, source));
CREATE TABLE bench_memories (source text, query jsonb, memory json);
CREATE TABLE bare_readings (LIKE readings INCLUDING CONSTRAINTS INCLUDING INDEXES);`;

const MAKE_DUE = `
UPDATE tasks AS p SET due_at = due.due_at, answered_at = NULL, failures = 0, failed_at = NULL, failure = NULL,
  failure_kind = NULL,
  memory = (SELECT m.memory FROM bench_memories AS m WHERE m.source = p.source AND m.query = p.query)
FROM bench_due AS due WHERE p.subject = due.drop_id AND p.source = due.source`;

const COMPLETED = `
SELECT p.source, p.failure, (extract(epoch FROM due.due_at) * 1000)::float8 AS "dueMs",
       (extract(epoch FROM p.answered_at) * 1000)::float8 AS "storedMs"
FROM bench_due AS due JOIN tasks AS p ON p.subject = due.drop_id AND p.source = due.source
WHERE p.source IS DISTINCT FROM $1`;

/** Place of a drop in the interval of a source, from 0 to 1, by the worker's own rule. */
const PLACE = `(('x' || left(encode(sha256(convert_to(source || '/' || subject, 'UTF8')), 'hex'), 8))::bit(32)::bigint
  / 4294967296.0)::float8`;

/** A catalogue whose drops name all nine sources, and the schedule of its polls. */
export class PolledDrops {
  private constructor(
    readonly databaseUrl: string,
    private readonly db: Database,
    private readonly intervalsMs: Intervals,
  ) {}

  /** @param feedsUrl - of the feeds that drops name. @param intervalsMs - of each source. */
  static async create(
    context: BenchContext,
    drops: number,
    feedsUrl: string,
    intervalsMs: Intervals,
  ): Promise<PolledDrops> {
    const read = await DropsWithReadings.create(context, drops, DATABASE, (n) => sourcesOfDrop(n, feedsUrl));
    await read.close();
    const db = openBenchDatabase(read.databaseUrl);
    await db.query(TABLES);
    const nowMs = Date.now();
    while ((await runRecompute(db, { nowMs })).drops > 0);
    return new PolledDrops(read.databaseUrl, db, intervalsMs);
  }

  /**
   * Postpones all polls, and the points of full hours, beyond the round. A worker that starts makes polls due that wait longer
   * than 1.5 intervals, an hour and a half for the most frequent: it takes them for those of a wrong clock.
   */
  async postpone(): Promise<void> {
    await this.db.query(
      `UPDATE tasks SET due_at = now() + interval '1 hour' WHERE due_at < now() + interval '50 minutes'`,
    );
    await this.db.query(
      `UPDATE drop_dues SET due_at = now() + interval '6 hours' WHERE due_at < now() + interval '3 hours'`,
    );
  }

  /** Raises the limits of sources, once a worker that started at an instant has stored them. @throws {BenchError} */
  async liftLimits(startedMs: number): Promise<void> {
    const sources = Object.keys(this.intervalsMs);
    await this.#until(
      () => 'The worker has stored no sources',
      async () => {
        const rows = await this.db.query(
          `UPDATE task_sources SET requests_per_minute = $2, request_burst = $2, budget = $2
         WHERE seen_at >= to_timestamp($1::float8 / 1000) AND off_reason IS NULL AND id = ANY($3)
         RETURNING id`,
          [startedMs, REQUESTS_PER_MINUTE, sources],
        );
        return rows.length === sources.length;
      },
    );
  }

  /** Polls every question once and keeps the memory of each, so that later polls have one. @throws {BenchError} */
  async pollOnce(): Promise<void> {
    await this.db.query('TRUNCATE bench_due, bench_memories');
    await this.db.query(
      `INSERT INTO bench_due SELECT DISTINCT ON (source, query) subject, source, now() FROM tasks WHERE kind = 'poll'
       ORDER BY source, query`,
    );
    await this.db.query(MAKE_DUE);
    await this.completed(null);
    await this.db.query(
      `INSERT INTO bench_memories SELECT p.source, query, memory
       FROM tasks AS p JOIN bench_due AS due ON p.subject = due.drop_id AND p.source = due.source`,
    );
  }

  /** Makes polls due from an instant on, always the same ones and with the memory of an earlier poll. */
  async makeDue(beginMs: number, lengthMs: number): Promise<void> {
    await this.db.query('TRUNCATE bench_due');
    await this.db.query(
      `INSERT INTO bench_due
       SELECT subject, source, to_timestamp(($2::float8 + place.ms) / 1000)
       FROM tasks CROSS JOIN LATERAL (SELECT ${PLACE} * ($1::jsonb ->> source)::float8 AS ms) AS place
       WHERE kind = 'poll' AND place.ms < $3`,
      [JSON.stringify(this.intervalsMs), beginMs, lengthMs],
    );
    await this.db.query(MAKE_DUE);
  }

  /**
   * The polls that were made due, once all are completed.
   *
   * @param except - a source that is left out.
   * @throws {BenchError} when one has failed, or when none is completed for two minutes.
   */
  async completed(except: PolledSource | null): Promise<CompletedPoll[]> {
    let completed: CompletedPoll[] = [];
    let rest = new Map<string, number>();
    await this.#until(
      () => `Polls are still due: ${[...rest].map(([source, count]) => `${count} of ${source}`).join(', ')}`,
      async () => {
        const rows = await this.db.query<CompletedPoll & { failure: string | null }>(COMPLETED, [except]);
        const failed = rows.find(({ failure }) => failure !== null);
        if (failed !== undefined) throw new BenchError(`A poll of ${failed.source} failed: ${failed.failure}`);
        completed = rows.filter(({ storedMs }) => storedMs !== null);
        rest = new Map();
        for (const { source, storedMs } of rows) {
          if (storedMs === null) rest.set(source, (rest.get(source) ?? 0) + 1);
        }
        return rest.size === 0;
      },
    );
    return completed;
  }

  close(): Promise<void> {
    return this.db.close();
  }

  async #until(failure: () => string, isReached: () => Promise<boolean>): Promise<void> {
    for (const endMs = performance.now() + COMPLETED_MS_MAX; !(await isReached()); await sleep(READ_EVERY_MS)) {
      if (performance.now() > endMs) throw new BenchError(failure());
    }
  }
}
