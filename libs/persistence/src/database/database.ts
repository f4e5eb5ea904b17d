import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolClient } from 'pg';
import { PrismaClient } from '../generated/client';
import { named } from './errors';

/** How a program uses the database. */
export interface DatabaseOptions {
  /** Most connections at once. */
  readonly poolSize: number;
  /** What the database's own lists call this program. */
  readonly applicationName: string;
  /** A statement that takes longer is cancelled; 30 s when not given. */
  readonly statementTimeoutMs?: number;
}

/** Runs SQL, in a transaction or outside of one. Values go in as parameters only. */
export interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** One pool of connections, for SQL and for the generated client alike. */
export class Database implements Sql {
  readonly prisma: PrismaClient;
  readonly #pool: Pool;

  constructor(url: string, { poolSize, applicationName, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: DatabaseOptions) {
    this.#pool = new Pool({
      connectionString: url,
      max: poolSize,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: statementTimeoutMs,
      // The server cancels first; this one is for a server that does not answer at all.
      query_timeout: statementTimeoutMs + CONNECT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    });
    // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
    this.#pool.on('error', () => undefined);
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.#pool, { disposeExternalPool: false }) });
  }

  /** @throws {DatabaseUnavailableError} when the database is away. */
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.#pool.query(text, [...values])).rows as Row[];
    } catch (error) {
      throw named(error);
    }
  }

  /**
   * Runs `work` in one transaction: all of it or nothing.
   *
   * @param begin - how it begins, such as `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`.
   * @throws {DatabaseUnavailableError} when the database is away; what `work` throws, after the rollback.
   */
  async transaction<T>(work: (sql: Sql) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw named(error);
    });
    // A connection that breaks between two statements is reported by the next statement.
    const ignore = () => undefined;
    client.on('error', ignore);
    try {
      const result = await inTransaction(client, work, begin);
      client.off('error', ignore);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw named(error);
    }
  }

  async close(): Promise<void> {
    await this.prisma.$disconnect();
    await this.#pool.end();
  }
}

async function inTransaction<T>(client: PoolClient, work: (sql: Sql) => Promise<T>, begin: string): Promise<T> {
  const sql: Sql = {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
  };
  await client.query(begin);
  try {
    const result = await work(sql);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Opens the database at `url`. Nothing is sent yet: the first statement connects. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  return new Database(url, options);
}
