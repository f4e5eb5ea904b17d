import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Path of a program that was built for this run of the heavy tests (tools/test/programs.ts). */
export const builtProgram = (app: 'api' | 'worker' | 'cli' | 'explorer'): string =>
  join(process.env['DROPTRACK_TEST_PROGRAMS']!, app, 'main.js');

/** Process of a built program, as in production. */
export interface Program {
  /** Ends it with SIGKILL, as when a machine loses power. */
  kill(): Promise<void>;
  /** Ends it with SIGTERM. */
  stop(): Promise<void>;
  /** URL of the API; null for the worker. */
  readonly url: string | null;
}

/** Starts a built program, by this Node or another one, and waits until it is ready. Its environment has the given variables only. */
export async function startProgram(
  main: string,
  env: Readonly<Record<string, string>>,
  execPath = process.execPath,
): Promise<Program> {
  const child = fork(main, [], {
    execPath,
    env: { LOG_LEVEL: 'warn', ...env, PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  const url = await ready(child, ended);
  return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

function ready(child: ChildProcess, ended: Promise<void>): Promise<string | null> {
  return new Promise((resolve, reject) => {
    child.on('message', ({ type, url }: { type?: string; url?: string }) => {
      if (type === 'ready' || type === 'listening') resolve(url ?? null);
    });
    void ended.then(() => reject(new Error('The program ended before it was ready')));
  });
}
