import { type ChildProcess, spawn } from 'node:child_process';
import { BenchError } from './bench-error';
import type { Cleanup } from '../../test/cleanup';
import { nodeOnCore } from './cores';
import { cpuMsOf, peakRssMbOf } from './usage';

export interface ServerOptions {
  /** Name in messages. */
  readonly name: string;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The processor that it runs on; null for any. */
  readonly core: number | null;
}

/** A server in a process of its own that accepts requests. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** From the spawn until it listened. */
  readonly startedAfterMs: number;
  stop(): Promise<void>;
}

/** A worker in a process of its own; figures are NaN where the system does not report them. */
export interface WorkerProcess {
  /** CPU time so far, all threads. */
  readonly cpuMs: number;
  readonly peakMb: number;
  stop(): Promise<void>;
}

/** The message of a program over its channel once it is up. */
interface ReadyMessage {
  readonly type?: 'listening' | 'ready';
  readonly url?: string;
}

const START_MS_MAX = 120_000;
const STOP_MS_MAX = 15_000;
const STDERR_LENGTH_MAX = 4_096;

/**
 * Starts a server and waits until it sends `{ type: 'listening', url }` over its channel, as the API does. It stops when
 * the channel closes.
 *
 * @throws {BenchError} when it ends before, or takes two minutes.
 */
export async function startServer(options: ServerOptions, cleanup: Cleanup): Promise<ServerProcess> {
  const began = performance.now();
  const { child, message } = await startProgram(options, 'listening', cleanup);
  return {
    pid: child.pid ?? 0,
    port: Number(new URL(message.url ?? '').port),
    startedAfterMs: performance.now() - began,
    stop: () => stopProcess(child),
  };
}

/** Starts a worker and waits until it sends `{ type: 'ready' }`. @throws {BenchError} as {@link startServer} does. */
export async function startWorker(options: ServerOptions, cleanup: Cleanup): Promise<WorkerProcess> {
  const { child } = await startProgram(options, 'ready', cleanup);
  return {
    get cpuMs() {
      return cpuMsOf(child.pid ?? 0) ?? Number.NaN;
    },
    get peakMb() {
      return peakRssMbOf(child.pid ?? 0) ?? Number.NaN;
    },
    stop: () => stopProcess(child),
  };
}

async function startProgram(
  { name, entry, args = [], env = {}, core }: ServerOptions,
  ready: ReadyMessage['type'],
  cleanup: Cleanup,
): Promise<{ child: ChildProcess; message: ReadyMessage }> {
  const { command, args: commandArgs } = nodeOnCore(core, [entry, ...args]);
  const child = spawn(command, commandArgs, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  await cleanup.push(() => stopProcess(child));
  const message = await untilStarted<ReadyMessage>(child, name, (resolve) => {
    child.on('message', (sent: ReadyMessage) => sent.type === ready && resolve(sent));
  });
  // Without this, only lost connections show that a server has ended by itself.
  child.once('close', (code, signal) => {
    if (!child.killed) process.stderr.write(`${name} has ended with ${signal ?? `code ${code}`}\n`);
  });
  return { child, message };
}

/**
 * Waits for a child that is starting.
 *
 * @param listen - resolves with its announcement.
 * @throws {BenchError} with the end of its standard error when it ends before, or takes two minutes.
 */
export function untilStarted<T>(
  child: ChildProcess,
  name: string,
  listen: (resolve: (announced: T) => void) => void,
): Promise<T> {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-STDERR_LENGTH_MAX)));
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new BenchError(`${name} ${reason}\n${stderr}`.trim()));
    const timer = setTimeout(() => fail('did not start in time'), START_MS_MAX);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
    listen((announced) => {
      clearTimeout(timer);
      resolve(announced);
    });
  });
}

/** Sends a signal to a process, and kills it after 15 s. Resolves once it is gone. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  child.kill(signal);
  await gone;
  clearTimeout(timer);
}
