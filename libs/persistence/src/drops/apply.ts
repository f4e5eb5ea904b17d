import type { DropDefinition } from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { appendRevisions } from '../log/append';
import { TaskRepository } from '../tasks/task.repository';
import { RecomputeQueue } from '../recompute/recompute-queue';
import { DropRepository } from './drop.repository';
import { type CataloguePlan, type DropChange, planApply } from './plan';

export interface ApplyOptions {
  /** Name of the set of files. A set never changes drops of another set. */
  readonly origin: string;
  readonly definitions: readonly DropDefinition[];
  /** Archives drops of the origin that are not among the definitions; false when not given. */
  readonly prune?: boolean;
  /** Runs the whole apply and rolls it back, so that every rejection occurs; false when not given. */
  readonly dryRun?: boolean;
  /** Instant for which bodies are derived, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Result of an apply, or of its dry run. */
export interface ApplyReport {
  readonly created: number;
  /** Changed or restored. */
  readonly updated: number;
  readonly unchanged: number;
  readonly archived: number;
  /** Rows appended to the log. */
  readonly revisions: number;
  readonly changes: readonly DropChange[];
}

/** Advisory lock: one apply at a time, since each is compared with the state after the one before. */
const APPLY_LOCK = 7_310_002;

/**
 * Makes the stored catalogue equal to `definitions` in one transaction: writes the inputs, and appends a revision for each
 * visible change. Idempotent.
 *
 * @throws {ForeignDropError} when a definition has the id of a drop of another origin.
 * @throws {ReservedDropIdError} when a definition has the id of a sample drop and another origin, or the other way round.
 * @throws {DuplicateDefinitionError} when two definitions have one id, or two events of a drop one key.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function applyDefinitions(db: Database, options: ApplyOptions): Promise<ApplyReport> {
  return transactionOrDryRun(db, options.dryRun === true, (sql) => applyIn(sql, options));
}

/** Part of a transaction that does the same as {@link applyDefinitions}; `dryRun` has no effect. */
export async function applyIn(sql: Sql, options: Omit<ApplyOptions, 'dryRun'>): Promise<ApplyReport> {
  const { origin, definitions, prune = false, nowMs } = options;
  assertDistinct(definitions);
  await sql.query('SELECT pg_advisory_xact_lock($1)', [APPLY_LOCK]);
  const ids = definitions.map(({ id }) => id);
  const stored = await new DropRepository(sql).lockCatalogue(origin, ids);
  const plan = planApply(stored, origin, definitions, prune, nowMs);
  await write(sql, origin, plan, nowMs);
  return reportOf(plan);
}

async function write(sql: Sql, origin: string, plan: CataloguePlan, nowMs: number): Promise<void> {
  const [drops, queue, tasks] = [new DropRepository(sql), new RecomputeQueue(sql), new TaskRepository(sql)];
  await drops.save(origin, plan.drops);
  await drops.saveEvents(plan.events);
  await drops.archive(plan.archived);
  await queue.suspend(plan.archived);
  await queue.enqueueMoved([...plan.drops.map(({ id }) => id), ...plan.moved], nowMs);
  const added = plan.changes.filter(({ kind }) => kind === 'created' || kind === 'restored');
  await queue.add(
    added.map(({ id }) => id),
    nowMs,
  );
  await tasks.syncPolls(plan.drops, nowMs);
  await tasks.deletePolls(plan.archived);
  await appendRevisions(sql, plan.revisions);
}

function reportOf({ changes, unchanged, revisions }: CataloguePlan): ApplyReport {
  const count = (...kinds: DropChange['kind'][]) => changes.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    created: count('created'),
    updated: count('updated', 'restored'),
    unchanged,
    archived: count('archived'),
    revisions: revisions.length,
    changes,
  };
}

/** Two definitions of one drop, or two events of one key within a drop. */
export class DuplicateDefinitionError extends Error {
  override readonly name = 'DuplicateDefinitionError';
  constructor(
    readonly dropId: string,
    /** Null when the drop itself is defined twice. */
    readonly eventKey: string | null,
  ) {
    super(
      eventKey === null ? `The drop "${dropId}" is defined twice` : `The drop "${dropId}" has two events "${eventKey}"`,
    );
  }
}

function assertDistinct(definitions: readonly DropDefinition[]): void {
  const duplicate = firstDuplicate(definitions.map(({ id }) => id));
  if (duplicate !== null) throw new DuplicateDefinitionError(duplicate, null);
  for (const { id, events } of definitions) {
    const key = firstDuplicate(events.map((event) => event.key));
    if (key !== null) throw new DuplicateDefinitionError(id, key);
  }
}

function firstDuplicate(names: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}
