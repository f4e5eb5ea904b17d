import type { Transaction } from '../database/database';
import { DatabaseRejectedError } from '../database/errors';
import { type NewReading, violationOf } from './reading';
import type { ReadingViolation, ReadingViolations } from './rejected-readings.error';

/** A reading, or the violation in a line that could not be parsed. */
type ReadLine = NewReading | ReadingViolation;
/** One by one or in groups: awaiting each line alone doubles the time of reading. */
type Read = ReadLine | readonly ReadLine[];
export type NewReadings = Iterable<Read> | AsyncIterable<Read>;

export interface StageOptions {
  /** Latest instant of observation, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Called now and then with the number of readings so far. */
  readonly onProgress?: (read: number) => void;
}

/** The input may be slow; nothing is locked until it ends. */
const COPY_TIMEOUT_MS = 24 * 3_600_000;
/** Characters per chunk of the COPY stream: yielding each row would cost more than the row. */
const CHUNK_LENGTH = 32_768;
const PROGRESS_EVERY = 10_000;
/** SQLSTATE of a duplicate key. */
const UNIQUE_VIOLATION = '23505';
/** Order and number of violations that a query returns. */
const FIRST = 'ORDER BY line LIMIT 100';

type ViolationRow = ReadingViolation & { readonly total: number };

/** Readings of one import in `staged_readings`, a temporary table of the transaction, where they are validated as a whole. */
export class StagedReadings {
  constructor(
    private readonly sql: Transaction,
    private readonly violations: ReadingViolations,
  ) {}

  /**
   * Creates the table and copies the readings into it. Those that are invalid by themselves become violations.
   *
   * @returns number of readings in the input, the invalid ones included.
   */
  async load(readings: NewReadings, options: StageOptions): Promise<number> {
    await this.sql.query(
      `CREATE TEMPORARY TABLE staged_readings (line integer NOT NULL, drop_id text NOT NULL, signal text NOT NULL,
         observed_at timestamptz(3) NOT NULL, value double precision NOT NULL, source text NOT NULL) ON COMMIT DROP`,
    );
    const count = { read: 0 };
    const rows = rowsOf(readings, this.violations, options, count);
    await this.sql.copy('COPY staged_readings FROM STDIN', rows, COPY_TIMEOUT_MS);
    await this.sql.query('ANALYZE staged_readings');
    return count.read;
  }

  /** Locks the drops of the readings until the end of the transaction. @returns their number. */
  async lockDrops(): Promise<number> {
    const drops = await this.sql.query(
      'SELECT id FROM drops WHERE id IN (SELECT drop_id FROM staged_readings) ORDER BY id FOR NO KEY UPDATE',
    );
    return drops.length;
  }

  /** Rejects readings of unknown and archived drops. */
  rejectUnknownDrops(): Promise<void> {
    return this.#reject(
      `SELECT line, 'drop "' || drop_id || '" is ' || CASE WHEN d.id IS NULL THEN 'not known' ELSE 'archived' END AS message
       FROM staged_readings LEFT JOIN drops AS d ON d.id = drop_id WHERE d.id IS NULL OR d.archived_at IS NOT NULL`,
    );
  }

  /** Rejects readings of one signal at one instant: which of them is right is unknown. */
  rejectDuplicates(): Promise<void> {
    return this.#reject(
      `SELECT line, ${sameAs('first')} AS message
       FROM staged_readings JOIN (
         SELECT drop_id, signal, observed_at, min(line) AS first FROM staged_readings
         GROUP BY drop_id, signal, observed_at HAVING count(*) > 1
       ) AS doubled USING (drop_id, signal, observed_at)
       WHERE line > first`,
    );
  }

  /**
   * Removes readings that are stored already. Those stored with another value are rejected: points were computed from it,
   * and the past is not rewritten. So are duplicates among them, which {@link rejectDuplicates} no longer finds.
   */
  removeStored(): Promise<void> {
    return this.#addViolations(
      `WITH known AS (
         DELETE FROM staged_readings AS staged USING readings AS stored
         WHERE stored.drop_id = staged.drop_id AND stored.signal = staged.signal
           AND stored.observed_at = staged.observed_at
         RETURNING staged.*, stored.value AS stored
       ), invalid AS (
         SELECT line, 'stored already as ' || stored || ', and the past is not rewritten' AS message
         FROM known WHERE value <> stored
         UNION ALL
         SELECT line, ${sameAs('first')}
         FROM (SELECT line, min(line) OVER (PARTITION BY drop_id, signal, observed_at) AS first FROM known) AS numbered
         WHERE line > first
       )
       SELECT line, message, count(*) OVER ()::integer AS total FROM invalid ${FIRST}`,
    );
  }

  /**
   * Stores the staged readings in the order of the key, so that its index is written sequentially.
   *
   * @returns null; or the error of the unique index with nothing stored, since there are duplicates among the readings. The
   *   index finds them at no cost, while a query beforehand costs as much as sorting all rows.
   */
  async store(): Promise<DatabaseRejectedError | null> {
    await this.sql.query('SAVEPOINT before_readings');
    try {
      // Neither ON CONFLICT nor RETURNING: with a million rows each doubles the time.
      await this.sql.query(
        `INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
         SELECT drop_id, signal, observed_at, value, source, (SELECT record_instant())
         FROM staged_readings ORDER BY drop_id, signal, observed_at`,
      );
      return null;
    } catch (error) {
      if (!(error instanceof DatabaseRejectedError && error.code === UNIQUE_VIOLATION)) throw error;
      await this.sql.query('ROLLBACK TO SAVEPOINT before_readings');
      return error;
    }
  }

  /**
   * Stores the last value of each day of the stored readings, and enqueues their drops for a recompute from the first full
   * hour that a new reading counts for.
   *
   * @returns number of stored readings.
   */
  async enqueueRecompute(nowMs: number): Promise<number> {
    await this.sql.query(STORE_DAYS);
    const gained = await this.sql.query<{ added: number }>(ENQUEUE_RECOMPUTE, [nowMs]);
    return gained[0]?.added ?? 0;
  }

  #reject(select: string): Promise<void> {
    return this.#addViolations(
      `SELECT line, message, count(*) OVER ()::integer AS total FROM (${select}) AS invalid ${FIRST}`,
    );
  }

  async #addViolations(select: string): Promise<void> {
    const rows = await this.sql.query<ViolationRow>(select);
    this.violations.add(rows, rows[0]?.total ?? 0);
  }
}

const sameAs = (line: string) => `'the same drop, signal and instant as line ' || ${line}`;

async function* rowsOf(
  readings: NewReadings,
  violations: ReadingViolations,
  { nowMs, onProgress }: StageOptions,
  count: { read: number },
): AsyncGenerator<string> {
  let chunk = '';
  for await (const each of readings) {
    for (const reading of isGroup(each) ? each : [each]) {
      count.read += 1;
      if (count.read % PROGRESS_EVERY === 0) onProgress?.(count.read);
      const row = copyLine(reading, count.read, nowMs);
      if (typeof row !== 'string') violations.add([row]);
      else chunk += row;
    }
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
  onProgress?.(count.read);
}

const isGroup = (read: Read): read is readonly ReadLine[] => Array.isArray(read);

/** A row in COPY's text format, or the violation of an invalid reading. */
function copyLine(reading: ReadLine, number: number, nowMs: number): string | ReadingViolation {
  if ('message' in reading) return reading;
  const { line = number, dropId, signal, observedAtMs, value, source } = reading;
  const message = violationOf(reading, nowMs);
  if (message !== null) return { line, message };
  // In a valid reading only the source can contain characters with a meaning in COPY.
  const escaped = source.includes('\\') ? source.replaceAll('\\', '\\\\') : source;
  return `${line}\t${dropId}\t${signal}\t${new Date(observedAtMs).toISOString()}\t${value}\t${escaped}\n`;
}

const STORE_DAYS = `
  INSERT INTO signal_days AS days (drop_id, signal, day, value, observed_at)
  SELECT drop_id, signal, day, value, observed_at
  FROM (
    SELECT drop_id, signal, (observed_at AT TIME ZONE 'UTC')::date AS day, max(observed_at) AS observed_at
    FROM staged_readings GROUP BY 1, 2, 3
  ) AS last JOIN staged_readings USING (drop_id, signal, observed_at)
  ORDER BY drop_id, signal, day
  ON CONFLICT (drop_id, signal, day) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at
  WHERE days.observed_at < excluded.observed_at`;

const ENQUEUE_RECOMPUTE = `
  WITH gained AS (
    SELECT drop_id, count(*) AS added, min(observed_at) AS first FROM staged_readings GROUP BY drop_id
  ), enqueued AS (
    INSERT INTO drop_dues AS due (drop_id, due_at, moved_until, pointed_until)
    SELECT drop_id, to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000),
           date_trunc('hour', first - interval '1 millisecond', 'UTC')
    FROM gained ORDER BY drop_id
    ON CONFLICT (drop_id) DO UPDATE
    SET due_at = least(due.due_at, excluded.due_at), pointed_until = least(due.pointed_until, excluded.pointed_until)
  )
  SELECT coalesce(sum(added), 0)::integer AS added FROM gained`;
