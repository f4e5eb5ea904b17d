import type { ListKind } from '@droptrack/catalogue';
import type { ProofFormat } from '@droptrack/contracts';
import type { TreeShard } from '@droptrack/eligibility';
import type { Sql } from '../database/database';

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
  /** How its file was written; null for what was loaded before this was kept. */
  readonly format: string | null;
  readonly treeFormat: ProofFormat | null;
  /** 0x and 64 hex digits; null without a tree. */
  readonly root: string | null;
  /** A published root confirms `root`; false without a tree, and where it is unknown. */
  readonly isRootPublished: boolean;
  /** Its rows are deleted. */
  readonly isPurged: boolean;
}

/**
 * Versions of lists, by drop and kind, the newest first.
 *
 * @param dropId - all versions of this drop's; null: of all drops what is in force.
 */
export function readLists(sql: Sql, dropId: string | null): Promise<StoredList[]> {
  return sql.query<StoredList>(
    `SELECT drop_id AS "dropId", kind, version, wallets, total::text AS total, decimals, sha256, url,
            in_force AS "inForce", created_at AS "createdAt", format, tree_format AS "treeFormat",
            '0x' || encode(root, 'hex') AS root, root_published AS "isRootPublished", purged_at IS NOT NULL AS "isPurged"
     FROM lists WHERE drop_id = $1 OR ($1 IS NULL AND in_force)
     ORDER BY drop_id, kind, version DESC`,
    [dropId],
  );
}

/** A drop of this id is in the catalogue, archived or not. */
export async function dropExists(sql: Sql, dropId: string): Promise<boolean> {
  return (await sql.query('SELECT FROM drops WHERE id = $1', [dropId])).length > 0;
}

/** What the way of a proof through a list's tree follows from; never changes. */
export interface StoredTree {
  readonly format: ProofFormat;
  /** 0x and 64 hex digits. */
  readonly root: string;
  /** How many leaves it has. */
  readonly leaves: number;
  readonly shards: readonly TreeShard[];
}

/** The tree of a version of a list, in force or not; null without one. To be kept by the caller: it never changes. */
export async function readListTree(sql: Sql, listId: number): Promise<StoredTree | null> {
  const [tree] = await sql.query<StoredTree>(
    `SELECT tree_format AS format, '0x' || encode(root, 'hex') AS root, wallets AS leaves,
            coalesce(shards, '[]') AS shards
     FROM lists WHERE id = $1 AND root IS NOT NULL`,
    [listId],
  );
  return tree ?? null;
}
