import { copyLine } from '../database/copy';
import type { Database, Transaction } from '../database/database';
import { faultOf, type NewReading } from './reading';
import { ReadingFaults } from './refused.error';
import { refuseDuplicates, refuseRewrites, refuseUnknownDrops } from './refuse';

export interface ImportReadingsOptions {
  /** Nothing is observed after it; milliseconds since the epoch. */
  readonly nowMs: number;
  /** Is told now and then how many readings were read. */
  readonly onProgress?: (read: number) => void;
  /** Does it all and takes it back; false when not given. */
  readonly dryRun?: boolean;
}

/** What an import did. */
export interface ReadingsReport {
  readonly read: number;
  /** Stored now. */
  readonly added: number;
  /** Stored already, with the same value. */
  readonly known: number;
  /** Distinct drops of the input. */
  readonly drops: number;
}

export type NewReadings = Iterable<NewReading> | AsyncIterable<NewReading>;

const PROGRESS_EVERY = 10_000;

/**
 * Stores readings, all of them or none: streamed by COPY in constant memory, checked as a
 * whole, and then taken in one transaction. The same again adds nothing. Drops that gained
 * something are due, from the first of their new readings on.
 *
 * A large import takes longer than a statement usually may: open the database for it with a
 * `statementTimeoutMs` of its own.
 *
 * @throws {ReadingsRefusedError} naming lines: unknown or archived drops, unknown signals, values and instants
 *   that cannot be, readings given twice, and readings that say something else than what is stored.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError} and what `readings` throws.
 */
export async function importReadings(
  db: Database,
  readings: NewReadings,
  options: ImportReadingsOptions,
): Promise<ReadingsReport> {
  try {
    return await db.transaction(async (sql) => {
      const report = await importIn(sql, readings, options);
      if (options.dryRun === true) throw new DryRunEnd(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.report;
    throw error;
  }
}

/** Thrown to have the transaction rolled back. */
class DryRunEnd extends Error {
  constructor(readonly report: ReadingsReport) {
    super('End of a dry run');
  }
}

async function importIn(
  sql: Transaction,
  readings: NewReadings,
  options: ImportReadingsOptions,
): Promise<ReadingsReport> {
  const faults = new ReadingFaults();
  await sql.query(
    `CREATE TEMPORARY TABLE staged_readings (line integer NOT NULL, drop_id text NOT NULL, signal text NOT NULL,
       observed_at timestamptz(3) NOT NULL, value double precision NOT NULL, source text NOT NULL) ON COMMIT DROP`,
  );
  const read = await sql.copy('COPY staged_readings FROM STDIN', rowsOf(readings, faults, options));
  await sql.query('ANALYZE staged_readings');
  // Before anything is derived or stamped: a pass then sees these readings, or is told of them.
  await sql.query(`SELECT FROM drops WHERE id IN (SELECT drop_id FROM staged_readings) ORDER BY id FOR NO KEY UPDATE`);
  await refuseUnknownDrops(sql, faults);
  await refuseDuplicates(sql, faults);
  faults.throwIfAny();
  const added = await store(sql);
  if (added < read) await refuseRewrites(sql, faults);
  faults.throwIfAny();
  if (added > 0) await noteAdded(sql, options.nowMs);
  const [distinct] = await sql.query<{ drops: number }>(
    'SELECT count(DISTINCT drop_id)::integer AS drops FROM staged_readings',
  );
  return { read, added, known: read - added, drops: distinct?.drops ?? 0 };
}

async function* rowsOf(
  readings: NewReadings,
  faults: ReadingFaults,
  { nowMs, onProgress }: ImportReadingsOptions,
): AsyncGenerator<string> {
  let read = 0;
  for await (const reading of readings) {
    read += 1;
    const line = reading.line ?? read;
    const message = faultOf(reading, nowMs);
    if (message !== null) faults.add([{ line, message }]);
    else {
      const { dropId, signal, observedAtMs, value, source } = reading;
      yield copyLine([line, dropId, signal, new Date(observedAtMs).toISOString(), value, source]);
    }
    if (read % PROGRESS_EVERY === 0) onProgress?.(read);
  }
  onProgress?.(read);
}

/** In the order of the key, so that its index is written from one end to the other. */
async function store(sql: Transaction): Promise<number> {
  const [stored] = await sql.query<{ added: number }>(
    `WITH added AS (
       INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
       SELECT drop_id, signal, observed_at, value, source, (SELECT record_instant()) FROM staged_readings
       ORDER BY drop_id, signal, observed_at
       ON CONFLICT DO NOTHING RETURNING 1
     )
     SELECT count(*)::integer AS added FROM added`,
  );
  await sql.query(
    `INSERT INTO signal_days AS days (drop_id, signal, day, value, observed_at)
     SELECT DISTINCT ON (drop_id, signal, day) drop_id, signal, (observed_at AT TIME ZONE 'UTC')::date AS day, value, observed_at
     FROM staged_readings ORDER BY drop_id, signal, day, observed_at DESC
     ON CONFLICT (drop_id, signal, day) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at
     WHERE days.observed_at < excluded.observed_at`,
  );
  return stored?.added ?? 0;
}

/** Has drops looked at, from the first hour on that something new was known by. */
async function noteAdded(sql: Transaction, nowMs: number): Promise<void> {
  await sql.query(
    `UPDATE drop_dues AS due
     SET due_at = least(due.due_at, to_timestamp($1::float8 / 1000)),
         pointed_until = least(due.pointed_until, date_trunc('hour', first.observed_at - interval '1 millisecond', 'UTC'))
     FROM (SELECT drop_id, min(observed_at) AS observed_at FROM staged_readings GROUP BY drop_id) AS first
     WHERE due.drop_id = first.drop_id`,
    [nowMs],
  );
}
