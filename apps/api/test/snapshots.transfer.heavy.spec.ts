import { connect, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { Droptrack } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

/** With a reason of as many characters each, more than the buffers on the way to a reader hold: 54 MB. */
const [ROWS, REASON_LENGTH] = [18_000, 3_000];
/** How long a state may take to come; well below what ends a transfer by itself. */
const WAIT_MS = 15_000;
const STATUS_LINE = 'HTTP/1.1 200 OK';
const PATH = '/v1/snapshots/drops/linea/allocations';

describe('a snapshot under way', () => {
  let api: TestApi;
  let baseUrl: string;
  let port: number;
  let key: string;
  let client: Droptrack;
  const open: Socket[] = [];

  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
    const { listId } = await publishList(api.db, 'linea', { [evmWallet('1')]: 1n });
    await api.db.query(
      `INSERT INTO list_rows (list_id, wallet, amount, breakdown)
       SELECT $1, substring(sha256(n::text::bytea) FOR 20), n, $3::jsonb FROM generate_series(2, $2::int) AS n`,
      [listId, ROWS, JSON.stringify([{ reason: 'x'.repeat(REASON_LENGTH), amount: '1' }])],
    );
    await api.caughtUp();
    baseUrl = await api.listen();
    port = Number(new URL(baseUrl).port);
  });
  beforeEach(async () => {
    key = (await api.issueKey('scale')).secret;
    client = new Droptrack({ apiKey: key, baseUrl, maxRetries: 0 });
  });
  afterEach(async () => {
    open.splice(0).forEach((socket) => socket.destroy());
    await atWork(0);
  });
  afterAll(() => api.stop());

  /** What the exports' connections do in the database. */
  const sessions = () =>
    api.db.query<{ wait_event: string | null }>(
      `SELECT wait_event FROM pg_stat_activity
       WHERE application_name = 'droptrack snapshots' AND datname = current_database() AND xact_start IS NOT NULL`,
    );
  /** Waits until so many transfers read from the database. */
  const atWork = async (count: number) => {
    let seen = await sessions();
    for (const untilMs = Date.now() + WAIT_MS; seen.length !== count && Date.now() < untilMs; seen = await sessions()) {
      await pause(10);
    }
    expect(seen).toHaveLength(count);
  };
  /** Waits until so many transfers that nobody reads have filled all on the way: the server waits to send more. */
  const clogged = async (count = 1) => {
    const wanted = Array.from({ length: count }, () => ({ wait_event: 'ClientWrite' }));
    let seen = await sessions();
    for (const untilMs = Date.now() + WAIT_MS; !isDeepStrictEqual(seen, wanted) && Date.now() < untilMs;) {
      await pause(10);
      seen = await sessions();
    }
    expect(seen).toEqual(wanted);
  };
  /** A reader that takes the first bytes only: whatever comes then fills the buffers on the way. */
  const stuckReader = async (secret = key): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${secret}\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));
    if (String(socket.read(STATUS_LINE.length)) === STATUS_LINE) return socket;
    // The place of another is free a moment after its session is gone.
    socket.destroy();
    await pause(10);
    return stuckReader(secret);
  };

  /** Takes all rows; how many they are. */
  const takeAll = async (): Promise<number> => {
    let [rows, last] = [0, ''];
    for await (const { wallet } of client.snapshots.allocations('linea')) {
      if (wallet <= last) throw new Error(`${wallet} came behind ${last}`);
      [rows, last] = [rows + 1, wallet];
    }
    return rows;
  };

  it('comes whole, in order, each wallet once', async () => {
    expect(await takeAll()).toBe(ROWS);
  });

  // What reads on without being asked has read all by the time that a transfer that began later is through.
  it('is read from the database no faster than it is taken', async () => {
    await stuckReader();
    await clogged();
    expect(await takeAll()).toBe(ROWS);
    await atWork(1);
    await clogged();
  });

  // Nothing else ends it before a minute. A machine under load may be late now and then, so the best of some counts.
  it('ends in the database within a second of the reader leaving', async () => {
    let shortestMs = Infinity;
    for (let tries = 0; tries < 5 && shortestMs > 1_000; tries += 1) {
      const reader = await stuckReader();
      await clogged();
      const leftMs = performance.now();
      reader.destroy();
      await atWork(0);
      shortestMs = Math.min(shortestMs, performance.now() - leftMs);
    }
    expect(shortestMs).toBeLessThan(1_000);
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
    const keys = await Promise.all([1, 2, 3, 4, 5].map(async () => (await api.issueKey('scale')).secret));
    for (const secret of keys.slice(0, 1)) await Promise.all([stuckReader(secret), stuckReader(secret)]);
    await atWork(2);
    expect(await refusal(keys[0]!)).toEqual([429, '10', 'rate_limited']);
    for (const secret of keys.slice(1, 3)) await Promise.all([stuckReader(secret), stuckReader(secret)]);
    for (const secret of keys.slice(3)) await stuckReader(secret);
    // Between two statements a transfer may not be seen: from here on each stands still.
    await clogged(8);
    expect(await refusal(key)).toEqual([503, '10', 'unavailable']);
    open.splice(0, 1)[0]!.destroy();
    await clogged(7);
    await stuckReader();
    await clogged(8);
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
