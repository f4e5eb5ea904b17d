import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceId } from '@droptrack/connectors';
import { runRecompute, type Database, openDatabase } from '@droptrack/persistence';
import { BenchError } from '../process/bench-error';
import type { Postgres } from '../data/postgres';
import { ReadDrops } from '../pass/read-drops';
import { statedSources } from './subjects';

/** A poll that was made: when it was due, and when what it came to was stored; milliseconds since the epoch. */
export interface MadePoll {
  readonly source: SourceId;
  readonly dueMs: number;
  readonly storedMs: number;
}

const DATABASE = 'polled_drops';
/** A machine that is busy with other things may take long; who never does it is given up. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 100;
/** More than any round can ask: what sources allow must not be what is measured. */
const REQUESTS_PER_MINUTE = 1_000_000;

/** What falls due in a round, what polls remember at its beginning, and the yardstick's readings. */
const TABLES = `
CREATE TABLE bench_due (drop_id text, source text, due_at timestamptz, PRIMARY KEY (drop_id, source));
CREATE TABLE bench_memories (source text, query jsonb, memory json);
CREATE TABLE bare_readings (LIKE readings INCLUDING CONSTRAINTS INCLUDING INDEXES);`;

const FALL_DUE = `
UPDATE polls AS p SET due_at = due.due_at, answered_at = NULL, failures = 0, failed_at = NULL, failure = NULL,
  failure_kind = NULL,
  memory = (SELECT m.memory FROM bench_memories AS m WHERE m.source = p.source AND m.query = p.query)
FROM bench_due AS due WHERE p.drop_id = due.drop_id AND p.source = due.source`;

/** Where a drop is asked about in the interval of a source, from 0 to 1: the worker's own rule, so as uneven as it is. */
const PLACE = `(('x' || left(encode(sha256(convert_to(source || '/' || drop_id, 'UTF8')), 'hex'), 8))::bit(32)::bigint
  / 4294967296.0)::float8`;

/** A catalogue whose drops name all nine sources, and when they are asked. */
export class PolledDrops {
  private constructor(
    readonly databaseUrl: string,
    private readonly db: Database,
    /** By source; those of the connectors, so much shorter that all drops together make the rate. */
    private readonly intervalsMs: Readonly<Record<string, number>>,
  ) {}

  /** @param feedsUrl - where the feeds are that drops name. */
  static async create(
    postgres: Postgres,
    {
      drops,
      feedsUrl,
      intervalsMs,
    }: { drops: number; feedsUrl: string; intervalsMs: Readonly<Record<string, number>> },
  ): Promise<PolledDrops> {
    const read = await ReadDrops.create(postgres, drops, DATABASE, (n) => statedSources(n, feedsUrl));
    await read.close();
    const { databaseUrl } = read;
    const db = openDatabase(databaseUrl, { poolSize: 1, applicationName: 'bench', statementTimeoutMs: 300_000 });
    await db.query(TABLES);
    const nowMs = Date.now();
    while ((await runRecompute(db, { nowMs })).drops > 0);
    return new PolledDrops(databaseUrl, db, intervalsMs);
  }

  /** Nothing is due for hours: no poll, and no point of a full hour in the middle of what is measured. */
  async calm(): Promise<void> {
    await this.db.query(
      `UPDATE polls SET due_at = now() + interval '1 day' WHERE due_at < now() + interval '12 hours'`,
    );
    await this.db.query(
      `UPDATE drop_dues SET due_at = now() + interval '6 hours' WHERE due_at < now() + interval '3 hours'`,
    );
  }

  /** Lifts what sources allow, once a worker that began at an instant has stated it. @throws {BenchError} */
  async lift(startedMs: number): Promise<void> {
    const sources = Object.keys(this.intervalsMs);
    await this.#until('The worker has stated no sources', async () => {
      const rows = await this.db.query(
        `UPDATE sources SET requests_per_minute = $2, request_burst = $2, budget = $2
         WHERE seen_at >= to_timestamp($1::float8 / 1000) AND off_reason IS NULL
           AND $3 = (SELECT count(*) FROM sources WHERE seen_at >= to_timestamp($1::float8 / 1000))
         RETURNING id`,
        [startedMs, REQUESTS_PER_MINUTE, sources.length],
      );
      return rows.length === sources.length;
    });
  }

  /**
   * Has every question polled once, whoever asks it, so that later polls have something to remember.
   *
   * @throws {BenchError}
   */
  async learn(): Promise<void> {
    await this.db.query('TRUNCATE bench_due, bench_memories');
    await this.db.query(
      `INSERT INTO bench_due SELECT DISTINCT ON (source, query) drop_id, source, now() FROM polls ORDER BY source, query`,
    );
    await this.db.query(FALL_DUE);
    await this.made(null);
    await this.db.query(
      `INSERT INTO bench_memories SELECT source, query, memory FROM polls JOIN bench_due USING (drop_id, source)`,
    );
  }

  /** Has polls fall due for a while from an instant on, always the same ones, and as if they had been made before. */
  async fallDue(beginMs: number, lengthMs: number): Promise<void> {
    await this.db.query('TRUNCATE bench_due');
    await this.db.query(
      `INSERT INTO bench_due
       SELECT drop_id, source, to_timestamp(($2::float8 + place.ms) / 1000)
       FROM polls CROSS JOIN LATERAL (SELECT ${PLACE} * ($1::jsonb ->> source)::float8 AS ms) AS place
       WHERE place.ms < $3`,
      [JSON.stringify(this.intervalsMs), beginMs, lengthMs],
    );
    await this.db.query(FALL_DUE);
  }

  /**
   * The polls that were told to fall due, once all are made.
   *
   * @param but - a source that is left out; null: none is.
   * @throws {BenchError} when one has failed, or when not all are made two minutes from now.
   */
  async made(but: SourceId | null): Promise<MadePoll[]> {
    let made: MadePoll[] = [];
    await this.#until('Polls are still not made', async () => {
      const rows = await this.db.query<MadePoll & { failure: string | null }>(
        `SELECT p.source, p.failure, (extract(epoch FROM due.due_at) * 1000)::float8 AS "dueMs",
                (extract(epoch FROM p.answered_at) * 1000)::float8 AS "storedMs"
         FROM bench_due AS due JOIN polls AS p ON p.drop_id = due.drop_id AND p.source = due.source
         WHERE p.source IS DISTINCT FROM $1`,
        [but],
      );
      const failed = rows.find(({ failure }) => failure !== null);
      if (failed !== undefined) throw new BenchError(`A poll of ${failed.source} failed: ${failed.failure}`);
      made = rows.filter(({ storedMs }) => storedMs !== null);
      return made.length === rows.length;
    });
    return made;
  }

  close(): Promise<void> {
    return this.db.close();
  }

  async #until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const endMs = performance.now() + PATIENCE_MS; !(await isSo()); await sleep(LOOK_MS)) {
      if (performance.now() > endMs) throw new BenchError(otherwise);
    }
  }
}
