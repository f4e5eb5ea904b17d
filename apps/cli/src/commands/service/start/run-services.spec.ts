import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordedOutput } from '../../../testing/recorded-output';
import type { Interruption } from '../../../session/interruption';
import { type Cleanup, loadService, runCleanup, StartInterrupted, untilOver } from './run-services';

/** Notes its start and its end in a file. */
const PROGRAM = `
const { appendFileSync } = require('node:fs');
const note = (what) => appendFileSync(process.env.NOTES, process.env.NAME + ' ' + what + '\\n');
process.on('SIGTERM', () => setTimeout(() => { note('ends'); process.exit(0); }, 30));
process.on('message', ({ env }) => {
  Object.assign(process.env, env);
  note('begins');
  if (process.env.NAME !== 'stuck') process.send({ type: 'ready' });
});`;

const never = new Promise<void>(() => undefined);

describe('the programs of the service', () => {
  let home = '';
  let cleanup: Cleanup = [];
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'droptrack programs '));
    writeFileSync(join(home, 'program.js'), PROGRAM);
    cleanup = [];
  });
  afterEach(async () => {
    await runCleanup(cleanup);
    rmSync(home, { recursive: true });
  });

  const calm: Interruption = { requested: never, insisted: never, isRequested: false, end: () => undefined };
  const entry = () => join(home, 'program.js');
  const run = (name: 'api' | 'worker', interruption = calm, NAME: string = name) => {
    const places = { api: entry(), worker: entry(), explorer: entry() };
    const { output } = recordedOutput();
    const deps = { config: { home, isProduction: false }, places, env: { NOTES: join(home, 'notes') } };
    return loadService(name, { ...deps, output, interruption, cleanup, isStarted: () => false }).run({ NAME });
  };
  const notes = () => readFileSync(join(home, 'notes'), 'utf8').trim().split('\n');

  // The worker stops last, because the API follows its log.
  it('start one after another, and stop in reverse order', async () => {
    cleanup.push(() => writeFileSync(join(home, 'notes'), 'database ends\n', { flag: 'a' }));
    await run('worker');
    await run('api');
    await runCleanup(cleanup);
    expect(notes()).toEqual(['worker begins', 'api begins', 'api ends', 'worker ends', 'database ends']);
  });

  it('stop together when one of them ends, with an error that names its log', async () => {
    const services = [await run('api'), await run('worker')];
    services[1]!.process.kill();
    await expect(untilOver(services, null, calm)).rejects.toMatchObject({
      code: 'worker_failed',
      message: 'The worker was ended by SIGKILL',
      hint: `See its log: ${join(home, 'worker.log')}`,
    });
  });

  it('are not awaited after a stop request', async () => {
    let request: () => void = () => undefined;
    const requested = new Promise<void>((resolve) => (request = resolve));
    const interruption = { ...calm, requested, isRequested: false };
    const starting = run('worker', interruption, 'stuck');
    interruption.isRequested = true;
    request();
    await expect(starting).rejects.toThrow(StartInterrupted);
    await runCleanup(cleanup);
  });
});
