import { fork } from 'node:child_process';
import { once } from 'node:events';
import { MOVABLE_CLOCK } from './api-program';
import { builtProgram } from '@droptrack/program/testing';

/** Built worker as a process, on a test database. */
export interface WorkerProgram {
  /** Log lines and anything else. */
  said(): string;
  /** Advances its clock. */
  passTime(ms: number): Promise<void>;
  /** Ends it with SIGTERM. */
  stop(): Promise<void>;
}

/** Starts the built worker with these variables only. Resolves once it works. */
export async function startWorkerProgram(env: Readonly<Record<string, string>>): Promise<WorkerProgram> {
  let said = '';
  const child = fork(builtProgram('worker'), [], {
    env: { WORKER_METRICS_PORT: '0', LOG_LEVEL: 'debug', ...env, PATH: process.env['PATH'] },
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(MOVABLE_CLOCK)}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.on('message', ({ type }: { type?: string }) => {
      if (type === 'ready') resolve();
    });
    void ended.then(() => reject(new Error(`The worker ended: ${said}`)));
  });
  const passTime = async (ms: number): Promise<void> => {
    const isSet = once(child, 'message');
    child.send({ aheadMs: ms });
    await isSet;
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { said: () => said, passTime, stop };
}
