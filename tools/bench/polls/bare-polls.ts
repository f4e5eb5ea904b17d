import { join } from 'node:path';
import { cpuMsOf } from '../process/usage';
import type { BenchContext } from '../bench-context';
import { AskedProcess } from './asked-process';
import type { MadeRequest, YardstickJob } from './messages';

/** The yardstick: makes a worker's requests again, with as little around them as can be. */
export class BarePolls {
  private constructor(private readonly process: AskedProcess) {}

  static async start({ programs, cores, cleanup }: BenchContext, databaseUrl: string): Promise<BarePolls> {
    const args = [join(programs, 'bare-polls.cjs'), databaseUrl];
    return new BarePolls(await AskedProcess.start('The bare loop', args, cores?.servers ?? null, cleanup));
  }

  /**
   * Makes requests at the times they were made at before, after a while of warming up with the first of them.
   *
   * @returns CPU time it took, all threads, in milliseconds; NaN where the system does not tell it.
   */
  async replay(requests: readonly MadeRequest[], warmUpMs: number): Promise<number> {
    await this.#make(requests.filter(({ afterMs }) => afterMs < warmUpMs));
    const before = this.#cpuMs;
    await this.#make(requests);
    return this.#cpuMs - before;
  }

  async #make(requests: readonly MadeRequest[]): Promise<void> {
    const job: YardstickJob = { requests };
    await this.process.ask(job);
  }

  get #cpuMs(): number {
    return cpuMsOf(this.process.pid) ?? Number.NaN;
  }
}
