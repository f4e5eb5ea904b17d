import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { exportAllocations, type ExportedAllocation } from './allocations';
import { exportRows, takeBatches } from './export-rows';

const never = () => new AbortController().signal;

describe('exports', () => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'exports', statementTimeoutMs: 120_000 });
  });
  afterAll(async () => {
    await db.close();
    await test.drop();
  });

  const rowsOf = (text: string, batchRows = 10) => ({ text, values: [], batchRows });
  const series = (count: number) => rowsOf(`SELECT n FROM generate_series(1, ${count}) AS n`);
  /** Wait event of the server process of an export, such as `ClientWrite`; null without one. */
  const waiting = async (): Promise<string | null> => {
    const [row] = await db.query<{ wait_event: string | null }>(
      `SELECT wait_event FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'exports' AND xact_start IS NOT NULL
         AND pid <> pg_backend_pid() AND query NOT LIKE 'LOCK%'`,
    );
    return row === undefined ? null : String(row.wait_event);
  };
  const waitsFor = async (event: string | null) => {
    let seen = await waiting();
    for (const untilMs = Date.now() + 20_000; seen !== event && Date.now() < untilMs; seen = await waiting()) {
      await pause(10);
    }
    expect(seen).toBe(event);
  };

  it.each([0, 1, 9, 10, 11, 20, 25])('gives all of %i rows, once and in order', async (count) => {
    const seen: number[] = [];
    const take = async (rows: readonly { n: number }[]) => void seen.push(...rows.map(({ n }) => n));
    await exportRows<{ n: number }>(db, series(count), take, never());
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  it('fetches one batch ahead of what is taken, never more', async () => {
    let [fetched, taken] = [0, 0];
    const fetch = async () => ({ rows: [(fetched += 1)], isLast: fetched === 20 });
    const take = async () => {
      await pause(5);
      expect(fetched).toBeLessThanOrEqual(taken + 2);
      taken += 1;
    };
    await takeBatches(fetch, take);
    expect([fetched, taken]).toEqual([20, 20]);
  });

  // By itself it would take longer than the test may.
  it('cancels a running statement on abort, and releases the connection', async () => {
    const stop = new AbortController();
    const slow = exportRows(db, rowsOf('SELECT pg_sleep(60)'), async () => undefined, stop.signal);
    const ended = expect(slow).rejects.toThrow('enough');
    await waitsFor('PgSleep');
    stop.abort(new Error('enough'));
    await ended;
    await waitsFor(null);
  });

  it('ends with what its taker throws, and gives the connection back', async () => {
    const take = () => Promise.reject(new Error('full'));
    await expect(exportRows(db, series(100), take, never())).rejects.toThrow('full');
    await waitsFor(null);
  });

  describe('of a list', () => {
    /** Several chunks, of which some end in the middle of a row, of a cell, or of a character. */
    const COUNT = 2_007;
    const REASONS = ['tab\t line\n return\r "quoted" \\', '\\N', '\\.', '\\\\t\\n', 'é 字 🪂\u2028\u007f', '{}],', ''];
    beforeAll(() =>
      db.query(
        `INSERT INTO list_rows (list_id, wallet, amount, index, breakdown)
         SELECT 7, CASE WHEN n % 5 = 0 THEN sha256(n::text::bytea) ELSE substring(sha256(n::text::bytea) FOR 20) END,
                power(2::numeric, 256) - n, CASE WHEN n % 2 = 0 THEN power(2::numeric, 256) - n END,
                CASE WHEN n % 3 = 0 THEN $1::jsonb WHEN n % 3 = 1 THEN '[]'::jsonb END
         FROM generate_series(1, $2::int) AS n`,
        [JSON.stringify(REASONS.map((reason) => ({ reason, amount: '1' }))), COUNT],
      ),
    );

    const read = async (
      afterWallet: Uint8Array | null,
      onBatch = async () => undefined as unknown,
      signal = never(),
    ) => {
      const seen: ExportedAllocation[] = [];
      const take = async (rows: readonly ExportedAllocation[]) => {
        seen.push(...rows);
        await onBatch();
      };
      await exportAllocations(db, { listId: 7, afterWallet, signal }, take);
      return seen;
    };

    it('gives every row to the last unit, by the bytes of the wallets, from any of them on', async () => {
      const stored = await db.query<ExportedAllocation>(
        `SELECT encode(wallet, 'hex') AS wallet, amount::text, index::text, breakdown
         FROM list_rows WHERE list_id = 7 ORDER BY list_rows.wallet`,
      );
      expect(await read(null)).toEqual(stored);
      for (const place of [0, 1_999, COUNT - 1]) {
        const after = Buffer.from(stored[place]?.wallet ?? '', 'hex');
        expect(await read(after)).toEqual(stored.slice(place + 1));
      }
    });

    it('reads bytes regardless of the output format of the server', async () => {
      const [setting] = await db.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
      const wallets = async () => (await read(null)).map(({ wallet }) => wallet);
      const before = await wallets();
      await db.query(`ALTER DATABASE ${setting?.name} SET bytea_output = 'escape'`);
      const other = openDatabase(test.url, { poolSize: 1, applicationName: 'other' });
      const seen: string[] = [];
      const export7 = { listId: 7, afterWallet: null, signal: never() };
      await exportAllocations(other, export7, async (rows) => void seen.push(...rows.map(({ wallet }) => wallet)));
      await other.close();
      await db.query(`ALTER DATABASE ${setting?.name} RESET bytea_output`);
      expect(seen).toEqual(before);
    });

    // Without a lock timeout it would wait without bound.
    it('ends by its signal, also where the server waits for others', async () => {
      const stop = new AbortController();
      await db.transaction(async (sql) => {
        await sql.query('LOCK TABLE list_rows');
        const ended = expect(read(null, undefined, stop.signal)).rejects.toThrow('enough');
        await waitsFor('relation');
        stop.abort(new Error('enough'));
        await ended;
        await waitsFor(null);
      });
    });

    it('may take longer than other statements', async () => {
      const hasty = openDatabase(test.url, { poolSize: 1, applicationName: 'exports', statementTimeoutMs: 1_000 });
      let rows = 0;
      const take = async (some: readonly ExportedAllocation[]) => void (rows += some.length);
      let exported: Promise<void> | undefined;
      await db.transaction(async (sql) => {
        await sql.query('LOCK TABLE list_rows');
        exported = exportAllocations(hasty, { listId: 7, afterWallet: null, signal: never() }, take);
        await waitsFor('relation');
        await pause(1_300);
      });
      await exported;
      await hasty.close();
      expect(rows).toBe(COUNT);
    });

    // Else a list that is removed on the way would look like a shorter one that is whole.
    it('returns the rows of its start, although they are deleted', async () => {
      const seen = await read(null, () => db.query('DELETE FROM list_rows WHERE list_id = 7'));
      expect(seen).toHaveLength(COUNT);
    });
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
