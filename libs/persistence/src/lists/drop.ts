import { type DropDefinition, walletFamilies } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import { ListDropError } from './errors';

/** What changes the lists of one drop waits for each other, and for nothing else: the drop is locked only to switch. */
const LOAD_LOCK = 7_310_003;

/** Waits until nobody else changes the lists of this drop; to the end of the transaction. */
export async function lockList(sql: Sql, dropId: string): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOAD_LOCK, dropId]);
}

/**
 * What a drop is stated to be.
 *
 * @param lock - `FOR NO KEY UPDATE`: from here on whoever derives what the drop shows waits.
 * @throws {ListDropError} when it is unknown or archived.
 */
export async function readDefinition(
  sql: Sql,
  dropId: string,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<DropDefinition> {
  const [drop] = await sql.query<{ definition: DropDefinition; isArchived: boolean }>(
    `SELECT definition, archived_at IS NOT NULL AS "isArchived" FROM drops WHERE id = $1 ${lock}`,
    [dropId],
  );
  if (drop === undefined) throw new ListDropError(dropId, 'unknown');
  if (drop.isArchived) throw new ListDropError(dropId, 'archived');
  return drop.definition;
}

/**
 * Checks what rows were read by: how many base units a token has, and whose wallets count.
 *
 * @throws {ListDropError} when it is another now.
 */
export function assertUnchanged(before: DropDefinition, after: DropDefinition): void {
  const basis = (drop: DropDefinition) => JSON.stringify([drop.token.decimals?.value ?? null, walletFamilies(drop)]);
  if (basis(before) !== basis(after)) throw new ListDropError(after.id, 'changed');
}
