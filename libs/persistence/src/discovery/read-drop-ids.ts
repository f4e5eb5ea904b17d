import type { Sql } from '../database/database';

/** Ids that no further drop can have: those of all drops, archived ones too, and of accepted candidates. */
export async function readDropIds(sql: Sql): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM drops UNION SELECT drop_id FROM candidates WHERE drop_id IS NOT NULL',
  );
  return new Set(rows.map(({ id }) => id));
}
