import { type ChildProcess, execFile, fork } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../../..');
const run = promisify(execFile);

/** Builds programs into a directory of the clone, where they find their packages, as others may be building meanwhile. */
export async function buildPrograms(directory: string, ...apps: ('api' | 'worker')[]): Promise<void> {
  const tsup = join(ROOT, 'node_modules/tsup/dist/cli-default.js');
  const one = (app: string) =>
    run(process.execPath, [tsup, '--config', `apps/${app}/tsup.config.ts`, '--out-dir', join(directory, app)], {
      cwd: ROOT,
    });
  await Promise.all(apps.map(one));
}

/** A program as production runs it. */
export interface Program {
  /** As a machine that loses power does. */
  kill(): Promise<void>;
  /** In order. */
  stop(): Promise<void>;
  /** Where the API listens; null for the worker. */
  readonly url: string | null;
}

/** Starts a built program and waits until it is ready. Only what is given is in its environment. */
export async function startProgram(main: string, env: Readonly<Record<string, string>>): Promise<Program> {
  const child = fork(main, [], {
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
