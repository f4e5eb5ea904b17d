import { connect, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { Droptrack } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

/** 54 MB in total: more than the buffers between database and client hold. */
const [ROWS, REASON_LENGTH] = [18_000, 3_000];
/** Maximum wait for a state; well below the timeouts of a transfer. */
const WAIT_MS = 15_000;
const STATUS_LINE = 'HTTP/1.1 200 OK';
const PATH = '/v1/snapshots/drops/linea/allocations';

describe('a running transfer', () => {
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
    await runningTransfers(0);
  });
  afterAll(() => api.stop());

  /** Open transactions of exports in the database. */
  const sessions = () =>
    api.db.query<{ wait_event: string | null }>(
      `SELECT wait_event FROM pg_stat_activity
       WHERE application_name = 'droptrack snapshots' AND datname = current_database() AND xact_start IS NOT NULL`,
    );
  /** Waits until this many transfers read from the database. */
  const runningTransfers = async (count: number) => {
    let seen = await sessions();
    for (const untilMs = Date.now() + WAIT_MS; seen.length !== count && Date.now() < untilMs; seen = await sessions()) {
      await pause(10);
    }
    expect(seen).toHaveLength(count);
  };
  /** Waits until this many unread transfers have filled all buffers, so that PostgreSQL waits for its client. */
  const blockedTransfers = async (count = 1) => {
    const wanted = Array.from({ length: count }, () => ({ wait_event: 'ClientWrite' }));
    let seen = await sessions();
    for (const untilMs = Date.now() + WAIT_MS; !isDeepStrictEqual(seen, wanted) && Date.now() < untilMs;) {
      await pause(10);
      seen = await sessions();
    }
    expect(seen).toEqual(wanted);
  };
  /** Client that reads only the first bytes, so that the buffers fill up. */
  const stalledClient = async (secret = key): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${secret}\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));
    if (String(socket.read(STATUS_LINE.length)) === STATUS_LINE) return socket;
    // The slot of another transfer is released shortly after its session has closed.
    socket.destroy();
    await pause(10);
    return stalledClient(secret);
  };

  /** Reads all rows; returns their number. */
  const readAll = async (): Promise<number> => {
    let [rows, last] = [0, ''];
    for await (const { wallet } of client.snapshots.allocations('linea')) {
      if (wallet <= last) throw new Error(`${wallet} came after ${last}`);
      [rows, last] = [rows + 1, wallet];
    }
    return rows;
  };

  it('returns each wallet once, in order', async () => {
    expect(await readAll()).toBe(ROWS);
  });

  // Without backpressure, the database would have been read completely before a later transfer ends.
  it('reads from the database no faster than the client reads', async () => {
    await stalledClient();
    await blockedTransfers();
    expect(await readAll()).toBe(ROWS);
    await runningTransfers(1);
    await blockedTransfers();
  });

  // Other timeouts end it after a minute at the earliest. The best of several tries, because a busy machine can delay one.
  it('ends in the database within one second after the client disconnects', async () => {
    let shortestMs = Infinity;
    for (let tries = 0; tries < 5 && shortestMs > 1_000; tries += 1) {
      const client = await stalledClient();
      await blockedTransfers();
      const leftMs = performance.now();
      client.destroy();
      await runningTransfers(0);
      shortestMs = Math.min(shortestMs, performance.now() - leftMs);
    }
    expect(shortestMs).toBeLessThan(1_000);
  });

  it('ends in the database when the client leaves the loop, or aborts by signal', async () => {
    for await (const row of client.snapshots.allocations('linea')) if (row) break;
    await runningTransfers(0);
    const stop = new AbortController();
    const reading = (async () => {
      for await (const row of client.snapshots.allocations('linea', {}, { signal: stop.signal })) if (row) stop.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
    await runningTransfers(0);
  });

  it('is reported as truncated when the database fails, and can be resumed', async () => {
    const received: string[] = [];
    const rows = client.snapshots.allocations('linea');
    const interrupted = (async () => {
      for await (const { wallet } of rows) {
        if (received.push(wallet) === 1) {
          await api.db.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'droptrack snapshots' AND datname = current_database()`,
          );
        }
      }
    })();
    const error: unknown = await interrupted.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'snapshot_truncated', isCut: true, rows: received.length });
    expect(received.length).toBeLessThan(ROWS);
    const { version } = await rows.head();
    for await (const { wallet } of client.snapshots.allocations('linea', {
      version: version!,
      after: received.at(-1)!,
    })) {
      received.push(wallet);
    }
    expect(new Set(received).size).toBe(ROWS);
  });

  it('rejects the third transfer of a key and the ninth of all with Retry-After, and releases slots', async () => {
    const rejection = async (secret: string) => {
      const response = await api.inject({ method: 'GET', url: PATH, headers: { authorization: `Bearer ${secret}` } });
      return [response.statusCode, response.headers['retry-after'], response.json<{ code: string }>().code];
    };
    const keys = await Promise.all([1, 2, 3, 4, 5].map(async () => (await api.issueKey('scale')).secret));
    for (const secret of keys.slice(0, 1)) await Promise.all([stalledClient(secret), stalledClient(secret)]);
    await runningTransfers(2);
    expect(await rejection(keys[0]!)).toEqual([429, '10', 'rate_limited']);
    for (const secret of keys.slice(1, 3)) await Promise.all([stalledClient(secret), stalledClient(secret)]);
    for (const secret of keys.slice(3)) await stalledClient(secret);
    // Between two statements, a transfer has no open transaction; from here on, all are blocked.
    await blockedTransfers(8);
    expect(await rejection(key)).toEqual([503, '10', 'unavailable']);
    open.splice(0, 1)[0]!.destroy();
    await blockedTransfers(7);
    await stalledClient();
    await blockedTransfers(8);
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
