import type { ListKind } from '@droptrack/catalogue';
import type { AllocationPart } from '@droptrack/contracts';
import type { Sql } from '../database/database';

/**
 * The row of a wallet in a version of a list, in force or not.
 *
 * @param wallet - 20 bytes of an EVM address, 32 of a Solana one.
 * @returns base units as an exact decimal string, and what they are for where the list says so; null when the wallet is
 *   not in it.
 */
export async function findListRow(
  sql: Sql,
  listId: number,
  wallet: Uint8Array,
): Promise<{ amount: string; breakdown: AllocationPart[] } | null> {
  const [row] = await sql.query<{ amount: string; breakdown: AllocationPart[] }>(
    `SELECT amount::text AS amount, coalesce(breakdown, '[]') AS breakdown
     FROM list_rows WHERE list_id = $1 AND wallet = $2`,
    [listId, Buffer.from(wallet)],
  );
  return row ?? null;
}

/** A version of a list, as its table has it. */
export interface StoredList {
  readonly dropId: string;
  readonly kind: ListKind;
  readonly version: number;
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  readonly decimals: number | null;
  readonly sha256: string;
  readonly url: string | null;
  readonly inForce: boolean;
  readonly createdAt: Date;
}

/**
 * Versions of lists, by drop and kind, the newest first.
 *
 * @param dropId - all versions of this drop's; null: of all drops what is in force.
 */
export function readLists(sql: Sql, dropId: string | null): Promise<StoredList[]> {
  return sql.query<StoredList>(
    `SELECT drop_id AS "dropId", kind, version, wallets, total::text AS total, decimals, sha256, url,
            in_force AS "inForce", created_at AS "createdAt"
     FROM lists WHERE drop_id = $1 OR ($1 IS NULL AND in_force)
     ORDER BY drop_id, kind, version DESC`,
    [dropId],
  );
}
