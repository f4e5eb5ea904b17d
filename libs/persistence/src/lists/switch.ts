import { type ListBody, listEntityId, type ListKind } from '@droptrack/catalogue';
import type { Database, Sql, Transaction } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { RecomputeQueue } from '../recompute/recompute-queue';
import { appendRevisions } from '../log/append';
import { lockList, readDefinition } from './drop';
import { ListVersionError, type ListVersionReason } from './errors';
import { takeOutOfForce } from './store';

/** A list that is to be changed. */
export interface ListSwitch {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Does it all and takes it back; false when not given. */
  readonly dryRun?: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** What was in force before, and what is now; null for nothing. */
export interface ListSwitchReport {
  readonly former: Pick<ListBody, 'version' | 'wallets' | 'total' | 'decimals'> | null;
  readonly list: ListBody | null;
}

interface Version {
  readonly id: number;
  readonly version: number;
  readonly wallets: number;
  readonly total: string;
  readonly decimals: number | null;
  readonly inForce: boolean;
  readonly isPurged: boolean;
}

/**
 * Puts a former version in force again, with the revision that tells it, in one transaction. Its number stays; those of
 * later versions are not given again.
 *
 * @param version - null: the one before what is in force, or the last where nothing is.
 * @throws {ListDropError} {ListVersionError} {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function rollBackList(
  db: Database,
  { version, ...of }: ListSwitch & { readonly version: number | null },
): Promise<ListSwitchReport> {
  return transactionOrDryRun(db, of.dryRun === true, async (sql) => {
    const versions = await lockVersions(sql, of);
    const former = versions.find(({ inForce }) => inForce) ?? null;
    const refuse = (reason: ListVersionReason): never => {
      throw new ListVersionError(of.dropId, of.kind, reason);
    };
    const wanted =
      version === null
        ? versions.find((one) => !one.isPurged && (former === null || one.version < former.version))
        : versions.find((one) => one.version === version);
    if (wanted === undefined) return refuse(version === null ? 'no_former' : 'unknown');
    if (wanted.isPurged) return refuse('purged');
    if (wanted.inForce) return refuse('in_force');

    const list = await readBody(sql, of, wanted.version);
    if (list === null) return refuse('unknown');
    await takeOutOfForce(sql, of.dropId, of.kind);
    await sql.query('UPDATE lists SET in_force = true WHERE id = $1', [wanted.id]);
    await tell(sql, of, list);
    return { former, list };
  });
}

/**
 * Takes a list out of force, with the revision that tells it, in one transaction. Its rows stay, and it can be put in
 * force again.
 *
 * @throws {ListDropError} {ListVersionError} {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function removeList(db: Database, of: ListSwitch): Promise<ListSwitchReport> {
  return transactionOrDryRun(db, of.dryRun === true, async (sql) => {
    const former = (await lockVersions(sql, of)).find(({ inForce }) => inForce);
    if (former === undefined) throw new ListVersionError(of.dropId, of.kind, 'none');
    await takeOutOfForce(sql, of.dropId, of.kind);
    await tell(sql, of, null);
    return { former, list: null };
  });
}

/** The newest first. From here on nobody else changes them, and whoever derives what the drop shows waits. */
async function lockVersions(sql: Sql, { dropId, kind }: ListSwitch): Promise<Version[]> {
  await lockList(sql, dropId);
  await readDefinition(sql, dropId, 'FOR NO KEY UPDATE');
  return sql.query<Version>(
    `SELECT id::float8 AS id, version, wallets, total::text AS total, decimals, in_force AS "inForce",
            purged_at IS NOT NULL AS "isPurged"
     FROM lists WHERE drop_id = $1 AND kind = $2 ORDER BY version DESC`,
    [dropId, kind],
  );
}

/** The latest body of a version in the log, where each was once in force; without when that was. */
async function readBody(sql: Sql, { dropId, kind }: ListSwitch, version: number): Promise<ListBody | null> {
  const [told] = await sql.query<{ body: ListBody }>(
    `SELECT body FROM revisions
     WHERE entity = 'list' AND id = $1 AND (body ->> 'version')::integer = $2 ORDER BY seq DESC LIMIT 1`,
    [listEntityId(dropId, kind), version],
  );
  if (told === undefined) return null;
  const body: { -readonly [Fact in keyof ListBody]: ListBody[Fact] } = { ...told.body };
  delete body.published_at;
  return body;
}

async function tell(sql: Transaction, { dropId, kind, nowMs }: ListSwitch, body: ListBody | null): Promise<void> {
  await new RecomputeQueue(sql).enqueue([dropId], nowMs);
  await appendRevisions(sql, [{ entity: 'list', id: listEntityId(dropId, kind), body, cause: 'list' }]);
}
