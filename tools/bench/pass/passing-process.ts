import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { BenchError } from '../process/bench-error';
import { stopProcess } from '../process/server-process';
import type { BenchContext } from '../bench-context';
import type { PassAnswer } from './messages';

/** A process that passes over one database. */
export class PassingProcess {
  readonly #child: ChildProcess;

  private constructor({ programs }: BenchContext, databaseUrl: string) {
    this.#child = fork(join(programs, 'pass.cjs'), [databaseUrl], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  }

  static async start(context: BenchContext, databaseUrl: string): Promise<PassingProcess> {
    const passing = new PassingProcess(context, databaseUrl);
    await context.cleanup.push(() => stopProcess(passing.#child));
    return passing;
  }

  /** Passes until nothing is due at an instant. @throws {BenchError} when the process ends on the way. */
  pass(nowMs: number): Promise<PassAnswer> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new BenchError('The process that passes over drops has ended'));
      this.#child.once('close', fail);
      this.#child.once('message', (answer: PassAnswer) => {
        this.#child.off('close', fail);
        resolve(answer);
      });
      this.#child.send({ nowMs });
    });
  }
}
