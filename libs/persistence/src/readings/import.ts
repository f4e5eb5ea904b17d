import type { Database, Transaction } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { ReadingViolations } from './rejected-readings.error';
import { type NewReadings, StagedReadings, type StageOptions } from './staged-readings';

interface ImportReadingsOptions extends StageOptions {
  /** Runs the whole import and rolls it back; false when not given. */
  readonly dryRun?: boolean;
}

/** Result of an import. */
export interface ReadingsReport {
  readonly read: number;
  /** New readings. */
  readonly added: number;
  /** Readings that were stored already, with the same value. */
  readonly known: number;
  /** Distinct drops of the input. */
  readonly drops: number;
}

/** Of a statement over all readings. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** Sorts a million readings in memory; with the default of 4 MB the sort spills to disk. */
const WORK_MEMORY = '128MB';

/**
 * Imports readings, all or none: streams them by COPY in constant memory, validates them as a whole and stores them in one
 * transaction. Idempotent. Drops that gained readings are enqueued for a recompute from the first of these.
 *
 * @throws {ReadingsRejectedError} with lines: unknown or archived drops, unknown signals, invalid values and instants,
 *   duplicates, and readings that contradict stored ones.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError} and the errors of `readings`.
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
  const violations = new ReadingViolations();
  const staged = new StagedReadings(sql, violations);
  const read = await staged.load(readings, options);
  await sql.allow(STATEMENT_TIMEOUT_MS);
  await sql.query(`SET LOCAL work_mem = '${WORK_MEMORY}'`);
  // Before anything is derived or dated: a recompute run then sees these readings, or finds the drop in its queue.
  const drops = await staged.lockDrops();
  await staged.rejectUnknownDrops();
  await staged.removeStored();
  const duplicate = violations.isEmpty ? await staged.store() : null;
  if (!violations.isEmpty || duplicate !== null) await staged.rejectDuplicates();
  violations.throwIfAny();
  // A concurrent transaction stored one of the readings without a lock on its drop.
  if (duplicate !== null) throw duplicate;
  const added = await staged.enqueueRecompute(options.nowMs);
  return { read, added, known: read - added, drops };
}
