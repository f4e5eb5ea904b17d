import type { Database } from '@droptrack/persistence';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Content of one column, all rows together, bytes as hex. */
export interface StoredText {
  /** `table.column`. */
  readonly place: string;
  readonly text: string;
}

/** Content of a database, column by column, of any type. */
export async function storedTexts(db: Database): Promise<StoredText[]> {
  const columns = await db.query<{ schema: string; table: string; column: string }>(
    `SELECT table_schema AS schema, table_name AS table, column_name AS column
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
     ORDER BY table_schema, table_name, ordinal_position`,
  );
  const texts: StoredText[] = [];
  for (const { schema, table, column } of columns) {
    const [row] = await db.query<{ text: string | null }>(
      `SELECT string_agg("${column}"::text, E'\\n') AS text FROM "${schema}"."${table}"`,
    );
    texts.push({ place: `${table}.${column}`, text: row?.text ?? '' });
  }
  return texts;
}

/** Data of the server itself: the last statement of each session, and its log if it can be read. */
export async function serverTexts(db: Database): Promise<StoredText[]> {
  const [seen] = await db.query<{ queries: string; directory: string }>(
    `SELECT string_agg(query, E'\\n') AS queries, current_setting('data_directory') AS directory FROM pg_stat_activity`,
  );
  const log = logAbove(seen?.directory ?? '/');
  return [
    { place: 'pg_stat_activity.query', text: seen?.queries ?? '' },
    { place: 'postgres.log', text: log === null ? '' : readFileSync(log, 'utf8') },
  ];
}

function logAbove(directory: string): string | null {
  const file = join(directory, 'postgres.log');
  if (existsSync(file)) return file;
  return dirname(directory) === directory ? null : logAbove(dirname(directory));
}
