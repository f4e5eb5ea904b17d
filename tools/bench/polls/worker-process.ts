import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../process/bench-error';
import { nodeOnCore } from '../process/cores';
import { stopProcess } from '../process/server-process';
import { cpuMsOf, peakRssMbOf } from '../process/usage';
import type { BenchContext } from '../bench-context';

const START_MS_MAX = 60_000;
const STDERR_KEPT = 4_096;

/** The worker as it is built for production and as `droptrack up` starts it, in a process of its own. */
export class WorkerProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** Resolves once it works. @throws {BenchError} when it ends before, or takes a minute. */
  static async start(
    { root, cores, cleanup }: BenchContext,
    env: Readonly<Record<string, string>>,
  ): Promise<WorkerProcess> {
    const entry = join(root, 'dist', 'apps', 'worker', 'main.js');
    const { command, args } = nodeOnCore(cores?.servers ?? null, [
      '--max-old-space-size=1024',
      '--max-semi-space-size=32',
      entry,
    ]);
    const child = spawn(command, args, {
      env: { ...process.env, NODE_ENV: 'production', WORKER_METRICS_PORT: '0', DROPTRACK_DEMO: 'false', ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    await cleanup.push(() => stopProcess(child));
    await ready(child);
    return new WorkerProcess(child);
  }

  /** CPU time so far, all threads, in milliseconds; NaN where the system does not tell it. */
  get cpuMs(): number {
    return cpuMsOf(this.child.pid ?? 0) ?? Number.NaN;
  }

  /** The most memory that it has had in RAM so far, MB; NaN where the system does not tell it. */
  get peakMb(): number {
    return peakRssMbOf(this.child.pid ?? 0) ?? Number.NaN;
  }

  stop(): Promise<void> {
    return stopProcess(this.child);
  }
}

function ready(child: ChildProcess): Promise<void> {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-STDERR_KEPT)));
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new BenchError(`The worker ${reason}\n${words}`.trim()));
    const timer = setTimeout(() => fail('did not start in time'), START_MS_MAX);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`ended with code ${code}`));
    child.on('message', ({ type }: { readonly type?: string }) => {
      if (type !== 'ready') return;
      clearTimeout(timer);
      resolve();
    });
  });
}
