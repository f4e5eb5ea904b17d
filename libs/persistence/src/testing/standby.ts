import { randomBytes } from 'node:crypto';
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Client, escapeLiteral } from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres';
import { withClient } from '../postgres/with-client';
import { scratchDirectory, TEST_HOME_PREFIX } from './test-server';
import { withDatabase } from './with-database';

/** A streaming replica of a test server. */
export interface Standby {
  /** Same database as that of the primary. */
  readonly url: string;
  /** Receives what the primary writes, but shows nothing of it until {@link resume}. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the replication: a primary of its own with what it has received so far. */
  promote(): Promise<void>;
  /** Stops it; {@link start} continues where it was. */
  halt(): Promise<void>;
  start(): Promise<void>;
  /** Stops and deletes it. */
  stop(): Promise<void>;
}

/**
 * Makes a streaming replica of a server on this machine in about a second: a base backup by the functions of the server, as
 * the embedded one has no pg_basebackup.
 *
 * @param primaryUrl - a database of a server that {@link startTestServer} has started.
 * @param replicationUrl - path over which it receives what the primary writes, if not the same.
 */
export async function startStandby(primaryUrl: string, replicationUrl = primaryUrl): Promise<Standby> {
  const home = await mkdtemp(join(await scratchDirectory(), TEST_HOME_PREFIX));
  const data = join(home, 'postgres', 'data');
  const remove = () => rm(home, { recursive: true, force: true });
  const { pathname, password, port } = new URL(replicationUrl);
  const slot = `standby_${randomBytes(4).toString('hex')}`;
  try {
    await chmod(home, 0o755);
    await mkdir(dirname(data));
    await copyData(primaryUrl, data);
    await withClient(primaryUrl, (client) =>
      client.query('SELECT pg_create_physical_replication_slot($1, true)', [slot]),
    );
    const primary = `host=127.0.0.1 port=${port} user=droptrack password=${password}`;
    await appendFile(
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = ${escapeLiteral(primary)}\nprimary_slot_name = ${escapeLiteral(slot)}\n`,
    );
    await writeFile(join(home, 'postgres.password'), password, { mode: 0o600 });
    let server = await startEmbeddedPostgres({ home, durable: false });
    const url = withDatabase(server.url, pathname.slice(1));
    const fixedPort = server.port;
    const run = (statement: string) => withClient(url, (client) => client.query(statement)).then(() => undefined);
    return {
      url,
      pause: () => run('SELECT pg_wal_replay_pause()'),
      resume: () => run('SELECT pg_wal_replay_resume()'),
      promote: () => run('SELECT pg_promote()'),
      halt: () => server.stop(),
      start: async () => void (server = await startEmbeddedPostgres({ home, durable: false, port: fixedPort })),
      stop: async () => {
        await server.stop();
        await remove();
        await withClient(primaryUrl, (client) => client.query('SELECT pg_drop_replication_slot($1)', [slot])).catch(
          () => undefined,
        );
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Copies the data directory of a running server, without its log, which the copy then receives. */
async function copyData(primaryUrl: string, data: string): Promise<void> {
  // The backup belongs to its session.
  const client = new Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ directory: string }>(`SELECT current_setting('data_directory') AS directory`);
    const source = rows[0]?.directory ?? '';
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await cp(source, data, {
      recursive: true,
      filter: (path) => !basename(path).startsWith('postmaster.') && dirname(path) !== join(source, 'pg_wal'),
    });
    const backup = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await mkdir(join(data, 'pg_wal', 'archive_status'), { recursive: true });
    await writeFile(join(data, 'backup_label'), backup.rows[0]?.labelfile ?? '');
    await writeFile(join(data, 'standby.signal'), '');
    const { uid, gid } = await stat(source);
    await giveTo(data, uid, gid);
    await chmod(data, 0o700);
  } finally {
    await client.end();
  }
}

/** Gives a directory with everything in it to the user of the server. */
async function giveTo(directory: string, uid: number, gid: number): Promise<void> {
  const entries = await readdir(directory, { recursive: true });
  await Promise.all(
    [directory, ...entries.map((entry) => join(directory, entry))].map((path) => chown(path, uid, gid)),
  );
}
