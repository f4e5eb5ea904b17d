import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Environment } from '../config/config';
import { CliError } from '../output/cli-error';

/** What runs the API. */
export interface ApiProcessOptions {
  /** The built program. */
  readonly entry: string;
  readonly env: Environment;
  /** Where its log goes: to a file descriptor as it is, or to a function piece by piece. */
  readonly log: number | ((chunk: Buffer) => void);
  /** What it says beside its log once it answers; its last words before that are in the error. */
  readonly complain: (chunk: Buffer) => void;
}

/** The API as a process of its own. */
export interface ApiProcess {
  readonly pid: number | null;
  /** Its address, once it answers; rejects with `api_failed` when it ends before. */
  readonly listening: Promise<string>;
  /** Why it ended, by itself or by us; never rejects. */
  readonly ended: Promise<string>;
  /** Lets it finish what it is at, 15 s at most; then it is cut off. Resolves once it is gone. */
  stop(): Promise<void>;
  /** Cuts it off. */
  kill(): void;
}

/** The API drains for 10 s at most. */
const STOP_PATIENCE_MS = 15_000;
const STDERR_KEPT_BYTES = 4_096;

/**
 * Starts the API. It is a session of its own, so that Ctrl-C reaches it through us
 * and in order; when we are killed outright it sees its channel close, and stops.
 */
export function startApiProcess({ entry, env, log, complain }: ApiProcessOptions): ApiProcess {
  const output = typeof log === 'number' ? log : 'pipe';
  const child = fork(entry, [], { env: { ...env }, detached: true, stdio: ['ignore', output, 'pipe', 'ipc'] });
  if (typeof log === 'function') (child.stdout as Readable).on('data', log);
  let words = '';
  let hear = (chunk: Buffer): void => void (words = (words + chunk.toString()).slice(-STDERR_KEPT_BYTES));
  (child.stderr as Readable).on('data', (chunk: Buffer) => hear(chunk));
  const ended = whenEnded(child);
  const listening = whenListening(child, ended, () => words.trim());
  const passOn = (): void => {
    if (words !== '') complain(Buffer.from(words));
    hear = complain;
  };
  // An API that does not come up says why in the error that `listening` rejects with.
  listening.then(passOn, () => undefined);
  const kill = (): void => void child.kill('SIGKILL');
  return { pid: child.pid ?? null, listening, ended, kill, stop: () => stop(child, ended, kill) };
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

function whenListening(child: ChildProcess, ended: Promise<string>, words: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (isListening(message)) resolve(message.url);
    });
    void ended.then((reason) => {
      reject(new CliError('api_failed', words() === '' ? `The API ${reason} before it answered` : words()));
    });
  });
}

async function stop(child: ChildProcess, ended: Promise<string>, kill: () => void): Promise<void> {
  child.kill('SIGTERM');
  const patience = setTimeout(kill, STOP_PATIENCE_MS);
  await ended;
  clearTimeout(patience);
}

const isListening = (message: unknown): message is { url: string } =>
  typeof message === 'object' &&
  message !== null &&
  (message as { type?: unknown }).type === 'listening' &&
  typeof (message as { url?: unknown }).url === 'string';
