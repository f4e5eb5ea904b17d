import { PrismaPg } from '@prisma/adapter-pg';
import { type ClientBase, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { PrismaClient } from '../generated/client';
import { type CopyRows, copyRows } from './copy';
import { copyOut, type CopyOutOptions } from './copy-out';
import { DatabaseRefusedError, DatabaseUnavailableError, named } from './errors';

/** How a program uses the database. */
export interface DatabaseOptions {
  /** Most connections at once. */
  readonly poolSize: number;
  /** What the database's own lists call this program. */
  readonly applicationName: string;
  /** A statement that takes longer is cancelled; 30 s when not given. */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a connection, and for a server that does not answer at all; 5 s when not given. */
  readonly connectTimeoutMs?: number;
}

/** Runs SQL, in a transaction or outside of one. Values go in as parameters only. */
export interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs a statement that each connection parses once, under its name; one name is one text. Where there is no such
   * thing, {@link query} does the same at the price of parsing it again.
   */
  prepared?<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** Runs a statement that is asked for again and again, prepared where that can be. */
export function runPrepared<Row>(sql: Sql, name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  return sql.prepared?.<Row>(name, text, values) ?? sql.query<Row>(text, values);
}

/** SQL that is all done or not at all. */
export interface Transaction extends Sql {
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Sends rows as {@link copyRows} does; the limit of a statement does not hold for it. */
  copy(statement: string, rows: CopyRows, timeoutMs?: number): Promise<number>;
  /** Reads what a statement gives as {@link copyOut} does. */
  copyOut(statement: string, options: CopyOutOptions): AsyncIterable<Buffer>;
  /** From here on each statement may take as long as this; one that sorts a million rows rightly does. */
  allow(timeoutMs: number): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 20_000;
/** What a server has, beyond the time of a statement, to say that it cancelled it. */
const ANSWER_MS = 5_000;

/** One pool of connections, for SQL and for the generated client alike. */
export class Database implements Sql {
  readonly prisma: PrismaClient;
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
      // The server cancels first; this one is for a server that does not answer at all.
      query_timeout: statementTimeoutMs + connectTimeoutMs,
      // A process that hangs with the log's lock must not stop the others for longer.
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
    });
    // A connection that breaks is reported by the next statement, or replaced by the pool; unheard, the event would end
    // the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => void client.on('error', () => undefined));
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.#pool, { disposeExternalPool: false }) });
  }

  /** @throws {DatabaseUnavailableError} when the database is away; {DatabaseRefusedError} */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return run(this.#pool, text, values);
  }

  /** @throws {DatabaseUnavailableError} {DatabaseRefusedError} */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return run(this.#pool, text, values, { name });
  }

  /**
   * Runs `work` in one transaction: all of it or nothing.
   *
   * @param begin - how it begins, such as `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`.
   * @throws {DatabaseUnavailableError} when the database is away; at the commit it is open whether the work was done.
   * @throws {DatabaseRefusedError} and what `work` throws, after the rollback.
   */
  async transaction<T>(work: (sql: Transaction) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    const client = await this.#pool.connect().catch(rethrowNamed);
    try {
      const result = await inTransaction(client, work, begin);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Connections that statements and transactions hold now, and how many of these wait for one. */
  get connections(): { readonly held: number; readonly awaited: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { held: totalCount - idleCount, awaited: waitingCount };
  }

  /** Lets the statements under way end. Closing again changes nothing. */
  close(): Promise<void> {
    this.#closing ??= this.prisma.$disconnect().then(() => this.#pool.end());
    return this.#closing;
  }
}

/** How a statement is run. */
interface RunOptions {
  /** Of one that is parsed once a connection. */
  readonly name?: string;
  /** How long the driver waits for a server that does not answer, in place of what the pool says. */
  readonly answerMs?: number | undefined;
}

/** Runs one statement; its failures bear our names. */
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
  const { rows } = await client.query<Row & QueryResultRow>(statement).catch(rethrowNamed);
  return rows;
}

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
    // The commit of a failed transaction is a rollback without an error.
    const { command } = await client.query('COMMIT').catch(rethrowNamed);
    if (command !== 'COMMIT') throw new DatabaseRefusedError('25P02', 'a statement of the transaction had failed');
    return result;
  } catch (error) {
    // To a server that does not answer it would be one more wait; the end of the connection is a rollback as well.
    if (!(error instanceof DatabaseUnavailableError)) await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Opens the database at `url`. Nothing is sent yet: the first statement connects. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  return new Database(url, options);
}
