import { chmod, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Database, migrate, openDatabase, startEmbeddedPostgres } from '@droptrack/persistence';
import { withClient, withDatabase } from '@droptrack/persistence/testing';
import type { Cleanup } from '../../test/cleanup';

/** An embedded PostgreSQL of a run, as durable as the service's. */
export class Postgres {
  private constructor(
    private readonly url: string,
    private readonly migrations: string,
  ) {}

  /**
   * @param scratch - a directory that the cleanup deletes.
   * @param root - of the repository.
   */
  static async start(scratch: string, root: string, cleanup: Cleanup): Promise<Postgres> {
    const home = join(scratch, 'postgres-home');
    await mkdir(home, { recursive: true });
    // The server may run as another user.
    await chmod(home, 0o755);
    const server = await startEmbeddedPostgres({ home });
    await cleanup.push(async () => {
      await server.stop();
      if (!server.dataDirectory.startsWith(home))
        await rm(dirname(server.dataDirectory), { recursive: true, force: true });
    });
    return new Postgres(server.url, join(root, 'prisma', 'migrations'));
  }

  /** Creates a database with all migrations applied. @returns its address. */
  async createDatabase(name: string): Promise<string> {
    await withClient(this.url, (client) => client.query(`CREATE DATABASE ${name}`));
    const url = withDatabase(this.url, name);
    await migrate(url, this.migrations);
    return url;
  }
}

const STATEMENT_TIMEOUT_MS = 300_000;

/** A connection pool for the set-up of a bench. */
export function openBenchDatabase(url: string, poolSize = 1, statementTimeoutMs = STATEMENT_TIMEOUT_MS): Database {
  return openDatabase(url, { poolSize, applicationName: 'droptrack bench', statementTimeoutMs });
}
