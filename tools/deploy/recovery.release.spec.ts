import { openDatabase } from '@droptrack/persistence';
import { withDatabase } from '@droptrack/persistence/testing';
import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { droptrack } from './command-line';
import { type DebianPostgres, describeWithDebianPostgres, startDebianPostgres } from './debian-postgres';

const CATALOGUE = join(__dirname, '../../prisma/catalogue');

// The steps of docs/backup.md, with the PostgreSQL of Debian.
describeWithDebianPostgres()('a recovery to a point in time', () => {
  let server: DebianPostgres;
  let url: string;
  beforeAll(async () => {
    server = await startDebianPostgres(['archive_mode=on', 'archive_command=cp %p ../archive/%f']);
    own(join(server.folder, 'archive'));
    server.run('psql', server.url, '-c', 'CREATE DATABASE droptrack');
    url = withDatabase(server.url, 'droptrack');
  });
  afterAll(() => server.remove());

  /** Creates a folder that the user of the server can write. */
  const own = (path: string): void => {
    mkdirSync(path, { recursive: true });
    const { uid, gid } = statSync(server.data);
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
  };
  const done = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await droptrack({ url, folder: server.folder }, ...args);
    expect({ code, problem: code === 0 ? '' : stderr + stdout }).toEqual({ code: 0, problem: '' });
    return stdout;
  };
  const query = async <Row>(text: string): Promise<Row[]> => {
    const db = openDatabase(url, { poolSize: 1, applicationName: 'test' });
    return db.query<Row>(text).finally(() => db.close());
  };
  const labels = async () =>
    (await query<{ label: string }>('SELECT label FROM api_keys ORDER BY 1')).map(({ label }) => label);

  it('has what was recorded before the instant, nothing after it, and begins a new history', async () => {
    await done('migrate');
    await done('catalogue', 'apply', CATALOGUE);
    server.run(
      'pg_basebackup',
      `--pgdata=${server.folder}/base`,
      '--checkpoint=fast',
      '--wal-method=none',
      `--dbname=${url}`,
    );
    await done('keys', 'issue', '--plan', 'pro', '--label', 'before');
    const [target] = await query<{ at: string }>('SELECT clock_timestamp()::text AS at');
    await done('keys', 'issue', '--plan', 'pro', '--label', 'after');
    const [lost] = await query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head');
    await query('SELECT pg_switch_wal()');

    // Its last act is to archive what it has written.
    server.stop();
    expect(readdirSync(join(server.folder, 'archive')).length).toBeGreaterThan(0);
    rmSync(server.data, { recursive: true });
    cpSync(join(server.folder, 'base'), server.data, { recursive: true, preserveTimestamps: true });
    giveToServer(server);
    writeFileSync(join(server.data, 'recovery.signal'), '');
    appendFileSync(
      join(server.data, 'postgresql.auto.conf'),
      `restore_command = 'cp ../archive/%f %p'\nrecovery_target_time = '${target!.at}'\nrecovery_target_action = 'promote'\n`,
    );
    server.start();
    for (let tries = 0; tries < 600; tries += 1) {
      const [row] = await query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
      if (row?.recovering === false) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await labels()).toEqual(['before']);
    await done('restore', '--adopt');
    const [head] = await query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head');
    expect(head!.seq).toBeGreaterThan(lost!.seq + 1e9);
    await done('backup', 'recovered.tar');
  });
});

/** Copies of root belong to root. */
function giveToServer(server: DebianPostgres): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(join(server.folder, 'base'));
  const give = (path: string): void => {
    chownSync(path, uid, gid);
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
  };
  give(server.data);
}
