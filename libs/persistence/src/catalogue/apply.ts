import type { DropDefinition } from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { appendRevisions } from '../log/append';
import { noteFollowed, startFollowing, stopFollowing } from '../dues/mark';
import { stopPolls, syncPolls } from '../polls/sync';
import { assertDistinct } from './duplicate';
import { type CataloguePlan, type DropChange, planApply } from './plan';
import { readStored, type StoredEvent } from './stored';

export interface ApplyOptions {
  /** Which set of files the definitions are: a set never touches another's drops. */
  readonly origin: string;
  readonly definitions: readonly DropDefinition[];
  /** Archives drops of the origin that are not among the definitions; false when not given. */
  readonly prune?: boolean;
  /** Does it all and takes it back, so that whatever would refuse it does; false when not given. */
  readonly dryRun?: boolean;
  /** The instant that is derived for, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** What an apply did, or would do. */
export interface ApplyReport {
  readonly created: number;
  /** Changed or restored. */
  readonly updated: number;
  readonly unchanged: number;
  readonly archived: number;
  /** Rows written to the log. */
  readonly revisions: number;
  readonly changes: readonly DropChange[];
}

/** One apply at a time: each compares with what the one before left. */
const APPLY_LOCK = 7_310_002;

/**
 * Makes the stored catalogue say what `definitions` say, in one transaction: inputs, and a
 * revision for whatever shows something else than before. Applying the same again writes none.
 *
 * @throws {ForeignDropError} when a definition names a drop of another origin.
 * @throws {DuplicateDefinitionError} when two definitions have one id, or two events of a drop one key.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function applyDefinitions(db: Database, options: ApplyOptions): Promise<ApplyReport> {
  return transactionOrDryRun(db, options.dryRun === true, (sql) => applyIn(sql, options));
}

async function applyIn(sql: Sql, { origin, definitions, prune = false, nowMs }: ApplyOptions): Promise<ApplyReport> {
  assertDistinct(definitions);
  await sql.query('SELECT pg_advisory_xact_lock($1)', [APPLY_LOCK]);
  const ids = definitions.map(({ id }) => id);
  const plan = planApply(await readStored(sql, origin, ids), origin, definitions, prune, nowMs);
  await write(sql, origin, plan, nowMs);
  return reportOf(plan);
}

async function write(sql: Sql, origin: string, plan: CataloguePlan, nowMs: number): Promise<void> {
  await writeDrops(sql, origin, plan.drops);
  await writeEvents(sql, plan.events);
  if (plan.archived.length > 0) {
    await sql.query(
      'UPDATE drops SET archived_at = clock_timestamp(), updated_at = clock_timestamp() WHERE id = ANY ($1)',
      [plan.archived],
    );
  }
  await stopFollowing(sql, plan.archived);
  await noteFollowed(sql, [...plan.drops.map(({ id }) => id), ...plan.moved], nowMs);
  await startFollowing(
    sql,
    plan.changes.filter(({ kind }) => kind === 'created' || kind === 'restored').map(({ id }) => id),
    nowMs,
  );
  await syncPolls(sql, plan.drops, nowMs);
  await stopPolls(sql, plan.archived);
  await appendRevisions(sql, plan.revisions);
}

async function writeDrops(sql: Sql, origin: string, drops: readonly DropDefinition[]): Promise<void> {
  if (drops.length === 0) return;
  await sql.query(
    `INSERT INTO drops (id, origin, definition)
     SELECT definition ->> 'id', $1, definition FROM jsonb_array_elements($2::jsonb) AS definition
     ON CONFLICT (id) DO UPDATE
     SET definition = excluded.definition, archived_at = NULL, updated_at = clock_timestamp()`,
    [origin, JSON.stringify(drops)],
  );
}

async function writeEvents(sql: Sql, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql.query(
    `INSERT INTO calendar_events (id, drop_id, key, type, starts_at, ends_at, precision, status, definition, sequence)
     SELECT id, "dropId", d ->> 'key', d ->> 'type', (d ->> 'startsAt')::timestamptz, (d ->> 'endsAt')::timestamptz,
            d ->> 'precision', d ->> 'status', d, sequence
     FROM jsonb_to_recordset($1::jsonb) AS e (id text, "dropId" text, definition jsonb, sequence integer),
          LATERAL (VALUES (definition)) AS v (d)
     ON CONFLICT (id) DO UPDATE
     SET type = excluded.type, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
         precision = excluded.precision, status = excluded.status, definition = excluded.definition,
         sequence = excluded.sequence, updated_at = clock_timestamp()`,
    [JSON.stringify(events)],
  );
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
