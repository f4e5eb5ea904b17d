import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../process/bench-error';
import { nodeOnCore } from '../process/cores';
import { stopProcess } from '../process/server-process';
import type { BenchContext } from '../bench-context';
import type { CheckJob, CheckReply, CheckResult } from './check-job';

/** What checks wallets, in a process and on a processor of its own. */
export class CheckProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start({ programs, cores, cleanup }: BenchContext): Promise<CheckProcess> {
    const { command, args } = nodeOnCore(cores?.load ?? null, ['--enable-source-maps', join(programs, 'checks.cjs')]);
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    await cleanup.push(() => stopProcess(child));
    return new CheckProcess(child);
  }

  /** @throws {BenchError} when any answer was not as expected. */
  async run(job: CheckJob): Promise<CheckResult> {
    const reply = await new Promise<CheckReply>((resolve) => {
      const onMessage = (message: CheckReply): void => {
        this.child.off('close', onClose);
        resolve(message);
      };
      const onClose = (): void => resolve({ type: 'failed', reason: 'The process that checks ended' });
      this.child.once('message', onMessage);
      this.child.once('close', onClose);
      this.child.send(job);
    });
    if (reply.type === 'done') return reply.result;
    throw new BenchError(reply.reason);
  }

  stop(): Promise<void> {
    return stopProcess(this.child);
  }
}
