import { type ChildProcess, spawn } from 'node:child_process';
import { BenchError } from './bench-error';
import type { Cleanup } from '../test/cleanup';
import { nodeOnCore } from './cores';
import { cpuMsOf, peakRssMbOf, rssMbOf } from './usage';

export interface ServerOptions {
  /** Name in messages. */
  readonly name: string;
  readonly entry: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The processor that it runs on; null for any. */
  readonly core: number | null;
}

/** A running program and its figures, each NaN where the system does not report it. */
export class RunningProgram {
  constructor(
    private readonly child: ChildProcess,
    /** Of a server; 0 for another program. */
    readonly port = 0,
    /** From the spawn until it was ready. */
    readonly startedAfterMs = 0,
  ) {}

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** CPU time so far, all threads. */
  get cpuMs(): number {
    return cpuMsOf(this.pid);
  }

  get rssMb(): number {
    return rssMbOf(this.pid);
  }

  get peakMb(): number {
    return peakRssMbOf(this.pid);
  }

  stop(): Promise<void> {
    return stopProcess(this.child);
  }
}

const START_MS_MAX = 120_000;
const STOP_MS_MAX = 15_000;
const STDERR_LENGTH_MAX = 4_096;

/**
 * Starts a server or a worker and waits until it sends `{ type: 'listening', url }` or `{ type: 'ready' }` over its channel. It
 * stops when the channel closes.
 *
 * @throws {BenchError} when it ends before, or takes two minutes.
 */
export async function startServer(options: ServerOptions, cleanup: Cleanup): Promise<RunningProgram> {
  const { name, entry, env = {}, core } = options;
  const began = performance.now();
  const { command, args } = nodeOnCore(core, [entry]);
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  await cleanup.push(() => stopProcess(child));
  const url = await untilStarted<string>(child, name, (resolve) => {
    child.on('message', (sent: { readonly type?: string; readonly url?: string }) => {
      if (sent.type === 'listening' || sent.type === 'ready') resolve(sent.url ?? '');
    });
  });
  // Without this, only lost connections show that a server has ended by itself.
  child.once('close', (code, signal) => {
    if (!child.killed) process.stderr.write(`${name} has ended with ${signal ?? `code ${code}`}\n`);
  });
  const port = url === '' ? 0 : Number(new URL(url).port);
  return new RunningProgram(child, port, performance.now() - began);
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
