import { createTestDatabase, type TestDatabase, withClient } from '@droptrack/persistence/testing';
import { describeSchema, differences } from './schema-difference';

describe('differences', () => {
  let migrated: TestDatabase;
  let declared: TestDatabase;
  beforeEach(async () => {
    [migrated, declared] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const table = `CREATE TYPE colour AS ENUM ('red', 'blue');
      CREATE TABLE probe (id text PRIMARY KEY, size integer NOT NULL DEFAULT 0, drop_id text REFERENCES drops (id))`;
    await Promise.all([migrated, declared].map(({ url }) => withClient(url, (client) => client.query(table))));
  });
  afterEach(() => Promise.all([migrated.drop(), declared.drop()]));

  async function differencesAfter(sql: string): Promise<string[]> {
    await withClient(migrated.url, (client) => client.query(sql));
    return differences(await describeSchema(migrated.url), await describeSchema(declared.url));
  }

  it.each([
    ['CREATE TABLE other (id text)', ['column other.id: only in', 'table other: only in the migrations']],
    ['ALTER TABLE probe DROP COLUMN size', ['column probe.size: only in schema.prisma (integer NOT NULL DEFAULT 0)']],
    ['ALTER TABLE probe ALTER size TYPE bigint', ['column probe.size: the migrations say "bigint NOT NULL DEFAULT 0"']],
    ['ALTER TABLE probe ALTER size DROP NOT NULL', ['column probe.size: the migrations say "integer DEFAULT 0"']],
    [
      'ALTER TABLE probe ALTER size SET DEFAULT 1',
      ['column probe.size: the migrations say "integer NOT NULL DEFAULT 1"'],
    ],
    ['CREATE INDEX probe_size ON probe (size DESC)', ['index probe_size: only in the migrations']],
    [
      'ALTER TABLE probe DROP CONSTRAINT probe_drop_id_fkey',
      ['constraint probe_drop_id_fkey on probe: only in schema'],
    ],
    ["ALTER TYPE colour ADD VALUE 'green'", ['enum colour: the migrations say "red, blue, green"']],
  ])('reports %s', async (sql, lines) => {
    const found = await differencesAfter(sql);
    expect(found).toEqual(lines.map((line) => expect.stringContaining(line)));
  });

  // Prisma has no words for these; the migrations alone carry them.
  it.each([
    'ALTER TABLE probe ADD CHECK (size >= 0)',
    'CREATE INDEX probe_big ON probe (size) WHERE size > 9',
    'CREATE INDEX probe_lower ON probe (lower(id))',
    "CREATE FUNCTION one() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    'ALTER TABLE probe ADD UNIQUE (id) INCLUDE (size)',
  ])('allows %s', async (sql) => {
    expect(await differencesAfter(sql)).toEqual([]);
  });
});
