import { type DropDefinition, walletFamilies } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import { DropRepository } from '../drops/drop.repository';
import { ListDropError } from './errors';

/**
 * Definition of the drop of a list.
 *
 * @param lock - locks the row of the drop, so that recompute runs wait for the switch of the list.
 * @throws {ListDropError} when it is unknown or archived.
 */
export async function readListedDrop(sql: Sql, dropId: string, { lock = false } = {}): Promise<DropDefinition> {
  const drop = await new DropRepository(sql).findDefinition(dropId, { lock });
  if (drop === null) throw new ListDropError(dropId, 'unknown');
  if (drop.isArchived) throw new ListDropError(dropId, 'archived');
  return drop.definition;
}

/**
 * Checks the facts that rows were parsed by: the decimals of the token and the accepted families of wallets.
 *
 * @throws {ListDropError} when they have changed.
 */
export function assertUnchanged(before: DropDefinition, after: DropDefinition): void {
  const basis = (drop: DropDefinition) => JSON.stringify([drop.token.decimals?.value ?? null, walletFamilies(drop)]);
  if (basis(before) !== basis(after)) throw new ListDropError(after.id, 'changed');
}
