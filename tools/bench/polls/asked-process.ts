import { type ChildProcess, spawn } from 'node:child_process';
import { BenchError } from '../process/bench-error';
import { nodeOnCore } from '../process/cores';
import { stopProcess } from '../process/server-process';
import type { Cleanup } from '../process/cleanup';

/** A program of the benches' own that answers each message with one, in a process of its own. */
export class AskedProcess {
  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
  ) {}

  /**
   * @param name - what messages call it.
   * @param nodeArgs - its file, and what it is given.
   * @param core - the processor it runs on; null for any.
   */
  static async start(
    name: string,
    nodeArgs: readonly string[],
    core: number | null,
    cleanup: Cleanup,
  ): Promise<AskedProcess> {
    const { command, args } = nodeOnCore(core, ['--enable-source-maps', ...nodeArgs]);
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    await cleanup.push(() => stopProcess(child));
    return new AskedProcess(name, child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The next message. @throws {BenchError} when the process ends before. */
  hear<Answer>(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new BenchError(`${this.name} has ended`));
      this.child.once('close', fail);
      this.child.once('message', (answer: Answer) => {
        this.child.off('close', fail);
        resolve(answer);
      });
    });
  }

  /** @throws {BenchError} when the process ends on the way. */
  ask<Answer>(request: object): Promise<Answer> {
    const answer = this.hear<Answer>();
    this.child.send(request);
    return answer;
  }

  stop(): Promise<void> {
    return stopProcess(this.child);
  }
}
