import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase, withClient } from '@droptrack/persistence/testing';
import { builtProgram, freePort } from '@droptrack/program/testing';
import { until } from './service';

/** New process ids, as in a container; the first process of them ignores signals without a listener. */
const AS_FIRST = ['--pid', '--fork', '--kill-child', '--mount-proc'];
const canBeFirst = spawnSync('unshare', [...AS_FIRST, 'true']).status === 0;
if (!canBeFirst) process.stderr.write('skipped, no new PID namespace can be created: signals as process 1\n');

const running = new Set<ReturnType<typeof start>>();

/** Starts a built command with the given settings only. */
function start(command: readonly string[], env: Readonly<Record<string, string>>, isFirst = false) {
  const words = [process.execPath, builtProgram('cli'), ...command];
  const [file = '', ...args] = isFirst ? ['unshare', ...AS_FIRST, ...words] : words;
  const ports = { PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0', EXPLORER_PORT: '0' };
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], DROPTRACK_HOME: home, SOURCES_OFF: 'all', ...ports, ...env },
    cwd: '/',
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const started = {
    child,
    said,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, ...said })),
  };
  running.add(started);
  void started.ended.then(() => running.delete(started));
  return started;
}

/** Process ids of the direct children of a process. */
const childrenOf = (pid = 0): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Last line of a log: each line must be JSON. */
const lastLine = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; code?: string; msg: string; err?: unknown })
    .at(-1);

let home = '';
let database: TestDatabase;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'droptrack-services-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const { child, ended } of [...running]) {
    child.kill('SIGKILL');
    await ended;
  }
  await database.drop();
  rmSync(home, { recursive: true });
});

const READY = { api: '"listening"', worker: '"working"', explorer: '"listening"' } as const;
type Name = keyof typeof READY;
const settingsOf = (name: Name): Record<string, string> =>
  name === 'explorer'
    ? { EXPLORER_API_URL: 'http://127.0.0.1:9', EXPLORER_API_KEY: 'dtk_000000000000000000000000000000' }
    : { DATABASE_URL: database.url };

describe('a program as a command', () => {
  it.each([
    ['api', 'SIGTERM'],
    ['worker', 'SIGINT'],
    ['explorer', 'SIGTERM'],
  ] as const)('runs %s in its own process, and ends with 0 on %s', async (name, signal) => {
    const { child, said, ended } = start([name], settingsOf(name));
    await Promise.race([until(() => said.stdout.includes(READY[name])), ended]);
    expect(childrenOf(child.pid)).toEqual([]);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  (canBeFirst ? it : it.skip).each(['api', 'worker'] as const)(
    'ends %s with 0 on SIGTERM as process 1',
    async (name) => {
      const { child, said, ended } = start([name], settingsOf(name), true);
      await Promise.race([until(() => said.stdout.includes(READY[name])), ended]);
      const [first = 0] = childrenOf(child.pid);
      process.kill(first, 'SIGTERM');
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
    },
  );

  // As process 1 it would otherwise ignore the signal, and be killed when the patience of the orchestrator ends.
  (canBeFirst ? it : it.skip)('ends with 0 on a signal that comes before it listens, as process 1', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const connected = once(silent, 'connection');
    const { port } = silent.address() as AddressInfo;
    const { child, ended } = start(['api'], { DATABASE_URL: `postgres://droptrack@127.0.0.1:${port}/d` }, true);
    await Promise.race([connected, ended]);
    process.kill(childrenOf(child.pid)[0] ?? 0, 'SIGTERM');
    const { stdout, ...others } = await ended;
    // It has warned of a Node without support before.
    expect({ ...others, stdout: stdout.replace(/^.*"node_unsupported".*\n/, '') }).toMatchObject({
      ...{ code: 0, stdout: '', stderr: '' },
    });
    silent.close();
  });
});

describe('a start that is rejected', () => {
  const own: TestDatabase[] = [];
  afterEach(() => Promise.all(own.splice(0).map((each) => each.drop())));
  const prepared = async (isMigrated: boolean, statement: string): Promise<string> => {
    const each = await createTestDatabase({ migrated: isMigrated });
    own.push(each);
    await withClient(each.url, (client) => client.query(statement));
    return each.url;
  };
  const RECORD = `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', now(), `;
  const wrong = (change: (url: URL) => void): string => {
    const url = new URL(database.url);
    change(url);
    return String(url);
  };

  const expectRejection = async (name: 'api' | 'worker', url: string, code: string, message: RegExp) => {
    const { code: exit, stdout, stderr } = await start([name], { DATABASE_URL: url }).ended;
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' });
    const line = lastLine(stdout);
    expect(line).toMatchObject({ level: 'fatal', code, msg: expect.stringMatching(message) as string });
    expect(line).not.toHaveProperty('err');
    expect(stdout).not.toContain(new URL(database.url).password);
  };

  it.each([
    ['api', 'database_empty', false, 'SELECT', /^The database is empty: run `droptrack migrate`$/],
    ['worker', 'database_foreign', false, 'CREATE TABLE invoices (id int)', /another project.*invoices/],
    [
      'worker',
      'database_outdated',
      true,
      'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
      /^The database lacks migrations of this version \(.*\): run `droptrack migrate`$/,
    ],
    [
      'api',
      'database_newer',
      true,
      `${RECORD}'20990101000000_drop_one_needs_99_0_0')`,
      /needs Droptrack 99\.0\.0 or later, and this is .*: install version 99\.0\.0 or later$/,
    ],
  ] as const)('ends %s with 1 and one sentence: %s', async (name, code, isMigrated, statement, message) => {
    await expectRejection(name, await prepared(isMigrated, statement), code, message);
  });

  it('names the rights that a role lacks', async () => {
    const role = `reader_${process.pid}`;
    const url = await prepared(
      true,
      `CREATE ROLE ${role} LOGIN PASSWORD 'made-up'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
    );
    const asRole = new URL(url);
    [asRole.username, asRole.password] = [role, 'made-up'];
    try {
      await expectRejection('worker', String(asRole), 'database_forbidden', /may not read and write the table .*GRANT/);
    } finally {
      await withClient(url, (client) => client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`));
    }
  });

  // A retry does not mend them; an unavailable server is another matter.
  it.each([
    ['a wrong password', (url: URL) => (url.password = 'wrong'), /password is wrong .*; check user and password/],
    ['a missing database', (url: URL) => (url.pathname = '/absent'), /database does not exist .*; create it/],
    ['a server without TLS', (url: URL) => url.searchParams.set('sslmode', 'verify-full'), /offers no encryption/],
  ])('ends the worker at once for %s', async (_, change, message) => {
    await expectRejection('worker', wrong(change), 'database_refused', message);
  });

  it('lets the worker wait for a server that is away, with one warning that names the mend', async () => {
    const port = await freePort();
    const { child, said, ended } = start(['worker'], { DATABASE_URL: wrong((url) => (url.port = String(port))) });
    await Promise.race([until(() => said.stdout.includes('does not respond yet')), ended]);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain('connection refused');
    expect(said.stdout).toContain('check host and port of DATABASE_URL');
  });

  // The port of another server is the likeliest mistake; the API would count requests alone and for ever.
  it('ends the API with 1 and one sentence for a REDIS_URL that leads to another server', async () => {
    const { port } = new URL(database.url);
    const env = { DATABASE_URL: database.url, REDIS_URL: `redis://127.0.0.1:${port}` };
    const { code, stdout, stderr } = await start(['api'], env).ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const line = lastLine(stdout);
    const msg = expect.stringMatching(`not Redis but PostgreSQL \\(.*:${port}\\): check host and port in REDIS_URL$`);
    expect(line).toMatchObject({ level: 'fatal', code: 'redis_unusable', msg });
    expect(line).not.toHaveProperty('err');
  });

  it('ends with 2 for invalid settings, before anything is tried', async () => {
    const { code, stdout } = await start(['api'], { DATABASE_URL: database.url, PORT: 'many' }).ended;
    expect({ code, line: lastLine(stdout) }).toMatchObject({
      code: 2,
      line: { level: 'fatal', code: 'invalid_environment', msg: expect.stringContaining('PORT') as string },
    });
  });

  it('applies the migrations that a rejected start names', async () => {
    const url = await prepared(false, 'SELECT');
    const check = await start(['migrate', '--check'], { DATABASE_URL: url }).ended;
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining('droptrack migrate') as string });
    const two = [
      start(['migrate', '--json'], { DATABASE_URL: url }),
      start(['migrate', '--json'], { DATABASE_URL: url }),
    ];
    const ends = await Promise.all(two.map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    const applied = ends.map(({ stdout }) => (JSON.parse(stdout) as { applied: unknown[] }).applied.length);
    // One applied all of them, the other none.
    expect([Math.min(...applied) === 0, Math.max(...applied) > 0]).toEqual([true, true]);
    expect(await start(['migrate', '--check'], { DATABASE_URL: url }).ended).toMatchObject({ code: 0 });
  });
});
