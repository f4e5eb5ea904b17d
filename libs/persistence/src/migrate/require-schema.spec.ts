import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../database/database';
import { explainDatabaseError } from '../faults';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { requireSchema } from './require-schema';

const MIGRATIONS = join(__dirname, '../../../../prisma/migrations');

describe('requireSchema', () => {
  let database: TestDatabase;
  let db: Database;
  let directory: string;
  const open = async (isMigrated: boolean) => {
    database = await createTestDatabase({ migrated: isMigrated });
    db = openDatabase(database.url, { poolSize: 1, applicationName: 'test' });
  };
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'droptrack-schema-'));
    cpSync(MIGRATIONS, directory, { recursive: true });
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  const check = (version = '0.1.0') => requireSchema(db, { version, migrations: directory });
  /** Message in the log of a program. */
  const sentence = (version?: string) =>
    check(version).then(
      () => null,
      (error: unknown) => explainDatabaseError(error)?.message,
    );
  const record = (name: string) =>
    db.query(`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ($1, 'x', now(), $1)`, [
      name,
    ]);

  it('needs one query for a database of this version', async () => {
    await open(true);
    const texts: string[] = [];
    const counted = {
      query: <Row>(text: string, values?: readonly unknown[]) => (texts.push(text), db.query<Row>(text, values)),
    };
    expect(await requireSchema(counted, { version: '0.1.0', migrations: directory })).toEqual([]);
    expect(texts).toHaveLength(1);
  });

  it('names the mend for a database that is empty, or of another project', async () => {
    await open(false);
    expect(await sentence()).toBe('The database is empty: run `droptrack migrate`');
    await db.query('CREATE TABLE invoices (id int)');
    expect(await sentence()).toMatch(
      /^The database belongs to another project, as it has a table invoices.*DATABASE_URL/,
    );
  });

  it('names the missing migrations', async () => {
    await open(true);
    mkdirSync(join(directory, '20990101000000_add_one'));
    mkdirSync(join(directory, '20990102000000_add_two'));
    expect(await sentence()).toBe(
      'The database lacks migrations of this version (20990101000000_add_one and 1 more): run `droptrack migrate`',
    );
  });

  // The order of an upgrade is: migrate, workers, API.
  it('runs on a later schema, unless a migration needs a later version', async () => {
    await open(true);
    await record('20990101000000_add_one');
    expect(await check()).toEqual(['20990101000000_add_one']);
    await record('20990102000000_drop_one_needs_0_10_0');
    expect(await sentence('0.9.1')).toBe(
      'The database needs Droptrack 0.10.0 or later, and this is 0.9.1: install version 0.10.0 or later',
    );
    expect(await sentence('0.10.0')).toBeNull();
    expect(await sentence('1.0.0-rc.1')).toBeNull();
  });

  it('names a table that the role may not write', async () => {
    await open(true);
    await db.query('DROP ROLE IF EXISTS schema_reader');
    await db.query('CREATE ROLE schema_reader');
    try {
      await db.query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO schema_reader; SET ROLE schema_reader');
      expect(await sentence()).toMatch(/^The role of DATABASE_URL may not read and write the table api_keys: .*GRANT/);
      await db.query('RESET ROLE; REVOKE SELECT ON _prisma_migrations FROM schema_reader; SET ROLE schema_reader');
      expect(await sentence()).toMatch(
        /the role lacks a permission \(permission denied for table _prisma_migrations\)/,
      );
    } finally {
      await db.query('RESET ROLE; DROP OWNED BY schema_reader; DROP ROLE schema_reader');
    }
  });
});
