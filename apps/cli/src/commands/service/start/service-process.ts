import { HELD, type Release } from '@droptrack/program';
import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Environment } from '../../../config/config';
import { CliError } from '../../../output/cli-error';

/** Programs of the service. */
export type ServiceName = 'api' | 'worker' | 'explorer';

/** Options of {@link startServiceProcess}. */
export interface ServiceProcessOptions {
  readonly name: ServiceName;
  /** Path of the built program. */
  readonly entry: string;
  readonly env: Environment;
  /** Destination of its log: a file descriptor, or a function that is called with each chunk. */
  readonly log: number | ((chunk: Buffer) => void);
  /** Called with its standard error once it is ready; the last lines before that are part of the error. */
  readonly complain: (chunk: Buffer) => void;
  /** Called with the progress of its start until it is ready. */
  readonly onProgress?: (line: string) => void;
}

/** A program of the service as a process of its own. */
export interface ServiceProcess {
  readonly name: ServiceName;
  readonly pid: number | null;
  /** Resolves once it is ready; rejects with `api_failed`, `worker_failed` or `explorer_failed` if it ends before. */
  readonly ready: Promise<ReadyService>;
  /** Resolves with the reason why it ended; never rejects. */
  readonly ended: Promise<string>;
  /** Stops it gracefully within 15 s, then kills it. Resolves once it has ended. */
  stop(): Promise<void>;
  /** Lets the program run, with further variables. */
  release(env: Environment): void;
  /** Kills it. */
  kill(): void;
}

/** Facts of a program that is ready. */
interface ReadyService {
  /** Base URL on which it listens; null for the worker. */
  readonly url: string | null;
}

/** Names of the programs in messages. */
export const SERVICE_TITLES: Readonly<Record<ServiceName, string>> = {
  api: 'The API',
  worker: 'The worker',
  explorer: 'The explorer',
};

/** Time until a program is killed; each program needs at most 10 s for a graceful stop. */
const STOP_TIMEOUT_MS = 15_000;
const STDERR_KEPT_BYTES = 4_096;

/**
 * Heap limits in MB. API and worker have room for 100 000 drops; without a limit Node would let garbage grow to half of the
 * memory of a large machine. The explorer has bounded caches only.
 */
const HEAP_MB_MAX: Readonly<Record<ServiceName, number>> = { api: 1_024, worker: 1_024, explorer: 128 };
/**
 * Semi-space limits in MB. With Node's default of 16 the objects of requests in flight are promoted to the old generation
 * of the API, where they are collected late and in long pauses. The explorer trades some of that time for memory.
 */
const SEMI_SPACE_MB_MAX: Readonly<Record<ServiceName, number>> = { api: 32, worker: 32, explorer: 4 };

/** Heap limits of a program, except those that the operator has set in NODE_OPTIONS. */
export function heapLimits(name: ServiceName, { NODE_OPTIONS = '' }: Environment): string[] {
  const limits = [`--max-old-space-size=${HEAP_MB_MAX[name]}`, `--max-semi-space-size=${SEMI_SPACE_MB_MAX[name]}`];
  const set = NODE_OPTIONS.replaceAll('_', '-');
  return limits.filter((limit) => !set.includes(limit.replace(/=[0-9]+$/, '')));
}

/**
 * Starts a program in a session of its own, so that Ctrl-C reaches it through this process and in order. If this process
 * is killed, the program sees its IPC channel close and stops. It only loads its code until it is released.
 */
export function startServiceProcess(options: ServiceProcessOptions): ServiceProcess {
  const { name, entry, env, log, complain } = options;
  const output = typeof log === 'number' ? log : 'pipe';
  const stdio = ['ignore', output, 'pipe', 'ipc'] as const;
  const child = fork(entry, [HELD], {
    env: { ...env },
    execArgv: heapLimits(name, env),
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
  // If the program fails to start, `ready` rejects with its last lines.
  ready.then(passOn, () => undefined);
  const kill = (): void => void child.kill('SIGKILL');
  const release = (further: Environment): void => {
    if (child.connected) child.send({ type: 'release', env: further } satisfies Release, () => undefined);
  };
  return { name, pid: child.pid ?? null, ready, ended, release, kill, stop: () => stop(child, ended, kill) };
}

/** Error of a program that ended by itself. */
export function serviceFailed(name: ServiceName, sentence: string, hint?: string): CliError {
  return new CliError(`${name}_failed`, sentence, hint === undefined ? {} : { hint });
}

/** Resolves after `close`, when all of its output has been read. */
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
): Promise<ReadyService> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown): void => {
      const { type, line, url } = (message ?? {}) as Readonly<Record<string, unknown>>;
      if (type === 'progress' && typeof line === 'string') onProgress?.(line);
      // API and explorer send `listening`, the worker `ready`.
      if (type !== 'ready' && type !== 'listening') return;
      child.off('message', listen);
      resolve({ url: typeof url === 'string' ? url : null });
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
  const timeout = setTimeout(kill, STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timeout);
}
