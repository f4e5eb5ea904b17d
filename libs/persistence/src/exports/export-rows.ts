import type { Database, Sql, Transaction } from '../database/database';

/** A reader of a cursor may take its time between two batches; what is slower is ended by the server as well. */
const IDLE_MS = 120_000;

/** What is read. */
export interface ExportQuery {
  /** A SELECT whose plan gives its first rows at once: one that follows an index. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** Fetched at once. One such batch is sent while the next is fetched; no more is held. */
  readonly batchRows: number;
}

/** Takes rows, and is asked again only once it has; there is at least one. */
export type TakeRows<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Reads any number of rows in constant memory, by a cursor of the database.
 *
 * @throws as {@link inSnapshot}, and what `take` throws.
 */
export function exportRows<Row>(
  db: Database,
  { text, values, batchRows }: ExportQuery,
  take: TakeRows<Row>,
  signal: AbortSignal,
): Promise<void> {
  return inSnapshot(db, signal, async (sql) => {
    await sql.query(`DECLARE export NO SCROLL CURSOR FOR ${text}`, values);
    await takeBatches(async () => {
      const rows = await sql.query<Row>(`FETCH ${batchRows} FROM export`);
      return { rows, isLast: rows.length < batchRows };
    }, take);
  });
}

/** Some of the rows. */
interface Batch<Row> {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/** Gives on batch after batch; while one is taken the next is fetched. */
export async function takeBatches<Row>(fetch: () => Promise<Batch<Row>>, take: TakeRows<Row>): Promise<void> {
  for (let next: Promise<Batch<Row>> | null = fetch(); next !== null;) {
    const { rows, isLast }: Batch<Row> = await next;
    next = isLast ? null : fetch();
    // When the rows before them cannot be taken, nobody waits for these.
    next?.catch(() => undefined);
    if (rows.length > 0) await take(rows);
  }
}

/**
 * Runs `read` in one snapshot of the database: what is written or deleted meanwhile is not seen. Holds a connection for
 * as long as it takes.
 *
 * @param db - with a connection to spare, by which a statement under way is cancelled.
 * @param signal - ends it, also in the middle of a statement.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}, what `read` throws, and the signal's reason.
 */
export async function inSnapshot(
  db: Database,
  signal: AbortSignal,
  read: (sql: Transaction) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  try {
    await db.transaction(async (sql) => {
      const forget = await cancelOn(signal, sql, db);
      try {
        await read(sql);
      } finally {
        forget();
      }
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Has the server end what it does for this transaction when the signal fires. */
async function cancelOn(signal: AbortSignal, sql: Sql, db: Sql): Promise<() => void> {
  const [row] = await sql.query<{ pid: number }>(
    `SELECT pg_backend_pid() AS pid, set_config('idle_in_transaction_session_timeout', $1, true)`,
    [String(IDLE_MS)],
  );
  signal.throwIfAborted();
  const pid = row?.pid ?? 0;
  // A connection that breaks ends the statement as well.
  const cancel = () => void db.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  return () => signal.removeEventListener('abort', cancel);
}
