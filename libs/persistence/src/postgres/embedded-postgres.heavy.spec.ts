import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { withClient } from './with-client';

const isRoot = process.geteuid?.() === 0;

/** A directory with a space in its name, open to the server's user. */
async function makeHome(mode = 0o755): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'droptrack home '));
  await chmod(home, mode);
  return home;
}
const query = async (url: string, sql: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query(sql)).rows);
const postmasterPid = async (server: EmbeddedPostgres): Promise<number> =>
  parseInt(await readFile(join(server.dataDirectory, 'postmaster.pid'), 'utf8'), 10);
/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-v']).pid;

describe('startEmbeddedPostgres', () => {
  let home: string;
  let server: EmbeddedPostgres;
  const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ home, durable: false });
  beforeAll(async () => {
    home = await makeHome();
    // Two at once: the loser of the race uses the winner's data and server.
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.url).toBe(other.url);
    expect([one.alreadyRunning, other.alreadyRunning].sort()).toEqual([false, true]);
    server = one;
    await other.stop();
  });
  afterAll(async () => {
    await server.stop();
    await rm(home, { recursive: true });
  });

  it('listens on the loopback interface only, and to the password only', async () => {
    const [row] = await query(
      server.url,
      `SELECT current_database() AS db, inet_server_addr()::text AS address, current_setting('listen_addresses') AS listen,
              current_setting('unix_socket_directories') AS sockets, current_setting('data_checksums') AS checksums,
              current_setting('server_encoding') AS encoding, current_setting('lc_collate', true) AS collate`,
    );
    expect(row).toMatchObject({ db: 'droptrack', listen: '127.0.0.1', sockets: '', checksums: 'on', encoding: 'UTF8' });
    await expect(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    expect((await stat(join(home, 'postgres.password'))).mode & 0o777).toBe(0o600);
  });

  it('is found by a second process', async () => {
    expect(await findRunningPostgres(home)).toBe(server.url);
  });

  // A command that runs while the service starts, and the service, whichever ends first.
  it('is shared, and stopped by the last that uses it', async () => {
    const [second, third] = [await start(), await start()];
    expect(second).toMatchObject({ alreadyRunning: true, url: server.url });
    await second.stop();
    await second.stop();
    await server.stop();
    expect(await query(third.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await third.stop();
    expect(await findRunningPostgres(home)).toBeNull();
    server = await start();
  });

  it('keeps the data from start to start', async () => {
    await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await server.stop();
    expect(await findRunningPostgres(home)).toBeNull();
    server = await start();
    expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  // After `kill -9` of the service the server lives on.
  it('uses the server of a starter that is gone, and stops it', async () => {
    const holders = join(home, 'postgres.holders');
    await rm(holders, { recursive: true });
    await mkdir(holders);
    await writeFile(join(holders, `${deadPid()}.0`), '');
    const next = await start();
    expect(next).toMatchObject({ alreadyRunning: true, url: server.url });
    await next.stop();
    expect(await findRunningPostgres(home)).toBeNull();
    server = await start();
  });

  it('recovers after the server itself was killed', async () => {
    const pid = await postmasterPid(server);
    process.kill(pid, 'SIGKILL');
    server = await start();
    expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await postmasterPid(server)).not.toBe(pid);
  });

  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux('waits for what a server that was killed has left, until that ends by itself', async () => {
    const pid = await postmasterPid(server);
    const child = parseInt(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
    process.kill(child, 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    setTimeout(() => process.kill(child, 'SIGCONT'), 1_000);
    server = await start();
    expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  // In a new container the old number soon belongs to another program, and PostgreSQL would not start.
  it('ignores the pid file of a server that is gone, even if another process has its id', async () => {
    await server.stop();
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    const file = [other.pid, server.dataDirectory, 1, server.port, '', '127.0.0.1', '0 0', 'ready', ''].join('\n');
    await writeFile(join(server.dataDirectory, 'postmaster.pid'), file);
    expect(await findRunningPostgres(home)).toBeNull();
    server = await start();
    expect(server.alreadyRunning).toBe(false);
    other.kill();
  });

  it('names a port that is taken, and the way out', async () => {
    await server.stop();
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    await expect(startEmbeddedPostgres({ home, port })).rejects.toThrow(
      `Embedded PostgreSQL: port ${port} is taken. Set DATABASE_URL to use a PostgreSQL of your own.`,
    );
    await new Promise((resolve) => other.close(resolve));
    server = await startEmbeddedPostgres({ home, port });
    expect(server.port).toBe(port);
  });

  it('names what the server said when it cannot start', async () => {
    await server.stop();
    const version = join(server.dataDirectory, 'PG_VERSION');
    const content = await readFile(version, 'utf8');
    await writeFile(version, '9.6\n');
    await expect(start()).rejects.toThrow(EmbeddedPostgresError);
    await expect(start()).rejects.toThrow(/database files are incompatible with server.*postgres\.log/);
    await writeFile(version, content);
  });

  it('says which file is missing when the password is lost', async () => {
    const file = join(home, 'postgres.password');
    const password = await readFile(file, 'utf8');
    await rm(file);
    await expect(start()).rejects.toThrow(/password of the data.*postgres\.password, cannot be read/);
    await writeFile(file, 'another', { mode: 0o600 });
    await expect(start()).rejects.toThrow(/does not take the password/);
    await writeFile(file, password);
    expect(await findRunningPostgres(home)).toBeNull();
  });

  it('rejects a home that cannot be created', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    await expect(startEmbeddedPostgres({ home: join(file, 'home') })).rejects.toThrow(EmbeddedPostgresError);
    expect(await findRunningPostgres(join(home, 'nowhere'))).toBeNull();
  });
});

if (isRoot) {
  // A process of its own, because user ids are per process. It reads this folder, so that must be open to others.
  const otherUser = { uid: 65_534, gid: 65_534, cwd: '/', encoding: 'utf8' } as const;
  const loadTypescript = `
    const { transformFileSync } = require(${JSON.stringify(require.resolve('@swc/core'))});
    const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } };
    require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
    const { startEmbeddedPostgres } = require(${JSON.stringify(join(__dirname, 'embedded-postgres.ts'))});`;
  const asOtherUser = (code: string): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, ['-e', loadTypescript + code], otherUser);

  describe('startEmbeddedPostgres as root', () => {
    let home: string;
    beforeEach(async () => {
      home = await makeHome(0o700);
    });
    afterEach(() => rm(home, { recursive: true }));

    // The server runs as `postgres`, who cannot enter a home of mode 700.
    it('keeps the data elsewhere when the home is not accessible, and logs it', async () => {
      const lines: string[] = [];
      const server = await startEmbeddedPostgres({ home, durable: false, log: (line) => lines.push(line) });
      expect(server.dataDirectory).toMatch(/^\/var\/lib\/droptrack\/[0-9a-f]{16}\/data$/);
      expect(lines).toContainEqual(expect.stringContaining(`cannot reach ${home}`));
      expect(await findRunningPostgres(home)).toBe(server.url);
      await server.stop();
      await rm(join(server.dataDirectory, '..'), { recursive: true });
    });

    if (asOtherUser('').status === 0) {
      it('runs the server as the owner of the data', async () => {
        await chown(home, otherUser.uid, otherUser.gid);
        const run = asOtherUser(`
          startEmbeddedPostgres({ home: ${JSON.stringify(home)}, durable: false })
            .then(async (server) => { console.log(server.dataDirectory); await server.stop(); });`);
        expect(run).toMatchObject({ status: 0, stderr: '', stdout: `${join(home, 'postgres', 'data')}\n` });

        const server = await startEmbeddedPostgres({ home, durable: false });
        expect(await stat(join(server.dataDirectory, 'postmaster.pid'))).toMatchObject({ uid: otherUser.uid });
        await server.stop();

        // A file that root has created cannot be used by another user afterwards: one clear error.
        await chown(join(home, 'postgres.log'), 0, 0);
        const rejected = asOtherUser(`
          startEmbeddedPostgres({ home: ${JSON.stringify(home)} }).catch((error) => console.log(error.message));`);
        expect(rejected.stdout).toMatch(/EACCES.*postgres\.log.*Set DATABASE_URL/);
      });
    }
  });
}
