import type { Database, Transaction } from '../database/database';
import { faultOf, type NewReading } from './reading';
import { type ReadingFault, ReadingFaults } from './refused.error';
import { refuseDuplicates, refuseUnknownDrops, takeOutKnown } from './refuse';

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

/** What is read: readings, and what is wrong in the place of one that could not be read. */
export type NewReadings = Iterable<NewReading | ReadingFault> | AsyncIterable<NewReading | ReadingFault>;

/** A source may be slow; nothing is locked until it ends. */
const COPY_TIMEOUT_MS = 24 * 3_600_000;
/** Of a statement over all readings. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** Sorts a million readings; the usual 4 MB would have it done on disk. */
const WORK_MEMORY = '128MB';
/** Characters that are handed on at once: by the row it would cost more than the row. */
const PIECE_LENGTH = 32_768;

const PROGRESS_EVERY = 10_000;

/**
 * Stores readings, all of them or none: streamed by COPY in constant memory, checked as a
 * whole, and then taken in one transaction. The same again adds nothing. Drops that gained
 * something are due, from the first of their new readings on.
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
  const count = { read: 0 };
  await sql.copy('COPY staged_readings FROM STDIN', rowsOf(readings, faults, options, count), COPY_TIMEOUT_MS);
  const { read } = count;
  await sql.allow(STATEMENT_TIMEOUT_MS);
  await sql.query(`SET LOCAL work_mem = '${WORK_MEMORY}'`);
  await sql.query('ANALYZE staged_readings');
  // Before anything is derived or stamped: a pass then sees these readings, or is told of them.
  const drops = await sql.query(
    'SELECT id FROM drops WHERE id IN (SELECT drop_id FROM staged_readings) ORDER BY id FOR NO KEY UPDATE',
  );
  await refuseUnknownDrops(sql, faults);
  await refuseDuplicates(sql, faults);
  await takeOutKnown(sql, faults);
  faults.throwIfAny();
  const added = await store(sql, options.nowMs);
  return { read, added, known: read - added, drops: drops.length };
}

async function* rowsOf(
  readings: NewReadings,
  faults: ReadingFaults,
  { nowMs, onProgress }: ImportReadingsOptions,
  count: { read: number },
): AsyncGenerator<string> {
  let piece = '';
  for await (const reading of readings) {
    count.read += 1;
    if (count.read % PROGRESS_EVERY === 0) onProgress?.(count.read);
    const row = rowOf(reading, count.read, nowMs);
    if (typeof row !== 'string') faults.add([row]);
    else piece += row;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
  onProgress?.(count.read);
}

/** A row for the database, or why there is none. */
function rowOf(reading: NewReading | ReadingFault, number: number, nowMs: number): string | ReadingFault {
  if ('message' in reading) return reading;
  const { line = number, dropId, signal, observedAtMs, value, source } = reading;
  const message = faultOf(reading, nowMs);
  if (message !== null) return { line, message };
  // Of a sound reading only the source may hold what COPY would take for something else.
  const escaped = source.includes('\\') ? source.replaceAll('\\', '\\\\') : source;
  return `${line}\t${dropId}\t${signal}\t${new Date(observedAtMs).toISOString()}\t${value}\t${escaped}\n`;
}

/**
 * Stores the staged readings in the order of the key, so that its index is written from one
 * end to the other; and has their drops looked at, from the first hour on that something new
 * was known by.
 *
 * @returns how many were stored.
 */
async function store(sql: Transaction, nowMs: number): Promise<number> {
  // Neither ON CONFLICT nor RETURNING, of a million rows each costs as much as writing them again.
  await sql.query(
    `INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
     SELECT drop_id, signal, observed_at, value, source, (SELECT record_instant())
     FROM staged_readings ORDER BY drop_id, signal, observed_at`,
  );
  await sql.query(
    `INSERT INTO signal_days AS days (drop_id, signal, day, value, observed_at)
     SELECT drop_id, signal, day, value, observed_at
     FROM (
       SELECT drop_id, signal, (observed_at AT TIME ZONE 'UTC')::date AS day, max(observed_at) AS observed_at
       FROM staged_readings GROUP BY 1, 2, 3
     ) AS last JOIN staged_readings USING (drop_id, signal, observed_at)
     ORDER BY drop_id, signal, day
     ON CONFLICT (drop_id, signal, day) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at
     WHERE days.observed_at < excluded.observed_at`,
  );
  const gained = await sql.query<{ added: number }>(
    `WITH gained AS (
       SELECT drop_id, count(*) AS added, min(observed_at) AS first FROM staged_readings GROUP BY drop_id
     ), dues AS (
       INSERT INTO drop_dues AS due (drop_id, due_at, moved_until, pointed_until)
       SELECT drop_id, to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000),
              date_trunc('hour', first - interval '1 millisecond', 'UTC')
       FROM gained ORDER BY drop_id
       ON CONFLICT (drop_id) DO UPDATE
       SET due_at = least(due.due_at, excluded.due_at), pointed_until = least(due.pointed_until, excluded.pointed_until)
     )
     SELECT coalesce(sum(added), 0)::integer AS added FROM gained`,
    [nowMs],
  );
  return gained[0]?.added ?? 0;
}
