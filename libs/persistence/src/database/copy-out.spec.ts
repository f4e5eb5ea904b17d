import { createTestDatabase, type TestDatabase } from '../testing';
import { type Database, openDatabase } from './database';
import { DatabaseRejectedError, DatabaseUnavailableError } from './errors';

/** 61 MB: more than the buffers on the way hold. */
const [MUCH_ROWS, MUCH_LENGTH] = [60_000, 1_023];
const MUCH_BYTES = MUCH_ROWS * (MUCH_LENGTH + 1);
const MUCH = `COPY (SELECT repeat('x', ${MUCH_LENGTH}) FROM generate_series(1, ${MUCH_ROWS})) TO STDOUT`;
const WAIT_MS = 20_000;

jest.setTimeout(60_000);

describe('copyOut', () => {
  let test: TestDatabase;
  let [db, watch]: Database[] = [];
  beforeAll(async () => {
    test = await createTestDatabase();
    // The driver gives a server up that does not answer; later than we wait for what is to be seen here.
    const limits = { statementTimeoutMs: 2_000, connectTimeoutMs: 120_000 };
    db = openDatabase(test.url, { poolSize: 1, applicationName: 'copies', ...limits });
    watch = openDatabase(test.url, { poolSize: 1, applicationName: 'watch' });
  });
  afterAll(async () => {
    await db!.close();
    await watch!.close();
    await test.drop();
  });

  /** Reads all of it, with `onChunk` in between; the bytes. */
  const read = (
    statement: string,
    onChunk: (chunks: number) => unknown = () => undefined,
    { signal = new AbortController().signal, silenceMs = 60_000, limitMs = 60_000 } = {},
  ): Promise<number> =>
    db!.transaction(async (sql) => {
      await sql.allow(limitMs);
      let [chunks, bytes] = [0, 0];
      for await (const chunk of sql.copyOut(statement, { signal, silenceMs })) {
        bytes += chunk.length;
        await onChunk((chunks += 1));
      }
      return bytes;
    });
  const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
  /** Waits until the server's process for it waits for this; null: until there is none. */
  const waitsFor = async (event: string | null) => {
    const look = async () => {
      const [copy] = await watch!.query<{ wait_event: string | null }>(
        `SELECT wait_event FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'copies' AND state <> 'idle'`,
      );
      return copy === undefined ? null : String(copy.wait_event);
    };
    let seen = await look();
    for (const untilMs = Date.now() + WAIT_MS; seen !== event && Date.now() < untilMs; seen = await look()) {
      await pause(10);
    }
    expect(seen).toBe(event);
  };
  const kill = () =>
    watch!.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'copies'`,
    );
  // Whatever came before: nothing is left at work, and the connection that is next is as good.
  afterEach(async () => {
    await waitsFor(null);
    expect(await read('COPY (SELECT 1) TO STDOUT')).toBe(2);
  });

  it('gives every byte, and its connection back', async () => {
    const connection = () => db!.query('SELECT pg_backend_pid()');
    const before = await connection();
    expect(await read(MUCH)).toBe(MUCH_BYTES);
    expect(await read('COPY (SELECT 1 WHERE false) TO STDOUT')).toBe(0);
    expect(await connection()).toEqual(before);
  });

  it('lets the server wait for a reader, for longer than the reader waits for it', async () => {
    const wait = async (chunks: number) => {
      if (chunks > 1) return;
      await waitsFor('ClientWrite');
      await pause(2_500);
    };
    expect(await read(MUCH, wait, { silenceMs: 2_000 })).toBe(MUCH_BYTES);
  });

  it('gives a server up that sends nothing', async () => {
    const silent = read('COPY (SELECT pg_sleep(30)) TO STDOUT', undefined, { silenceMs: 100 });
    expect(await failure(silent)).toBeInstanceOf(DatabaseUnavailableError);
    await kill();
  });

  // A server that waits for its reader does not hear that it is cancelled.
  it('frees the server when it is left in the middle', async () => {
    const leave = async () => {
      await waitsFor('ClientWrite');
      throw new Error('full');
    };
    expect(await failure(read(MUCH, leave))).toMatchObject({ message: 'full' });
  });

  it('ends by its signal, though its reader does not hear of it', async () => {
    const stop = new AbortController();
    const aborted = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    const ended = failure(read(MUCH, () => aborted.then(() => waitsFor(null)), stop));
    await waitsFor('ClientWrite');
    stop.abort();
    expect(await ended).toMatchObject({ name: 'AbortError' });
  });

  it('ends by its signal before the first chunk', async () => {
    const stop = new AbortController();
    const ended = failure(read('COPY (SELECT pg_sleep(30)) TO STDOUT', undefined, stop));
    await waitsFor('PgSleep');
    stop.abort();
    expect(await ended).toMatchObject({ name: 'AbortError' });
    // A server that does not write has not noticed that the reader stopped.
    await kill();
  });

  it('says why the server gave up, at the begin, in the middle and for want of time', async () => {
    const middle = 'COPY (SELECT 1 / (50000 - n) FROM generate_series(1, 60000) AS n) TO STDOUT';
    expect(await failure(read('COPY nothing TO STDOUT'))).toMatchObject({ code: '42P01' });
    const error = await failure(read(middle));
    expect(error).toBeInstanceOf(DatabaseRejectedError);
    expect(error).toMatchObject({ code: '22012' });
    const late = read('COPY (SELECT pg_sleep(30)) TO STDOUT', undefined, { limitMs: 100 });
    expect(await failure(late)).toBeInstanceOf(DatabaseUnavailableError);
  });

  it('reports a lost connection, on either side', async () => {
    const whileTaken = read(MUCH, (chunks) => chunks === 1 && kill());
    expect(await failure(whileTaken)).toBeInstanceOf(DatabaseUnavailableError);
    const whileAwaited = failure(read('COPY (SELECT pg_sleep(30)) TO STDOUT'));
    await waitsFor('PgSleep');
    await kill();
    expect(await whileAwaited).toBeInstanceOf(DatabaseUnavailableError);
  });

  // The driver's, of as long as the statement may take, would keep connection and process.
  it('leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    for (let copies = 0; copies < 5; copies += 1) await read('COPY (SELECT 1) TO STDOUT');
    expect(timers()).toBeLessThanOrEqual(before + 1);
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
