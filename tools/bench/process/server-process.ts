import { type ChildProcess, spawn } from 'node:child_process';
import { BenchError } from './bench-error';
import { nodeOnCore } from './cores';
import type { Cleanup } from './cleanup';

export interface ServerOptions {
  /** What messages call it. */
  readonly name: string;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The processor it runs on; null for any. */
  readonly core: number | null;
}

/** A server that answers, in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** From the spawn until it said that it listens. */
  readonly startedAfterMs: number;
  stop(): Promise<void>;
}

const START_MS_MAX = 120_000;
const STOP_MS_MAX = 15_000;
const STDERR_KEPT = 4_096;

/**
 * Starts a server and waits until it sends `{ type: 'listening', url }` over its channel,
 * as the API does. When we are gone it sees the channel close, and stops.
 *
 * @throws {BenchError} when it ends before, or takes two minutes.
 */
export async function startServer(options: ServerOptions, cleanup: Cleanup): Promise<ServerProcess> {
  const { name, entry, args = [], env = {}, core } = options;
  const began = performance.now();
  const { command, args: commandArgs } = nodeOnCore(core, [entry, ...args]);
  const child = spawn(command, commandArgs, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = (): Promise<void> => stopProcess(child);
  await cleanup.push(stop);
  const url = await listening(child, name);
  return { pid: child.pid ?? 0, port: Number(new URL(url).port), startedAfterMs: performance.now() - began, stop };
}

function listening(child: ChildProcess, name: string): Promise<string> {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-STDERR_KEPT)));
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new BenchError(`${name} ${reason}\n${words}`.trim()));
    const timer = setTimeout(() => fail('did not start in time'), START_MS_MAX);
    timer.unref();
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`ended with code ${code}`));
    child.on('message', (message: { readonly type?: string; readonly url?: string }) => {
      clearTimeout(timer);
      if (message.type === 'listening' && message.url !== undefined) resolve(message.url);
    });
  });
}

/** Lets a process finish, and cuts it off after 15 s. Resolves once it is gone. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  child.kill(signal);
  await gone;
  clearTimeout(timer);
}
