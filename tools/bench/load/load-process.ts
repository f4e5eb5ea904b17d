import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../process/bench-error';
import { nodeOnCore } from '../process/cores';
import { stopProcess } from '../process/server-process';
import type { BenchContext } from '../bench-context';
import type { LoadJob, LoadResult, PacedJob, PacedResult } from './job';

type Reply = { readonly type: 'done'; readonly result: unknown } | { readonly type: 'failed'; readonly reason: string };

/** What asks the servers, in a process and on a processor of its own. */
export class LoadProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start({ programs, cores, cleanup }: BenchContext): Promise<LoadProcess> {
    const { command, args } = nodeOnCore(cores?.load ?? null, ['--enable-source-maps', join(programs, 'load.cjs')]);
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    await cleanup.push(() => stopProcess(child));
    return new LoadProcess(child);
  }

  /** As fast as it is answered. @throws {BenchError} when any answer was not as expected. */
  async run(job: LoadJob): Promise<LoadResult> {
    return (await this.#do(job)) as LoadResult;
  }

  /** At fixed times. @throws {BenchError} when any answer was not as expected. */
  async runPaced(job: PacedJob): Promise<PacedResult> {
    return (await this.#do(job)) as PacedResult;
  }

  stop(): Promise<void> {
    return stopProcess(this.child);
  }

  /** By the job the process knows what to give back (main.ts). */
  async #do(job: LoadJob | PacedJob): Promise<unknown> {
    const reply = await new Promise<Reply>((resolve) => {
      const onMessage = (message: Reply): void => {
        this.child.off('close', onClose);
        resolve(message);
      };
      const onClose = (): void => resolve({ type: 'failed', reason: 'The load process ended' });
      this.child.once('message', onMessage);
      this.child.once('close', onClose);
      this.child.send(job);
    });
    if (reply.type === 'done') return reply.result;
    throw new BenchError(reply.reason);
  }
}
