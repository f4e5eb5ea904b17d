import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import { type Database, openDatabase, type Sql } from './database';
import { DatabaseRejectedError, DatabaseUnavailableError } from './errors';

const POOL_SIZE = 2;
const OPTIONS = { poolSize: POOL_SIZE, applicationName: 'cut in database.spec' } as const;

let test: TestDatabase;
let db: Database;
/** For statements that are to be cut off. Its limit holds for all others too, which must have the time. */
let hasty: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, OPTIONS);
  hasty = openDatabase(test.url, { ...OPTIONS, statementTimeoutMs: 1_000 });
});
afterAll(async () => {
  await hasty.close();
  await db.close();
  await test.drop();
});

const cut = () =>
  withClient(test.url, (client) =>
    client.query(
      "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'cut in database.spec'",
    ),
  );
const whileKeysAreLocked = (work: () => Promise<void>) =>
  withClient(test.url, async (client) => {
    await client.query('BEGIN; LOCK TABLE api_keys');
    await work();
  });
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('a transaction', () => {
  it('leaves no trace when it fails', async () => {
    const bug = new Error('half way');
    const work = db.transaction(async (sql) => {
      await sql.query('UPDATE key_changes SET version = 99');
      throw bug;
    });
    expect(await failure(work)).toBe(bug);
    expect(await db.query('SELECT version FROM key_changes')).toEqual([{ version: '0' }]);
  });

  it('extends the timeout of its statements, and not of later ones', async () => {
    await hasty.transaction(async (sql) => {
      await sql.allow(25_000);
      await sql.query('SELECT pg_sleep(1.2)');
    });
    expect(await failure(hasty.query('SELECT pg_sleep(20)'))).toBeInstanceOf(DatabaseUnavailableError);
  });

  // It may have read a file or asked another service: that the database is away would be a lie.
  it('leaves what its work threw as it is', async () => {
    const errors = [new Error('Request timeout'), Object.assign(new Error('no file'), { code: 'ENOENT' })];
    for (const error of errors) expect(await failure(db.transaction(() => Promise.reject(error)))).toBe(error);
  });

  it('gives its connection back however it ends', async () => {
    const ends: ((sql: Sql) => Promise<unknown>)[] = [
      () => Promise.resolve(),
      () => Promise.reject(new Error('a bug')),
      (sql: Sql) => sql.query('SELECT 1 / 0'),
      (sql: Sql) => sql.query('SELECT pg_sleep(20)'),
      cut,
    ];
    for (const end of ends) await failure(hasty.transaction(end));
    expect(await Promise.all(Array.from({ length: 2 * POOL_SIZE }, () => hasty.query('SELECT')))).toHaveLength(
      2 * POOL_SIZE,
    );
  });

  // PostgreSQL answers the COMMIT of a failed transaction with a rollback, not with an error.
  it('does not pass for done when a failed statement was swallowed', async () => {
    const work = db.transaction(async (sql) => {
      await sql.query('UPDATE key_changes SET version = 99');
      await failure(sql.query('SELECT 1 / 0'));
    });
    expect(await failure(work)).toBeInstanceOf(DatabaseRejectedError);
    expect(await db.query('SELECT version FROM key_changes')).toEqual([{ version: '0' }]);
  });
});

describe('a database that is away', () => {
  it('throws a named error wherever the connection breaks, and recovers', async () => {
    const broken = [
      await failure(
        db.transaction(async (sql) => [await sql.query('SELECT 1'), await cut(), await sql.query('SELECT 1')]),
      ),
      await failure(Promise.all([hasty.query('SELECT pg_sleep(20)'), cut()])),
      await failure(db.transaction(cut)),
    ];
    expect(broken.map((error) => error instanceof DatabaseUnavailableError)).toEqual([true, true, true]);
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('throws the same error when nothing listens', async () => {
    const nowhere = openDatabase('postgres://u@127.0.0.1:1/x', { poolSize: 1, applicationName: 'test' });
    expect(await failure(nowhere.query('SELECT 1'))).toBeInstanceOf(DatabaseUnavailableError);
    expect(await failure(nowhere.transaction(async () => 1))).toBeInstanceOf(DatabaseUnavailableError);
    await nowhere.close();
  });

  it('is one that does not answer in time', async () => {
    await whileKeysAreLocked(async () => {
      expect(await failure(hasty.query('SELECT * FROM api_keys'))).toBeInstanceOf(DatabaseUnavailableError);
    });
  });
});

it('is closed once, after the running statements', async () => {
  const closed = openDatabase(test.url, { poolSize: 1, applicationName: 'closed' });
  const underWay = closed.query('SELECT pg_sleep(0.1), 1 AS one');
  await Promise.all([closed.close(), closed.close()]);
  await closed.close();
  expect(await underWay).toMatchObject([{ one: 1 }]);
  // The server ends a session a moment after its connection.
  const sessions = () =>
    db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'closed'`);
  while ((await sessions()).length > 0);
});

// The driver's error carries "Failing row contains (…)", and errors are logged with their causes.
it('says which rule a statement broke, without the row', async () => {
  const error = await failure(
    db.query(`INSERT INTO drops (id, origin, definition) VALUES ('Not a slug', 'test', '{"id":"Not a slug"}')`),
  );
  expect(error).toBeInstanceOf(DatabaseRejectedError);
  expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('drops_id_check') });
  expect(JSON.stringify(error)).not.toContain('Not a slug');
});

it('takes values that look like SQL as values', async () => {
  const text = `'); DROP TABLE drops; --`;
  expect(await db.query('SELECT $1::text AS text', [text])).toEqual([{ text }]);
});
