import { withClient } from '@droptrack/persistence/testing';

/** Objects of a database, such as `column drops.origin`, each with its definition. */
type SchemaDescription = ReadonlyMap<string, string>;

interface SchemaObject {
  readonly name: string;
  readonly definition: string;
}

/** Tables, columns, indexes, keys and enums; each object by a name that is unique. */
const OBJECTS = `
WITH tables AS (
  SELECT oid, relname FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'
)
SELECT 'table ' || relname AS name, 'present' AS definition FROM tables
UNION ALL
SELECT format('column %s.%s', t.relname, a.attname),
       concat_ws(' ', format_type(a.atttypid, a.atttypmod),
                 CASE WHEN a.attnotnull THEN 'NOT NULL' END,
                 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid),
                 'IDENTITY ' || nullif(a.attidentity::text, ''),
                 'GENERATED ' || nullif(a.attgenerated::text, ''))
  FROM tables t
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
UNION ALL
SELECT 'index ' || c.relname, pg_get_indexdef(i.indexrelid)
  FROM tables t
  JOIN pg_index i ON i.indrelid = t.oid
  JOIN pg_class c ON c.oid = i.indexrelid
UNION ALL
SELECT format('constraint %s on %s', c.conname, t.relname), pg_get_constraintdef(c.oid)
  FROM tables t
  JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype IN ('p', 'f')
UNION ALL
SELECT 'enum ' || t.typname, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder)
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
 WHERE t.typnamespace = 'public'::regnamespace
 GROUP BY t.typname`;

/**
 * Indexes that Prisma cannot say: partial, over expressions, or with columns that
 * are only carried along. They may exist in migrations alone.
 */
const INDEXES_BEYOND_PRISMA = `
SELECT c.relname AS name, '' AS definition
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
 WHERE c.relnamespace = 'public'::regnamespace
   AND (i.indpred IS NOT NULL OR i.indexprs IS NOT NULL OR i.indnkeyatts < i.indnatts)`;

/**
 * Reads the shape of a database's schema `public` from the system catalogs.
 *
 * Left out is what Prisma cannot say, and nothing else: CHECK and exclusion
 * constraints, functions, triggers, views, comments, and the indexes named above.
 * A UNIQUE constraint shows as its index. The order of columns is not compared.
 */
export async function describeSchema(url: string): Promise<SchemaDescription> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<SchemaObject>(OBJECTS);
    const { rows: beyond } = await client.query<SchemaObject>(INDEXES_BEYOND_PRISMA);
    const ignored = new Set(beyond.map(({ name }) => `index ${name}`));
    return new Map(rows.filter(({ name }) => !ignored.has(name)).map(({ name, definition }) => [name, definition]));
  });
}

/** One line for each object that is on one side only or not the same, in alphabetical order. */
export function differences(migrated: SchemaDescription, declared: SchemaDescription): string[] {
  const names = [...new Set([...migrated.keys(), ...declared.keys()])].sort();
  return names.flatMap((name) => {
    const [inMigrations, inSchema] = [migrated.get(name), declared.get(name)];
    if (inMigrations === inSchema) return [];
    if (inMigrations === undefined) return [`${name}: only in schema.prisma (${inSchema})`];
    if (inSchema === undefined) return [`${name}: only in the migrations (${inMigrations})`];
    return [`${name}: the migrations say "${inMigrations}", schema.prisma says "${inSchema}"`];
  });
}
