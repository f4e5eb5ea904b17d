import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { exportAllocations, type ExportedAllocation } from './allocations';
import { EXPORT_ROWS, exportRows, takeBatches } from './export-rows';

const never = () => new AbortController().signal;

describe('exports', () => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 2, applicationName: 'exports', statementTimeoutMs: 10_000 });
  });
  afterAll(async () => {
    await db.close();
    await test.drop();
  });

  const rowsOf = (text: string, batchRows = 10) => ({ text, values: [], batchRows });
  const series = (count: number) => rowsOf(`SELECT n FROM generate_series(1, ${count}) AS n`);
  const inTransactions = async () => {
    const [row] = await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'exports' AND xact_start IS NOT NULL
         AND pid <> pg_backend_pid()`,
    );
    return row?.count;
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
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(fetched).toBeLessThanOrEqual(taken + 2);
      taken += 1;
    };
    await takeBatches(fetch, take);
    expect([fetched, taken]).toEqual([20, 20]);
  });

  it('ends a statement under way within a second of its signal, and gives the connection back', async () => {
    const stop = new AbortController();
    const slow = exportRows(db, rowsOf('SELECT pg_sleep(8)'), async () => undefined, stop.signal);
    while ((await inTransactions()) !== 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const atMs = performance.now();
    stop.abort(new Error('enough'));
    await expect(slow).rejects.toThrow('enough');
    expect(await inTransactions()).toBe(0);
    expect(performance.now() - atMs).toBeLessThan(1_000);
  });

  it('ends with what its taker throws, and gives the connection back', async () => {
    const take = () => Promise.reject(new Error('full'));
    await expect(exportRows(db, series(100), take, never())).rejects.toThrow('full');
    expect(await inTransactions()).toBe(0);
  });

  describe('of a list', () => {
    const COUNT = EXPORT_ROWS * 2 + 7;
    beforeAll(() =>
      db.query(
        `INSERT INTO list_rows (list_id, wallet, amount, breakdown)
         SELECT 7, CASE WHEN n % 5 = 0 THEN sha256(n::text::bytea) ELSE substring(sha256(n::text::bytea) FOR 20) END,
                power(2::numeric, 256) - n, CASE WHEN n % 3 = 0 THEN $1::jsonb END
         FROM generate_series(1, $2::int) AS n`,
        [JSON.stringify([{ reason: 'tab\t line\n "\\', amount: '1' }]), COUNT],
      ),
    );

    const read = async (afterWallet: Uint8Array | null, onBatch = async () => undefined as unknown) => {
      const seen: ExportedAllocation[] = [];
      const take = async (rows: readonly ExportedAllocation[]) => {
        seen.push(...rows);
        await onBatch();
      };
      await exportAllocations(db, { listId: 7, afterWallet, signal: never() }, take);
      return seen;
    };

    it('gives every row to the last unit, by the bytes of the wallets, from any of them on', async () => {
      const stored = await db.query<ExportedAllocation>(
        `SELECT encode(wallet, 'hex') AS wallet, amount::text, index::text, breakdown
         FROM list_rows WHERE list_id = 7 ORDER BY list_rows.wallet`,
      );
      expect(await read(null)).toEqual(stored);
      for (const place of [0, EXPORT_ROWS - 1, EXPORT_ROWS, COUNT - 1]) {
        const after = Buffer.from(stored[place]?.wallet ?? '', 'hex');
        expect(await read(after)).toEqual(stored.slice(place + 1));
      }
    });

    // Else a list that is removed on the way would look like a shorter one that is whole.
    it('gives what was there at its begin, though it is deleted meanwhile', async () => {
      const seen = await read(null, () => db.query('DELETE FROM list_rows WHERE list_id = 7'));
      expect(seen).toHaveLength(COUNT);
    });
  });
});
