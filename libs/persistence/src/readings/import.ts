import type { Database, Transaction } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { refuseDuplicates, refuseUnknownDrops, takeOutKnown } from './refuse';
import { ReadingFaults } from './refused.error';
import { type NewReadings, type StageOptions, stageReadings } from './stage';
import { noteStored, storeStaged } from './write';

export interface ImportReadingsOptions extends StageOptions {
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

/** Of a statement over all readings. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** Sorts a million readings; the usual 4 MB would have it done on disk. */
const WORK_MEMORY = '128MB';

/**
 * Stores readings, all of them or none: streamed by COPY in constant memory, checked as a
 * whole, and then taken in one transaction. The same again adds nothing. Drops that gained
 * something are due, from the first of their new readings on.
 *
 * @throws {ReadingsRefusedError} naming lines: unknown or archived drops, unknown signals, values and instants
 *   that cannot be, readings given twice, and readings that say something else than what is stored.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError} and what `readings` throws.
 */
export function importReadings(
  db: Database,
  readings: NewReadings,
  options: ImportReadingsOptions,
): Promise<ReadingsReport> {
  return transactionOrDryRun(db, options.dryRun === true, (sql) => importIn(sql, readings, options));
}

async function importIn(
  sql: Transaction,
  readings: NewReadings,
  options: ImportReadingsOptions,
): Promise<ReadingsReport> {
  const faults = new ReadingFaults();
  const read = await stageReadings(sql, readings, faults, options);
  await sql.allow(STATEMENT_TIMEOUT_MS);
  await sql.query(`SET LOCAL work_mem = '${WORK_MEMORY}'`);
  // Before anything is derived or stamped: a pass then sees these readings, or is told of them.
  const drops = await sql.query(
    'SELECT id FROM drops WHERE id IN (SELECT drop_id FROM staged_readings) ORDER BY id FOR NO KEY UPDATE',
  );
  await refuseUnknownDrops(sql, faults);
  await takeOutKnown(sql, faults);
  const violation = faults.isEmpty ? await storeStaged(sql) : null;
  if (!faults.isEmpty || violation !== null) await refuseDuplicates(sql, faults);
  faults.throwIfAny();
  // Somebody wrote readings without having their drop.
  if (violation !== null) throw violation;
  const added = await noteStored(sql, options.nowMs);
  return { read, added, known: read - added, drops: drops.length };
}
