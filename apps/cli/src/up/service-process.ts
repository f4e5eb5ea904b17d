import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Environment } from '../config/config';
import { CliError } from '../output/cli-error';

/** The programs that make up the service. */
export type ServiceName = 'api' | 'worker';

/** What runs one of them. */
export interface ServiceProcessOptions {
  readonly name: ServiceName;
  /** The built program. */
  readonly entry: string;
  readonly env: Environment;
  /** Where its log goes: to a file descriptor as it is, or to a function piece by piece. */
  readonly log: number | ((chunk: Buffer) => void);
  /** What it says beside its log once it is ready; its last words before that are in the error. */
  readonly complain: (chunk: Buffer) => void;
  /** How far its start has come, for a person; not called once it is ready. */
  readonly onProgress?: (line: string) => void;
}

/** A program of the service as a process of its own. */
export interface ServiceProcess {
  readonly name: ServiceName;
  readonly pid: number | null;
  /** Others can build on it; rejects with `api_failed` or `worker_failed` when it ends before. */
  readonly ready: Promise<void>;
  /** Why it ended, by itself or by us; never rejects. */
  readonly ended: Promise<string>;
  /** Lets it finish what it is at, 15 s at most; then it is cut off. Resolves once it is gone. */
  stop(): Promise<void>;
  /** Cuts it off. */
  kill(): void;
}

/** What a sentence about it begins with. */
export const SERVICE_TITLES: Readonly<Record<ServiceName, string>> = { api: 'The API', worker: 'The worker' };

/** Each of them finishes what it is at within 10 s. */
const STOP_PATIENCE_MS = 15_000;
const STDERR_KEPT_BYTES = 4_096;

/** Enough for 100 000 drops, MB. On a large machine Node would else let garbage lie until there is as much as half of it. */
const HEAP_MB_MAX = 1_024;
/** Half of the room for what is new, MB: in Node's own 16 what is under way passes for old, and is collected late and all at once. */
const NEW_MB_MAX = 32;

/** The limits of a program's heap, unless the operator has set them. */
export function heapLimits({ NODE_OPTIONS = '' }: Environment): string[] {
  const limits = [`--max-old-space-size=${HEAP_MB_MAX}`, `--max-semi-space-size=${NEW_MB_MAX}`];
  const set = NODE_OPTIONS.replaceAll('_', '-');
  return limits.filter((limit) => !set.includes(limit.replace(/=[0-9]+$/, '')));
}

/**
 * Starts a program. It is a session of its own, so that Ctrl-C reaches it through us
 * and in order; when we are killed outright it sees its channel close, and stops.
 */
export function startServiceProcess(options: ServiceProcessOptions): ServiceProcess {
  const { name, entry, env, log, complain } = options;
  const output = typeof log === 'number' ? log : 'pipe';
  const stdio = ['ignore', output, 'pipe', 'ipc'] as const;
  const child = fork(entry, [], {
    env: { ...env },
    execArgv: heapLimits(env),
    detached: true,
    stdio: [...stdio],
  });
  if (typeof log === 'function') (child.stdout as Readable).on('data', log);
  let words = '';
  let hear = (chunk: Buffer): void => void (words = (words + chunk.toString()).slice(-STDERR_KEPT_BYTES));
  (child.stderr as Readable).on('data', (chunk: Buffer) => hear(chunk));
  const ended = whenEnded(child);
  const ready = whenReady(child, options, ended, () => words.trim());
  const passOn = (): void => {
    if (words !== '') complain(Buffer.from(words));
    hear = complain;
  };
  // A program that does not come up says why in the error that `ready` rejects with.
  ready.then(passOn, () => undefined);
  const kill = (): void => void child.kill('SIGKILL');
  return { name, pid: child.pid ?? null, ready, ended, kill, stop: () => stop(child, ended, kill) };
}

/** The error of a program that ended although nobody told it to. */
export function serviceFailed(name: ServiceName, sentence: string, hint?: string): CliError {
  return new CliError(`${name}_failed`, sentence, hint === undefined ? {} : { hint });
}

/** After `close` all that it printed has been read. */
function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('close', (code, signal) =>
      resolve(signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`),
    );
  });
}

function whenReady(
  child: ChildProcess,
  { name, onProgress }: ServiceProcessOptions,
  ended: Promise<string>,
  words: () => string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown): void => {
      const { type, line } = (message ?? {}) as Readonly<Record<string, unknown>>;
      if (type === 'progress' && typeof line === 'string') onProgress?.(line);
      // The API says that it listens, the worker that it is ready.
      if (type !== 'ready' && type !== 'listening') return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
    void ended.then((reason) => {
      const sentence = words() === '' ? `${SERVICE_TITLES[name]} ${reason} before it was ready` : words();
      reject(serviceFailed(name, sentence));
    });
  });
}

async function stop(child: ChildProcess, ended: Promise<string>, kill: () => void): Promise<void> {
  child.kill('SIGTERM');
  const patience = setTimeout(kill, STOP_PATIENCE_MS);
  await ended;
  clearTimeout(patience);
}
