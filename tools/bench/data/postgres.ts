import { chmod, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '@droptrack/persistence';
import { withClient, withDatabase } from '@droptrack/persistence/testing';
import type { Cleanup } from '../process/cleanup';

/** A PostgreSQL of the benches' own, as durable as the service's. */
export class Postgres {
  private constructor(
    private readonly url: string,
    private readonly migrations: string,
  ) {}

  /**
   * @param scratch - directory that is deleted at the end.
   * @param root - of the repository.
   */
  static async start(scratch: string, root: string, cleanup: Cleanup): Promise<Postgres> {
    const home = join(scratch, 'postgres-home');
    await mkdir(home, { recursive: true });
    // The server may run as another user than we do.
    await chmod(home, 0o755);
    const server = await startEmbeddedPostgres({ home });
    await cleanup.push(async () => {
      await server.stop();
      if (!server.dataDirectory.startsWith(home))
        await rm(dirname(server.dataDirectory), { recursive: true, force: true });
    });
    return new Postgres(server.url, join(root, 'prisma', 'migrations'));
  }

  /** Makes an empty database with all migrations applied. @returns its address. */
  async createDatabase(name: string): Promise<string> {
    await withClient(this.url, (client) => client.query(`CREATE DATABASE ${name}`));
    const url = withDatabase(this.url, name);
    await migrate(url, this.migrations);
    return url;
  }
}
