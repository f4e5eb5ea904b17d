import type { ListBody, ListKind } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import type { BuiltTree } from './tree';

/** The list in force, as far as it is stored beside its rows. */
export type InForce = Pick<
  ListBody,
  'list_id' | 'version' | 'wallets' | 'total' | 'decimals' | 'sha256' | 'url' | 'tree'
>;

/** The list in force of a drop; null without one. */
export async function readInForce(sql: Sql, dropId: string, kind: ListKind): Promise<InForce | null> {
  const [list] = await sql.query<InForce>(
    `SELECT id::float8 AS list_id, version, wallets, total::text AS total, decimals, sha256, url,
            CASE WHEN root IS NOT NULL
              THEN jsonb_build_object('format', tree_format, 'root', '0x' || encode(root, 'hex'),
                                      'root_published', root_published) END AS tree
     FROM lists WHERE drop_id = $1 AND kind = $2 AND in_force`,
    [dropId, kind],
  );
  return list ?? null;
}

/**
 * The staged list is what is in force: of the same file, with the same tree, and the same row by row. Facts of its header
 * may differ.
 */
export async function hasSameRows(sql: Sql, list: ListBody, former: InForce): Promise<boolean> {
  const identity = ({ wallets, total, sha256, tree }: Omit<InForce, 'list_id' | 'version'>) =>
    JSON.stringify([wallets, total, sha256, tree?.format, tree?.root]);
  if (identity(list) !== identity(former)) return false;
  const [{ same } = { same: false }] = await sql.query<{ same: boolean }>(
    `SELECT NOT EXISTS (
       SELECT FROM list_stage AS stage
       LEFT JOIN list_rows AS row ON row.list_id = $1 AND row.wallet = stage.wallet
       WHERE row.amount IS DISTINCT FROM stage.amount OR row.index IS DISTINCT FROM stage.index
          OR row.breakdown IS DISTINCT FROM stage.breakdown
     ) AND (SELECT count(DISTINCT wallet) = count(*) FROM list_stage) AS same`,
    [former.list_id],
  );
  return same;
}

/**
 * Stores the staged rows, and the nodes of their tree. In the order of the index, in which they are also exported: at
 * its right end a row costs it a fifth of what it costs in the middle.
 *
 * @returns the id of the list that they are the rows of.
 */
export async function storeRows(sql: Sql): Promise<number> {
  const [{ id } = { id: 0 }] = await sql.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('lists', 'id'))::float8 AS id`,
  );
  await sql.query(
    `INSERT INTO list_rows (list_id, wallet, amount, breakdown, index, position, proof)
     SELECT $1, wallet, amount, breakdown, index, position, proof
     FROM list_stage ORDER BY wallet`,
    [id],
  );
  const [{ has } = { has: false }] = await sql.query<{ has: boolean }>(
    `SELECT to_regclass('pg_temp.list_tree') IS NOT NULL AS has`,
  );
  if (has) {
    await sql.query(
      'INSERT INTO list_nodes (list_id, chunk, hashes) SELECT $1, chunk, hashes FROM list_tree ORDER BY chunk',
      [id],
    );
  }
  return id;
}

/** The number of the next version; those that were are never given again. */
export async function nextVersion(sql: Sql, dropId: string, kind: ListKind): Promise<number> {
  const [{ version } = { version: 1 }] = await sql.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) + 1 AS version FROM lists WHERE drop_id = $1 AND kind = $2',
    [dropId, kind],
  );
  return version;
}

/** What is kept of a version beside what the log has. */
export interface KeptOfList {
  /** How its file was written; null where nobody said. */
  readonly format: string | null;
  readonly rows: number;
  readonly tree: BuiltTree | null;
}

/** In place of the one in force; its rows are there. */
export async function putInForce(sql: Sql, list: ListBody, { format, rows, tree }: KeptOfList): Promise<void> {
  await takeOutOfForce(sql, list.drop, list.kind);
  await sql.query(
    `INSERT INTO lists (id, drop_id, kind, version, wallets, total, decimals, sha256, url, in_force,
                        format, rows, tree_format, root, root_published, shards)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, $10, $11, $12, decode($13, 'hex'), $14, $15)`,
    [
      list.list_id,
      list.drop,
      list.kind,
      list.version,
      list.wallets,
      list.total,
      list.decimals,
      list.sha256,
      list.url,
      format,
      rows,
      tree?.format ?? null,
      tree?.root.slice(2) ?? null,
      tree?.isRootPublished ?? false,
      tree === null || tree.shards.length === 0 ? null : JSON.stringify(tree.shards),
    ],
  );
}

/** Leaves a drop without a list in force. */
export async function takeOutOfForce(sql: Sql, dropId: string, kind: ListKind): Promise<void> {
  await sql.query('UPDATE lists SET in_force = false WHERE drop_id = $1 AND kind = $2 AND in_force', [dropId, kind]);
}
