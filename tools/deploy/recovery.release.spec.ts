import { openDatabase } from '@droptrack/persistence';
import { withDatabase } from '@droptrack/persistence/testing';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { droptrack } from './command-line';
import { type DebianPostgres, describeWithDebianPostgres, startDebianPostgres } from './debian-postgres';

const CATALOGUE = join(__dirname, '../../prisma/catalogue');

const page = readFileSync(join(__dirname, '../../docs/backup.md'), 'utf8');
const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands!);
const blockWith = (text: string): string => blocks.find((commands) => commands.includes(text))!;

// The lines of docs/backup.md, with another server than that of Debian's service.
describeWithDebianPostgres()('a recovery to a point in time', () => {
  let server: DebianPostgres;
  let url: string;
  beforeAll(async () => {
    server = await startDebianPostgres();
    server.run('psql', server.url, '-c', 'CREATE DATABASE droptrack');
    url = withDatabase(server.url, 'droptrack');
  });
  afterAll(() => server.remove());

  /** Runs lines of the page as the user of the server, which has its own folders and no systemd. */
  const run = (lines: string): void => {
    const { uid, gid } = statSync(server.data);
    const script = `
      set -e
      runuser() { shift 3; "$@"; }
      systemctl() { ${server.run('pg_config', '--bindir').trim()}/pg_ctl -D ${server.data} -l ${server.folder}/log -w $1; }
      ${lines
        .replaceAll('/srv/', `${server.folder}/`)
        .replace('/var/lib/postgresql/17/main', server.data)
        .replace('-o postgres -g postgres', '')}`;
    const { port, username: user } = new URL(server.url);
    const env = { ...process.env, PGHOST: '127.0.0.1', PGPORT: port, PGUSER: user, PGDATABASE: 'postgres' };
    execFileSync('sh', ['-c', script], { uid, gid, env, cwd: server.folder, stdio: 'pipe' });
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
    run(blockWith('archive_mode'));
    run(blockWith('pg_basebackup'));
    await done('keys', 'issue', '--plan', 'pro', '--label', 'before');
    const [target] = await query<{ at: string }>('SELECT clock_timestamp()::text AS at');
    await done('keys', 'issue', '--plan', 'pro', '--label', 'after');
    const [lost] = await query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head');

    // The last act of the server is to archive what it has written.
    run(blockWith('recovery.signal').replace(/(?<=instant=').*(?=')/, target!.at));
    expect(readdirSync(join(server.folder, 'archive')).length).toBeGreaterThan(0);
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
