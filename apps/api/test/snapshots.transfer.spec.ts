import { connect, type Socket } from 'node:net';
import { Droptrack } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

/** More than the buffers between the API and a reader hold: some 18 MB. */
const ROWS = 150_000;
const PATH = '/v1/snapshots/drops/linea/allocations';

describe('a snapshot under way', () => {
  let api: TestApi;
  let port: number;
  let key: string;
  let client: Droptrack;
  const open: Socket[] = [];

  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
    const { listId } = await publishList(api.db, 'linea', { [evmWallet('1')]: 1n });
    await api.db.query(
      `INSERT INTO list_rows (list_id, wallet, amount)
       SELECT $1, substring(sha256(n::text::bytea) FOR 20), n FROM generate_series(2, $2::int) AS n`,
      [listId, ROWS],
    );
    await api.caughtUp();
    key = (await api.issueKey('scale')).secret;
    const baseUrl = await api.listen();
    port = Number(new URL(baseUrl).port);
    client = new Droptrack({ apiKey: key, baseUrl, maxRetries: 0 });
  });
  afterEach(async () => {
    open.splice(0).forEach((socket) => socket.destroy());
    await atWork(0);
  });
  afterAll(() => api.stop());

  /** What the exports' connections do in the database. */
  const sessions = () =>
    api.db.query<{ state: string; asked_at: Date }>(
      `SELECT state, query_start AS asked_at FROM pg_stat_activity
       WHERE application_name = 'droptrack snapshots' AND datname = current_database() AND xact_start IS NOT NULL`,
    );
  /** Waits until so many transfers read from the database. */
  const atWork = async (count: number) => {
    for (let tries = 0; tries < 100 && (await sessions()).length !== count; tries += 1) await pause(10);
    expect(await sessions()).toHaveLength(count);
  };
  /** A reader that has asked, and takes nothing: whatever comes fills the buffers on the way. */
  const stuckReader = async (secret = key): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${secret}\r\n\r\n`);
    socket.pause();
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  };

  it('comes whole, in order, each wallet once', async () => {
    let [rows, last] = [0, ''];
    for await (const { wallet } of client.snapshots.allocations('linea')) {
      if (wallet <= last) throw new Error(`${wallet} came behind ${last}`);
      [rows, last] = [rows + 1, wallet];
    }
    expect(rows).toBe(ROWS);
  });

  it('is read from the database no faster than it is taken', async () => {
    await stuckReader();
    await atWork(1);
    const asked = async () => (await sessions()).map(({ state, asked_at }) => `${state} ${asked_at.getTime()}`).join();
    const isStill = async () => {
      const before = await asked();
      await pause(400);
      return (await asked()) === before;
    };
    for (let tries = 0; tries < 10 && !(await isStill()); tries += 1);
    expect(await isStill()).toBe(true);
    expect(await asked()).toMatch(/^idle in transaction/);
  });

  it('ends in the database within a second of the reader leaving', async () => {
    const reader = await stuckReader();
    await atWork(1);
    const leftMs = performance.now();
    reader.destroy();
    while ((await sessions()).length > 0) await pause(10);
    expect(performance.now() - leftMs).toBeLessThan(1_000);
  });

  it('ends in the database when the loop over it is left, or its signal fires', async () => {
    for await (const row of client.snapshots.allocations('linea')) if (row) break;
    await atWork(0);
    const stop = new AbortController();
    const taken = (async () => {
      for await (const row of client.snapshots.allocations('linea', {}, { signal: stop.signal })) if (row) stop.abort();
    })();
    await expect(taken).rejects.toMatchObject({ code: 'aborted' });
    await atWork(0);
  });

  it('shows that it was cut when the database goes away on the way, and can be gone on with', async () => {
    const taken: string[] = [];
    const rows = client.snapshots.allocations('linea');
    const cut = (async () => {
      for await (const { wallet } of rows) {
        if (taken.push(wallet) === 1) {
          await api.db.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'droptrack snapshots' AND datname = current_database()`,
          );
        }
      }
    })();
    const error: unknown = await cut.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'snapshot_truncated', isCut: true, rows: taken.length });
    expect(taken.length).toBeLessThan(ROWS);
    const { version } = await rows.head();
    for await (const { wallet } of client.snapshots.allocations('linea', { version: version!, after: taken.at(-1)! })) {
      taken.push(wallet);
    }
    expect(new Set(taken).size).toBe(ROWS);
  });

  it('refuses a third of one key, and a ninth of all, with when to come again; a place is given back', async () => {
    const refusal = async (secret: string) => {
      const response = await api.inject({ method: 'GET', url: PATH, headers: { authorization: `Bearer ${secret}` } });
      return [response.statusCode, response.headers['retry-after'], response.json<{ code: string }>().code];
    };
    const keys = await Promise.all([1, 2, 3, 4].map(async () => (await api.issueKey('scale')).secret));
    for (const secret of keys.slice(0, 1)) await Promise.all([stuckReader(secret), stuckReader(secret)]);
    await atWork(2);
    expect(await refusal(keys[0]!)).toEqual([429, '10', 'rate_limited']);
    for (const secret of keys.slice(1)) await Promise.all([stuckReader(secret), stuckReader(secret)]);
    await atWork(8);
    expect(await refusal(key)).toEqual([503, '10', 'unavailable']);
    open.splice(0, 1)[0]!.destroy();
    await atWork(7);
    await stuckReader();
    await atWork(8);
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
