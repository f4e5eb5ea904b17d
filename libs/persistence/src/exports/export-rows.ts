import type { Database, Sql, Transaction } from '../database/database';

/** Maximum time between two batches; the server ends a slower transaction. */
const IDLE_MS = 120_000;

/** Query of an export. */
interface ExportQuery {
  /** A SELECT that follows an index, so that its first rows arrive at once. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** Rows per FETCH. One batch is sent while the next is fetched; no more is in memory. */
  readonly batchRows: number;
}

/** Consumer of rows, at least one per call; the next call follows once the promise resolves. */
export type TakeRows<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Streams any number of rows in constant memory, through a cursor of the database.
 *
 * @throws as {@link inSnapshot}, and the errors of `take`.
 */
export function exportRows<Row>(
  db: Database,
  query: ExportQuery,
  take: TakeRows<Row>,
  signal: AbortSignal,
): Promise<void> {
  return inSnapshot(db, signal, (sql) => streamRows(sql, query, take));
}

/** Streams rows within a transaction, which can stream other rows afterwards. */
export async function streamRows<Row>(
  sql: Sql,
  { text, values, batchRows }: ExportQuery,
  take: TakeRows<Row>,
): Promise<void> {
  await sql.query(`DECLARE export NO SCROLL CURSOR FOR ${text}`, values);
  await takeBatches(async () => {
    const rows = await sql.query<Row>(`FETCH ${batchRows} FROM export`);
    return { rows, isLast: rows.length < batchRows };
  }, take);
  await sql.query('CLOSE export');
}

/** Batch of rows. */
interface Batch<Row> {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/** Passes batches to the consumer, and prefetches one. */
export async function takeBatches<Row>(fetch: () => Promise<Batch<Row>>, take: TakeRows<Row>): Promise<void> {
  for (let next: Promise<Batch<Row>> | null = fetch(); next !== null;) {
    const { rows, isLast }: Batch<Row> = await next;
    next = isLast ? null : fetch();
    // Handled by the next iteration, which does not happen when `take` throws.
    next?.catch(() => undefined);
    if (rows.length > 0) await take(rows);
  }
}

/**
 * Runs `read` in one snapshot of the database, unaffected by concurrent writes. Holds a connection for the whole time.
 *
 * @param db - with a spare connection, to cancel a running statement.
 * @param signal - aborts it, also in the middle of a statement.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}, the errors of `read`, and the reason of the signal.
 */
export async function inSnapshot(
  db: Database,
  signal: AbortSignal,
  read: (sql: Transaction) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  try {
    await db.transaction(async (sql) => {
      const removeListener = await cancelOn(signal, sql, db);
      try {
        await read(sql);
      } finally {
        removeListener();
      }
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Cancels the running statement of the transaction when the signal fires. */
async function cancelOn(signal: AbortSignal, sql: Sql, db: Sql): Promise<() => void> {
  const [row] = await sql.query<{ pid: number }>(
    `SELECT pg_backend_pid() AS pid, set_config('idle_in_transaction_session_timeout', $1, true)`,
    [String(IDLE_MS)],
  );
  signal.throwIfAborted();
  const pid = row?.pid ?? 0;
  // The end of the connection would cancel the statement as well.
  const cancel = () => void db.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  return () => signal.removeEventListener('abort', cancel);
}
