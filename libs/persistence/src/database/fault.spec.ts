import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { explainDatabaseError, explainReplicaError } from '../faults';
import { migrate } from '../migrate/migrate';
import { requireSchema } from '../migrate/require-schema';
import { SchemaError } from '../migrate/schema-error';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { startTlsServer, type TlsServer } from '../testing/tls-server';
import { withClient } from '../postgres/with-client';
import { openDatabase } from './database';
import { DatabaseUnavailableError } from './database-error';

const migrations = join(__dirname, '../../../../prisma/migrations');
const explained = (error: unknown): string => {
  const known = explainDatabaseError(error);
  return known === null ? String(error) : `${known.code}: ${known.message}`;
};

/** Sentence of a program that starts on a database; `usable` if it can. */
async function start(url: string): Promise<string> {
  const db = openDatabase(url, { poolSize: 1, applicationName: 'test' });
  try {
    return await requireSchema(db, { migrations, version: '0.1.0' }).then(() => 'usable', explained);
  } finally {
    await db.close();
  }
}

/** Sentence of `droptrack migrate`. */
const migrated = (url: string): Promise<string> => migrate(url, migrations).then(() => 'usable', explained);

describe('a fault of the database is one sentence with its mend', () => {
  let database: TestDatabase;
  const role = `limited_${process.pid}`;
  const administer = (statement: string) => withClient(database.url, (client) => client.query(statement));
  beforeEach(async () => {
    database = await createTestDatabase();
    await administer(`CREATE ROLE ${role} LOGIN PASSWORD 'made-up'`);
  });
  afterEach(async () => {
    await administer(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await database.drop();
  });
  const asRole = (): string => {
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'made-up'];
    return String(url);
  };

  it.each([
    [
      'a role that may not connect',
      'REVOKE CONNECT ON DATABASE :database FROM PUBLIC',
      /^database_refused: The database cannot be used: the role lacks a permission \(permission denied for database .*\); grant it, or make the role the owner/,
      /^database_refused: .* grant it, or make the role the owner/,
    ],
    [
      'a role that may not use the schema',
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}; REVOKE USAGE ON SCHEMA public FROM PUBLIC`,
      /^database_forbidden: The role of DATABASE_URL may use no schema of its search path: grant it: GRANT USAGE, CREATE ON SCHEMA public TO …$/,
      /^database_forbidden: The role of DATABASE_URL may use no schema of its search path: grant it: GRANT USAGE/,
    ],
    [
      'a role that may not lock',
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role};
       REVOKE EXECUTE ON FUNCTION pg_advisory_lock(bigint), pg_advisory_xact_lock(bigint) FROM PUBLIC`,
      /^database_forbidden: The role of DATABASE_URL may not execute the function pg_advisory_xact_lock\(bigint\): grant it: GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock\(bigint\) TO …$/,
      /^database_refused: .*the role lacks a permission \(permission denied for function pg_advisory_lock\); grant it/,
    ],
  ])('%s', async (_, statement, ofStart, ofMigrate) => {
    await administer(statement.replace(':database', new URL(database.url).pathname.slice(1)));
    expect(await start(asRole())).toMatch(ofStart);
    expect(await migrated(asRole())).toMatch(ofMigrate);
    expect(await start(database.url)).toBe('usable');
  });

  // The role of DATABASE_READ_URL never writes.
  it('a role that may only read is enough for a replica', async () => {
    await administer(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}; REVOKE SELECT ON drops FROM ${role}`);
    const db = openDatabase(asRole(), { poolSize: 1, applicationName: 'test' });
    const read = () => requireSchema(db, { migrations, version: '0.1.0' }, 'read');
    try {
      const error: unknown = await read().catch((thrown: unknown) => thrown);
      expect(explainReplicaError(error)).toEqual({
        code: 'database_forbidden',
        message:
          'The role of DATABASE_READ_URL may not read the table drops: use the role that ran `droptrack migrate`, or grant it: ' +
          'GRANT SELECT ON ALL TABLES IN SCHEMA … TO …',
      });
      await administer(`GRANT SELECT ON drops TO ${role}`);
      expect(await read()).toEqual([]);
    } finally {
      await db.close();
    }
  });

  // The mend of the primary, to migrate it, would fill another database.
  it.each([
    ['database_empty', /^DATABASE_READ_URL leads to a database without tables, which is no replica of DATABASE_URL/],
    ['database_foreign', /^DATABASE_READ_URL leads to a database of another project, which is no replica/],
    ['database_outdated', /^The replica at DATABASE_READ_URL lacks migrations .* wait until the replica has them$/],
  ] as const)('a replica that is %s', (code, sentence) => {
    const known = explainReplicaError(new SchemaError(code, 'The database is so', 'run `droptrack migrate`'));
    expect(known).toEqual({ code, message: expect.stringMatching(sentence) });
  });

  it('an unknown host', async () => {
    const url = 'postgres://droptrack@no-such-host.invalid/x';
    const sentence =
      /^database_unavailable: The database cannot be used: (the host name does not resolve|the name lookup of the host failed temporarily) \(.*\); check the host in DATABASE_URL/;
    expect(await start(url)).toMatch(sentence);
    expect(await migrated(url)).toMatch(sentence);
  });

  it('a file of the settings that does not exist', async () => {
    const url = `${database.url}?sslmode=verify-full&sslrootcert=/absent/authority.crt`;
    const sentence = /a file of its settings cannot be read \(ENOENT: .*\); check `sslrootcert`/;
    expect(await start(url)).toMatch(sentence);
    expect(await migrated(url)).toMatch(sentence);
  });

  it('a server without TLS', async () => {
    const url = `${database.url}?sslmode=verify-full`;
    expect(await start(url)).toMatch(/^database_refused: .*the server offers no encryption .* remove `sslmode`/);
    expect(await migrated(url)).toMatch(/^database_refused: .*the server offers no encryption/);
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('skipped, openssl is not installed: faults of certificates\n');
(hasOpenssl ? describe : describe.skip)('a certificate', () => {
  let server: TlsServer;
  beforeAll(async () => {
    server = await startTlsServer();
  });
  afterAll(() => server.stop());

  it.each(['require', 'verify-full'])('that no authority has signed is rejected with sslmode=%s', async (mode) => {
    const sentence =
      /^database_refused: The database cannot be used: its certificate is not accepted \(self-signed certificate\); add `sslrootcert` with the file of its authority to DATABASE_URL$/;
    expect(await start(`${server.url}?sslmode=${mode}`)).toMatch(sentence);
    expect(await migrated(`${server.url}?sslmode=${mode}`)).toMatch(sentence);
  });

  it('is accepted with its authority, for the host that it names', async () => {
    const settings = `?sslmode=verify-full&sslrootcert=${server.certificate}`;
    expect(await start(`${server.url}${settings}`)).toMatch(/^database_empty/);
    expect(await start(`${server.url.replace('@localhost', '@127.0.0.1')}${settings}`)).toMatch(
      /^database_refused: .*its certificate is for another host .*; set the host in DATABASE_URL to a name in the certificate$/,
    );
  });
});

describe('an error of another connection', () => {
  // Of Redis, a chain node or an API: the sentence would name the wrong setting.
  it.each([
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }),
    new Error('Connection terminated unexpectedly'),
  ])('is no fault of the database: %s', (error) => expect(explainDatabaseError(error)).toBeNull());

  it('is one once the database has reported it', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(explained(new DatabaseUnavailableError('away', { cause }))).toMatch(
      /^database_unavailable: .*connection refused/,
    );
    expect(explained(new DatabaseUnavailableError('away'))).toMatch(/no response; check that PostgreSQL is running$/);
  });
});
