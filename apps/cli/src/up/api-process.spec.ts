import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiProcess, startApiProcess } from './api-process';

describe('startApiProcess', () => {
  let folder = '';
  let started: ApiProcess | null = null;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'droptrack api '))));
  afterEach(() => started?.kill());
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = (program: string) => {
    const entry = join(folder, 'api.js');
    writeFileSync(entry, program);
    const said = { log: '', complaints: '' };
    started = startApiProcess({
      entry,
      env: { GREETING: 'hello' },
      log: (chunk) => (said.log += chunk.toString()),
      complain: (chunk) => (said.complaints += chunk.toString()),
    });
    return { api: started, said };
  };
  const LISTEN = "process.send({ type: 'listening', url: 'http://127.0.0.1:3000' }); setInterval(() => {}, 1000);";

  it('tells when the API answers, and passes its log on', async () => {
    const { api, said } = start(`console.log(process.env.GREETING); ${LISTEN}`);
    expect(await api.listening).toBe('http://127.0.0.1:3000');
    await api.stop();
    expect(await api.ended).toBe('was ended by SIGTERM');
    expect(said.log).toBe('hello\n');
  });

  it('gives the API time to finish', async () => {
    const { api } = start(`process.on('SIGTERM', () => setTimeout(() => process.exit(0), 50)); ${LISTEN}`);
    await api.listening;
    await api.stop();
    expect(await api.ended).toBe('ended with code 0');
  });

  it('cuts an API off that does not want to end, when asked to', async () => {
    const { api } = start(`process.on('SIGTERM', () => {}); ${LISTEN}`);
    await api.listening;
    const stopped = api.stop();
    api.kill();
    await stopped;
    expect(await api.ended).toBe('was ended by SIGKILL');
  });

  it('passes on what an API complains of that comes up, from the beginning', async () => {
    const { api, said } = start(
      `process.stderr.write('hm'); ${LISTEN} setTimeout(() => process.stderr.write('oh'), 20);`,
    );
    await api.listening;
    while (said.complaints !== 'hmoh') await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('fails with the words of an API that refuses to start, said once', async () => {
    const { api, said } = start("process.stderr.write('Port 3000 is taken\\n'); process.exitCode = 1;");
    await expect(api.listening).rejects.toMatchObject({ code: 'api_failed', message: 'Port 3000 is taken' });
    expect(said.complaints).toBe('');
  });

  it('fails in its own words where the API has none, or does not exist', async () => {
    await expect(start('process.exit(3)').api.listening).rejects.toThrow(
      'The API ended with code 3 before it answered',
    );
    const absent = startApiProcess({
      entry: join(folder, 'no.js'),
      env: {},
      log: () => undefined,
      complain: () => undefined,
    });
    await expect(absent.listening).rejects.toThrow('Cannot find module');
  });
});
