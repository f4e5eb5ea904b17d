import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../bench-error';
import { onCore } from '../process/cores';
import { stopProcess } from '../process/server-process';
import type { Undo } from '../process/undo';
import type { LoadJob, LoadResult } from './job';

type Reply =
  { readonly type: 'done'; readonly result: LoadResult } | { readonly type: 'failed'; readonly reason: string };

/** What asks the servers, in a process and on a processor of its own. */
export class LoadProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(directory: string, core: number | null, undo: Undo): Promise<LoadProcess> {
    const { command, args } = onCore(core, ['--enable-source-maps', join(directory, 'load.cjs')]);
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    await undo.push(() => stopProcess(child));
    return new LoadProcess(child);
  }

  /** @throws {BenchError} when any answer was not as expected. */
  async run(job: LoadJob): Promise<LoadResult> {
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
