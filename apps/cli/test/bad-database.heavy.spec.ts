import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTestDatabase,
  startTlsServer,
  type TestDatabase,
  type TlsServer,
  withClient,
} from '@droptrack/persistence/testing';
import { builtProgram } from '@droptrack/program/testing';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('skipped, openssl is not installed: a certificate that is not accepted\n');

const PASSWORD = 'made-up';
const role = `limited_${process.pid}`;
const ports = { PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' };

describe('a built program on a database that it cannot use', () => {
  let home = '';
  let database: TestDatabase;
  let tls: TlsServer;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'droptrack-bad-'));
    if (hasOpenssl) tls = await startTlsServer();
  });
  afterAll(async () => {
    await tls?.stop();
    rmSync(home, { recursive: true });
  });
  const administer = (statement: string) => withClient(database.url, (client) => client.query(statement));
  beforeEach(async () => {
    database = await createTestDatabase();
    await administer(`CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`);
    await administer(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  });
  afterEach(async () => {
    await administer(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await database.drop();
  });

  const run = async (command: string, settings: Readonly<Record<string, string>>) => {
    const env = { PATH: process.env['PATH'], DROPTRACK_HOME: home, SOURCES_OFF: 'all', ...ports, ...settings };
    const child = spawn(process.execPath, [builtProgram('cli'), command], { env, cwd: '/' });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, said };
  };
  /** Each command ends with 1, states problem and mend once, and shows neither a stack nor a password. */
  const expectSentence = async (
    url: string,
    commands: readonly string[],
    sentence: RegExp,
    settings: Readonly<Record<string, string>> = {},
  ) => {
    const ends = await Promise.all(commands.map((command) => run(command, { DATABASE_URL: url, ...settings })));
    for (const [index, { code, said }] of ends.entries()) {
      const command = commands[index];
      expect({ command, code, said }).toEqual({ command, code: 1, said: expect.stringMatching(sentence) as string });
      expect(said).not.toMatch(/\n {4}at |\\n {4}at /);
      expect(said).not.toContain(`:${PASSWORD}@`);
    }
  };
  const ALL = ['migrate', 'api', 'worker', 'doctor'];
  const asRole = (): string => {
    const url = new URL(database.url);
    [url.username, url.password] = [role, PASSWORD];
    return String(url);
  };

  // The worker waits for a host that is away.
  it('names a host that is not known', () =>
    expectSentence(
      'postgres://droptrack@no-such-host.invalid/x',
      ['migrate', 'api', 'doctor'],
      /the host name does not resolve|the name lookup of the host failed temporarily/,
    ));

  it.each([
    [
      'the right to connect',
      'REVOKE CONNECT ON DATABASE :database FROM PUBLIC',
      /the role lacks a permission \(permission denied for database .*make the role the owner/s,
    ],
    [
      'the right to use the schema',
      'REVOKE USAGE ON SCHEMA public FROM PUBLIC',
      /may use no schema of its search path.*GRANT USAGE, CREATE ON SCHEMA public TO …/s,
    ],
    [
      'the right to lock',
      'REVOKE EXECUTE ON FUNCTION pg_advisory_lock(bigint), pg_advisory_xact_lock(bigint) FROM PUBLIC',
      /function pg_advisory_(xact_lock\(bigint\).*GRANT EXECUTE ON FUNCTION|lock\).*grant it)/s,
    ],
  ])('names %s that a role lacks', async (_, statement, sentence) => {
    await administer(statement.replace(':database', new URL(database.url).pathname.slice(1)));
    await expectSentence(asRole(), ALL, sentence);
  });

  it('names the variable of a replica', () =>
    expectSentence(
      database.url,
      ['api'],
      /the (host name does not resolve|name lookup of the host failed).*check the host in DATABASE_READ_URL/s,
      {
        DATABASE_READ_URL: 'postgres://droptrack@no-such-host.invalid/x',
      },
    ));

  (hasOpenssl ? it : it.skip)('names a certificate that is not accepted', () =>
    expectSentence(
      `${tls.url}?sslmode=verify-full`,
      ALL,
      /its certificate is not accepted \(self-signed certificate\).*add `sslrootcert`/s,
    ),
  );
});
