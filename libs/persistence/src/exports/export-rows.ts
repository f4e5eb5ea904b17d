import type { Database, Sql } from '../database/database';

/** Rows fetched at once. One such batch is sent while the next is fetched; no more is held. */
export const EXPORT_ROWS = 2_000;
/** A reader may take its time between two batches; what is slower than this is ended by the server as well. */
const IDLE_MS = 120_000;

/** What is read, and how it may be ended. */
export interface ExportQuery {
  /** A SELECT whose plan gives its first rows at once: one that follows an index. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** Ends the reading, also in the middle of a statement. */
  readonly signal: AbortSignal;
  /** {@link EXPORT_ROWS} when not given. */
  readonly batchRows?: number | undefined;
}

/** Takes rows, and is asked again only once it has; there is at least one. */
export type TakeRows<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Reads any number of rows in constant memory, from a cursor in one snapshot of the database: what is written or
 * deleted meanwhile is not seen. Holds a connection for as long as the rows are taken.
 *
 * @param db - with a connection to spare, by which a statement under way is cancelled.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}, what `take` throws, and the signal's reason.
 */
export async function exportRows<Row>(db: Database, query: ExportQuery, take: TakeRows<Row>): Promise<void> {
  const { signal } = query;
  signal.throwIfAborted();
  await db
    .transaction(async (sql) => {
      const forget = await cancelOn(signal, sql, db);
      try {
        await readCursor(sql, query, take);
      } finally {
        forget();
      }
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
}

async function readCursor<Row>(
  sql: Sql,
  { text, values, signal, batchRows = EXPORT_ROWS }: ExportQuery,
  take: TakeRows<Row>,
): Promise<void> {
  await sql.query(`DECLARE export NO SCROLL CURSOR FOR ${text}`, values);
  const fetch = (): Promise<Row[]> => {
    const rows = sql.query<Row>(`FETCH ${batchRows} FROM export`);
    // When the rows before it cannot be taken nobody waits for these.
    rows.catch(() => undefined);
    return rows;
  };
  for (let rows = await fetch(); rows.length > 0;) {
    signal.throwIfAborted();
    const next = rows.length < batchRows ? null : fetch();
    await take(rows);
    rows = next === null ? [] : await next;
  }
}

/** Has the server end what it does for this transaction when the signal fires. */
async function cancelOn(signal: AbortSignal, sql: Sql, db: Sql): Promise<() => void> {
  const [row] = await sql.query<{ pid: number }>(
    `SELECT pg_backend_pid() AS pid, set_config('idle_in_transaction_session_timeout', $1, true)`,
    [String(IDLE_MS)],
  );
  const pid = row?.pid ?? 0;
  // A connection that breaks ends the statement as well.
  const cancel = () => void db.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  return () => signal.removeEventListener('abort', cancel);
}
