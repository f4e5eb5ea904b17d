import { type ListBody, listEntityId } from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { appendRevisions } from '../log/append';
import { RecomputeQueue } from '../recompute/recompute-queue';
import { ListVersionError, type ListVersionReason } from './errors';
import { keyOfReference, type ListReference } from './list-key';
import { ListRepository, type ListVersion } from './list.repository';
import { readListedDrop } from './listed-drop';

/** Switch of the active version of a list. */
interface ListSwitch extends ListReference {
  /** Runs the whole switch and rolls it back; false when not given. */
  readonly dryRun?: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** The active list before and after; null for none. */
export interface ListSwitchReport {
  readonly former: Pick<ListBody, 'version' | 'wallets' | 'total' | 'decimals'> | null;
  readonly list: ListBody | null;
}

/**
 * Activates a former version again and appends the revision, in one transaction. The version keeps its number.
 *
 * @param version - null: the one before the active version, or the latest where none is active.
 * @throws {ListDropError} {ListVersionError} {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function rollBackList(
  db: Database,
  { version, ...of }: ListSwitch & { readonly version: number | null },
): Promise<ListSwitchReport> {
  return transactionOrDryRun(db, of.dryRun === true, async (sql) => {
    const versions = await lockVersions(sql, of);
    const former = versions.find(({ isActive }) => isActive) ?? null;
    const reject = (reason: ListVersionReason): never => {
      throw new ListVersionError(of, reason, version);
    };
    const wanted =
      version === null
        ? versions.find((one) => !one.isPurged && (former === null || one.version < former.version))
        : versions.find((one) => one.version === version);
    if (wanted === undefined) return reject(version === null ? 'no_former' : 'unknown');
    if (wanted.isPurged) return reject('purged');
    if (wanted.isActive) return reject('already_active');

    const lists = new ListRepository(sql);
    const list = await lists.findLoggedBody(keyOfReference(of), wanted.version);
    if (list === null) return reject('unknown');
    await lists.activate(keyOfReference(of), wanted.id);
    await append(sql, of, list);
    return { former, list };
  });
}

/**
 * Deactivates a list and appends the revision, in one transaction. Its rows stay, and it can be activated again.
 *
 * @throws {ListDropError} {ListVersionError} {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function removeList(db: Database, of: ListSwitch): Promise<ListSwitchReport> {
  return transactionOrDryRun(db, of.dryRun === true, async (sql) => {
    const former = (await lockVersions(sql, of)).find(({ isActive }) => isActive);
    if (former === undefined) throw new ListVersionError(of, 'none');
    await new ListRepository(sql).deactivate(keyOfReference(of));
    await append(sql, of, null);
    return { former, list: null };
  });
}

/** Versions, the newest first, with the locks of the lists and of the drop held until the end of the transaction. */
async function lockVersions(sql: Sql, of: ListSwitch): Promise<ListVersion[]> {
  const lists = new ListRepository(sql);
  await lists.lock(of.dropId);
  await readListedDrop(sql, of.dropId, { lock: true });
  return lists.readVersions(keyOfReference(of));
}

async function append(sql: Sql, { dropId, kind, name, nowMs }: ListSwitch, body: ListBody | null): Promise<void> {
  await new RecomputeQueue(sql).enqueue([dropId], nowMs);
  await appendRevisions(sql, [{ entity: 'list', id: listEntityId(dropId, kind, name), body, cause: 'list' }]);
}
