import type { Sql } from '../database/database';
import { quoted } from './read-schema';

/** Statements that remove what slows a load down or interferes with it, and those that put it back. */
interface BulkLoad {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Keys of a table reference those of others: removed first, and created last. */
const CONSTRAINTS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS before,
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS after
  FROM pg_constraint
  WHERE conrelid = ANY ($1::regclass[]) AND contype = ANY ($2::"char"[]) AND conparentid = 0
  ORDER BY conrelid::regclass::text, conname`;

/** Indexes that belong to no constraint. */
const INDEXES = `
  SELECT format('DROP INDEX %s', indexrelid::regclass) AS before, pg_get_indexdef(indexrelid) AS after
  FROM pg_index
  WHERE indrelid = ANY ($1::regclass[])
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY indexrelid::regclass::text`;

/**
 * Plans the load of empty tables: without indexes, which are built in one pass afterwards; without foreign keys, so that the
 * order of tables does not matter; and without the triggers of the service, which would append, count and notify again.
 * The rows that migrations have inserted are deleted.
 */
export async function planBulkLoad(sql: Sql, tables: readonly string[]): Promise<BulkLoad> {
  const names = tables.map(quoted);
  const read = (text: string, ...values: unknown[]) =>
    sql.query<{ before: string; after: string }>(text, [names, ...values]);
  const foreignKeys = await read(CONSTRAINTS, ['f']);
  const keys = await read(CONSTRAINTS, ['p', 'u', 'x']);
  const indexes = await read(INDEXES);
  const triggers = (verb: string) => names.map((name) => `ALTER TABLE ${name} ${verb} TRIGGER USER`);
  return {
    before: [
      ...[...foreignKeys, ...keys, ...indexes].map(({ before }) => before),
      ...triggers('DISABLE'),
      `TRUNCATE ${names.join(', ')}`,
    ],
    after: [...[...keys, ...indexes, ...foreignKeys].map(({ after }) => after), ...triggers('ENABLE')],
  };
}
