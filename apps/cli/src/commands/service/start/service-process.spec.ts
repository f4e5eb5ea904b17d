import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heapLimits, type ServiceName, type ServiceProcess, startServiceProcess } from './service-process';

describe('startServiceProcess', () => {
  let folder = '';
  let started: ServiceProcess | null = null;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'droptrack service '))));
  afterEach(() => started?.kill());
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = (program: string, name: ServiceName = 'api') => {
    const entry = join(folder, 'service.js');
    writeFileSync(entry, program);
    const said = { log: '', complaints: '', progress: [] as string[] };
    started = startServiceProcess({
      name,
      entry,
      env: { GREETING: 'hello' },
      log: (chunk) => (said.log += chunk.toString()),
      complain: (chunk) => (said.complaints += chunk.toString()),
      onProgress: (line) => said.progress.push(line),
    });
    return { service: started, said };
  };
  const STAY = 'setInterval(() => {}, 1000);';
  const LISTEN = `process.send({ type: 'listening', url: 'http://127.0.0.1:3000' }); ${STAY}`;

  it('resolves when the API listens, and forwards its log', async () => {
    const { service, said } = start(`console.log(process.env.GREETING); ${LISTEN}`);
    expect(await service.ready).toEqual({ url: 'http://127.0.0.1:3000' });
    await service.stop();
    expect(await service.ended).toBe('was ended by SIGTERM');
    expect(said.log).toBe('hello\n');
  });

  // Later progress would be printed below the announcement.
  it('reports the progress of the worker until it is ready', async () => {
    const say = (line: string) => `process.send({ type: 'progress', line: '${line}' });`;
    const { service, said } = start(
      `${say('one')} ${say('two')} process.send({ type: 'ready' }); ${say('late')} process.send(null); ${STAY}`,
      'worker',
    );
    await service.ready;
    await service.stop();
    expect(said.progress).toEqual(['one', 'two']);
  });

  it('waits for a program to stop', async () => {
    const { service } = start(`process.on('SIGTERM', () => setTimeout(() => process.exit(0), 50)); ${LISTEN}`);
    await service.ready;
    await service.stop();
    expect(await service.ended).toBe('ended with code 0');
  });

  it('kills a program that does not stop in time', async () => {
    const { service } = start(`process.on('SIGTERM', () => {}); ${LISTEN}`);
    await service.ready;
    const stopped = service.stop();
    service.kill();
    await stopped;
    expect(await service.ended).toBe('was ended by SIGKILL');
  });

  it('forwards standard error of a program that is ready, from its beginning', async () => {
    const { service, said } = start(
      `process.stderr.write('hm'); ${LISTEN} setTimeout(() => process.stderr.write('oh'), 20);`,
    );
    await service.ready;
    while (said.complaints !== 'hmoh') await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('rejects with the last lines of a program that fails to start, once', async () => {
    const { service, said } = start("process.stderr.write('Port 3000 is taken\\n'); process.exitCode = 1;");
    await expect(service.ready).rejects.toMatchObject({ code: 'api_failed', message: 'Port 3000 is taken' });
    expect(said.complaints).toBe('');
  });

  it('rejects with its own message if the program has printed none, or does not exist', async () => {
    await expect(start('process.exit(3)', 'worker').service.ready).rejects.toMatchObject({
      code: 'worker_failed',
      message: 'The worker ended with code 3 before it was ready',
    });
    const absent = startServiceProcess({
      name: 'api',
      entry: join(folder, 'no.js'),
      env: {},
      log: () => undefined,
      complain: () => undefined,
    });
    await expect(absent.ready).rejects.toThrow('Cannot find module');
  });

  it('limits the heap, unless the operator has done so', async () => {
    const printLimit = `process.stdout.write(String(require('node:v8').getHeapStatistics().heap_size_limit));`;
    const { service, said } = start(`${printLimit} ${LISTEN}`);
    await service.ready;
    for (let tries = 0; said.log === '' && tries < 2_000; tries += 1) await new Promise((go) => setTimeout(go, 10));
    // The limit includes the semi-space, which is not part of the option: half of three times its size.
    expect(Number(said.log) / 2 ** 20).toBeLessThan(1_200);
    expect(heapLimits('api', { NODE_OPTIONS: '--inspect --max_old_space_size=4096' })).toEqual([
      '--max-semi-space-size=32',
    ]);
    expect(heapLimits('api', { NODE_OPTIONS: '--max-old-space-size 4096 --max-semi-space-size=16' })).toEqual([]);
    expect(heapLimits('explorer', {})).toEqual(['--max-old-space-size=128', '--max-semi-space-size=4']);
  });
});
