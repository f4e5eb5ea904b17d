import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import { copyLine, type CopyRows } from './copy';
import { type Database, openDatabase } from './database';
import { DatabaseRejectedError, DatabaseUnavailableError } from './errors';

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 1, applicationName: 'cut in copy.spec' });
  await db.query('CREATE TABLE copied (line integer PRIMARY KEY, text text)');
});
beforeEach(() => db.query('TRUNCATE copied'));
afterAll(async () => {
  await db.close();
  await test.drop();
});

const copy = (rows: CopyRows, timeoutMs?: number): Promise<number> =>
  db.transaction((sql) => sql.copy('COPY copied (line, text) FROM STDIN', rows, timeoutMs));
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const stored = () => db.query<{ line: number; text: string | null }>('SELECT * FROM copied ORDER BY line');
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('writes every value as it is', async () => {
  const texts = [null, '', '\\N', '\\.', 'tab\t, line\n, return\r, \\ and \b\f\v', '"quotes", é, 字, 🪂'];
  expect(await copy(texts.map((text, line) => copyLine([line, text])))).toBe(texts.length);
  expect(await stored()).toEqual(texts.map((text, line) => ({ line, text })));
});

it('writes bytes between texts in their order', async () => {
  const bytes = (line: number): Uint8Array => Buffer.from(copyLine([line, 'é']));
  expect(await copy([copyLine([0, 'a']), bytes(1), new Uint8Array(0), bytes(2), copyLine([3, 'b'])])).toBe(4);
  expect((await stored()).map(({ text }) => text)).toEqual(['a', 'é', 'é', 'b']);
});

it('writes nothing of no rows', async () => {
  expect(await copy([])).toBe(0);
  expect(await stored()).toEqual([]);
});

// Any number of rows: they must not wait in memory for a database that is slow.
it('reads rows no faster than they are taken', async () => {
  let [read, ended] = [0, false];
  const rows = function* () {
    for (let line = 0; line < 80_000; line++) yield ((read = line), copyLine([line, 'x'.repeat(100)]));
    ended = true;
  };
  await withClient(test.url, async (client) => {
    await client.query('BEGIN; LOCK TABLE copied');
    const copied = copy(rows());
    await later(250);
    expect([read < 20_000, ended]).toEqual([true, false]);
    await client.query('COMMIT');
    expect(await copied).toBe(80_000);
  });
});

it('goes on for longer than a statement may take, and leaves the limit as it was', async () => {
  // Its limit holds for every statement, and the others must have the time.
  const hasty = openDatabase(test.url, { poolSize: 1, applicationName: 'hasty', statementTimeoutMs: 1_000 });
  const rows = async function* () {
    await later(1_200);
    yield copyLine([1, 'late']);
  };
  let tooLong: unknown;
  const limits = hasty.transaction(async (sql) => {
    expect(await sql.copy('COPY copied (line, text) FROM STDIN', rows())).toBe(1);
    tooLong = await failure(sql.query('SELECT pg_sleep(20)'));
  });
  expect(await failure(limits)).toBeInstanceOf(DatabaseRejectedError);
  expect(tooLong).toBeInstanceOf(DatabaseUnavailableError);
  await hasty.close();
});

describe('a copy that fails', () => {
  afterEach(async () => {
    expect(await stored()).toEqual([]);
    expect(await copy([copyLine([1, 'the connection is as good as before'])])).toBe(1);
  });

  it('throws the error of the rows, and does not send it to the server', async () => {
    const error = new Error('line 2: secret');
    const rows = function* () {
      for (let line = 0; line < 10_000; line++) yield copyLine([line, 'x'.repeat(50)]);
      throw error;
    };
    expect(await failure(copy(rows()))).toBe(error);
    const atOnce = function* (): Generator<string> {
      yield* [];
      throw error;
    };
    expect(await failure(copy(atOnce()))).toBe(error);
  });

  it('reports the reason of a rejected row, without the row', async () => {
    const rows = function* () {
      for (let line = 0; line < 50_000; line++) yield copyLine([line === 40_000 ? 39_999 : line, 'secret']);
    };
    const error = await failure(copy(rows()));
    expect(error).toBeInstanceOf(DatabaseRejectedError);
    expect(error).toMatchObject({ code: '23505', message: expect.stringContaining('copied_pkey') });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(await failure(copy(['one column\n']))).toBeInstanceOf(DatabaseRejectedError);
  });

  it('for a statement that is none says so', async () => {
    const work = db.transaction((sql) => sql.copy('COPY nothing (line) FROM STDIN', [copyLine([1])]));
    expect(await failure(work)).toMatchObject({ name: 'DatabaseRejectedError', code: '42P01' });
  });

  it('for want of time', async () => {
    const rows = async function* () {
      yield copyLine([1, 'x']);
      await later(600);
      yield copyLine([2, 'x']);
    };
    expect(await failure(copy(rows(), 100))).toBeInstanceOf(DatabaseUnavailableError);
  });

  it('for a connection that breaks', async () => {
    const rows = async function* () {
      yield copyLine([1, 'x']);
      await withClient(test.url, (client) =>
        client.query(
          "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'cut in copy.spec'",
        ),
      );
      for (let line = 2; line < 100_000; line++) yield copyLine([line, 'x'.repeat(50)]);
    };
    expect(await failure(copy(rows()))).toBeInstanceOf(DatabaseUnavailableError);
  });
});
