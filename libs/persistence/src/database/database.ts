import { PrismaPg } from '@prisma/adapter-pg';
import { type ClientBase, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { PrismaClient } from '../generated/client';
import { type CopyRows, copyRows } from './copy';
import { copyOut, type CopyOutOptions } from './copy-out';
import { DatabaseRejectedError, DatabaseUnavailableError, named } from './errors';

/** Connection settings of a program. */
interface DatabaseOptions {
  /** Maximum number of connections. */
  readonly poolSize: number;
  /** Name of the program in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Time after which a statement is cancelled; 30 s when not given. */
  readonly statementTimeoutMs?: number;
  /** Maximum wait for a connection, and for an unresponsive server; 5 s when not given. */
  readonly connectTimeoutMs?: number;
}

/** Runs SQL, inside or outside of a transaction. Values are passed as parameters only. */
export interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs a named prepared statement, which each connection parses once; a name always has the same text. Optional: where
   * it is absent, {@link query} runs the same statement.
   */
  prepared?<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** Runs a frequent statement, prepared where the connection supports it. */
export function runPrepared<Row>(sql: Sql, name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  return sql.prepared?.<Row>(name, text, values) ?? sql.query<Row>(text, values);
}

/** SQL of one transaction. */
export interface Transaction extends Sql {
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Sends rows by COPY, see {@link copyRows}; the statement timeout does not apply. */
  copy(statement: string, rows: CopyRows, timeoutMs?: number): Promise<number>;
  /** Reads the result of a statement by COPY, see {@link copyOut}. */
  copyOut(statement: string, options: CopyOutOptions): AsyncIterable<Buffer>;
  /** Sets the timeout of the following statements, for transactions that sort a million rows. */
  allow(timeoutMs: number): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 20_000;
/** Time beyond the statement timeout in which the server reports the cancellation. */
const ANSWER_MS = 5_000;

/** A pool of connections for SQL and for the Prisma client. */
export class Database implements Sql {
  readonly #prisma: PrismaClient;
  readonly #pool: Pool;
  #closing: Promise<void> | null = null;

  constructor(url: string, options: DatabaseOptions) {
    const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
    this.#pool = new Pool({
      connectionString: url,
      max: options.poolSize,
      application_name: options.applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      // The server cancels first; this limit is for an unresponsive server.
      query_timeout: statementTimeoutMs + connectTimeoutMs,
      // Limits how long a process that hangs with the lock of the log blocks the others.
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
    });
    // The next statement reports a broken connection, or the pool replaces it. Without a listener, the event would end the
    // process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => void client.on('error', () => undefined));
    this.#prisma = new PrismaClient({ adapter: new PrismaPg(this.#pool, { disposeExternalPool: false }) });
  }

  /** @throws {DatabaseUnavailableError} {DatabaseRejectedError} */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return run(this.#pool, text, values);
  }

  /** @throws {DatabaseUnavailableError} {DatabaseRejectedError} */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return run(this.#pool, text, values, { name });
  }

  /**
   * Runs `work` with the Prisma client, on connections of the same pool (docs/decisions/0025). It does not take part in
   * {@link transaction}.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError} and what `work` throws.
   */
  client<T>(work: (prisma: PrismaClient) => Promise<T>): Promise<T> {
    return work(this.#prisma).catch(rethrowNamed);
  }

  /**
   * Runs `work` in one transaction.
   *
   * @param begin - statement that begins it, such as `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`.
   * @throws {DatabaseUnavailableError} when the database is down; at the commit, the outcome is then unknown.
   * @throws {DatabaseRejectedError} and the errors of `work`, after the rollback.
   */
  async transaction<T>(work: (sql: Transaction) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await inTransaction(client, work, begin);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      // The driver throws at once for a setting that it cannot use, such as a missing file.
      return await this.#pool.connect();
    } catch (error) {
      throw named(error);
    }
  }

  /** Connections that statements and transactions hold now: proves in tests that a request holds none while it waits. */
  get connectionsInUse(): number {
    return this.#pool.totalCount - this.#pool.idleCount;
  }

  /** Closes the pool once running statements have ended. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#prisma.$disconnect().then(() => this.#pool.end());
    return this.#closing;
  }
}

/** Options of a single statement. */
interface RunOptions {
  /** Name of a prepared statement. */
  readonly name?: string;
  /** Maximum wait of the driver for an unresponsive server; the setting of the pool when not given. */
  readonly answerMs?: number | undefined;
}

/** Runs one statement; its errors are ours, see {@link named}. */
export async function run<Row>(
  client: Pick<ClientBase | Pool, 'query'>,
  text: string,
  values: readonly unknown[] = [],
  { name, answerMs }: RunOptions = {},
): Promise<Row[]> {
  const statement = {
    text,
    values: [...values],
    ...(name !== undefined && { name }),
    ...(answerMs !== undefined && { query_timeout: answerMs }),
  };
  try {
    return (await client.query<Row & QueryResultRow>(statement)).rows;
  } catch (error) {
    throw named(error);
  }
}

/** SQL of one connection. */
export const sqlOf = (client: Pick<ClientBase, 'query'>): Sql => ({
  query: (text, values) => run(client, text, values),
});

function rethrowNamed(error: unknown): never {
  throw named(error);
}

async function inTransaction<T>(client: PoolClient, work: (sql: Transaction) => Promise<T>, begin: string): Promise<T> {
  let answerMs: number | undefined;
  const sql: Transaction = {
    query: (text, values) => run(client, text, values, { answerMs }),
    prepared: (name, text, values) => run(client, text, values, { name, answerMs }),
    allow: async (timeoutMs) => {
      await run(client, `SELECT set_config('statement_timeout', $1, true)`, [String(timeoutMs)]);
      answerMs = timeoutMs + ANSWER_MS;
    },
    copy: (statement, rows, timeoutMs) => copyRows(client, statement, rows, timeoutMs),
    copyOut: (statement, options) => copyOut(client, statement, options),
  };
  await sql.query(begin);
  try {
    const result = await work(sql);
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, without an error.
    const { command } = await client.query('COMMIT').catch(rethrowNamed);
    if (command !== 'COMMIT') throw new DatabaseRejectedError('25P02', 'a statement of the transaction had failed');
    return result;
  } catch (error) {
    // An unresponsive server would only add a wait; the end of the connection rolls back too.
    if (!(error instanceof DatabaseUnavailableError)) await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Opens the database at `url`. The first statement connects. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  return new Database(url, options);
}
