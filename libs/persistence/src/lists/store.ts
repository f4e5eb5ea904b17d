import type { ListBody, ListKind } from '@droptrack/catalogue';
import type { Sql } from '../database/database';

/** The list in force, as far as it is stored beside its rows. */
export type InForce = Pick<ListBody, 'list_id' | 'version' | 'wallets' | 'total' | 'decimals' | 'sha256' | 'url'>;

/** The list in force of a drop; null without one. */
export async function readInForce(sql: Sql, dropId: string, kind: ListKind): Promise<InForce | null> {
  const [list] = await sql.query<InForce>(
    `SELECT id::float8 AS list_id, version, wallets, total::text AS total, decimals, sha256, url
     FROM lists WHERE drop_id = $1 AND kind = $2 AND in_force`,
    [dropId, kind],
  );
  return list ?? null;
}

/** Whether the staged list is what is in force: told alike, and the same row by row. */
export async function isSame(sql: Sql, list: ListBody, former: InForce): Promise<boolean> {
  const told = ({ wallets, total, decimals, sha256, url }: Omit<InForce, 'list_id' | 'version'>) =>
    JSON.stringify([wallets, total, decimals, sha256, url]);
  if (told(list) !== told(former)) return false;
  const [{ same } = { same: false }] = await sql.query<{ same: boolean }>(
    `SELECT NOT EXISTS (
       SELECT FROM list_stage AS stage
       LEFT JOIN list_rows AS row ON row.list_id = $1 AND row.wallet = stage.wallet
       WHERE row.amount IS DISTINCT FROM stage.amount
     ) AS same`,
    [former.list_id],
  );
  return same;
}

/** Stores the staged rows. @returns the id of the list that they are the rows of. */
export async function storeRows(sql: Sql): Promise<number> {
  const [{ id } = { id: 0 }] = await sql.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('lists', 'id'))::float8 AS id`,
  );
  await sql.query('INSERT INTO list_rows (list_id, wallet, amount) SELECT $1, wallet, amount FROM list_stage', [id]);
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

/** In place of the one in force; its rows are there. */
export async function putInForce(sql: Sql, list: ListBody): Promise<void> {
  await sql.query('UPDATE lists SET in_force = false WHERE drop_id = $1 AND kind = $2 AND in_force', [
    list.drop,
    list.kind,
  ]);
  await sql.query(
    `INSERT INTO lists (id, drop_id, kind, version, wallets, total, decimals, sha256, url, in_force)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, true)`,
    [list.list_id, list.drop, list.kind, list.version, list.wallets, list.total, list.decimals, list.sha256, list.url],
  );
}
