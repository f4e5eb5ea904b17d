import { join } from 'node:path';
import { AskedProcess } from '../polls/asked-process';
import { cpuMsOf } from '../process/usage';
import type { BenchContext } from '../bench-context';
import type { BareAnswer, BareJob } from './messages';
import type { Sent } from './sent';

/** As many as the worker opens to one origin. */
const CONNECTIONS = 64;

/** The yardstick: a loop around undici that signs and sends. */
export class BareDeliveries {
  private constructor(private readonly process: AskedProcess) {}

  static async start({ programs, cores, cleanup }: BenchContext): Promise<BareDeliveries> {
    const args = [join(programs, 'bare-deliveries.cjs')];
    return new BareDeliveries(await AskedProcess.start('The bare loop', args, cores?.servers ?? null, cleanup));
  }

  /** Sends the same body again and again, each time under another id. */
  async send(url: string, deliveries: number, body: string): Promise<Sent> {
    const before = this.#cpuMs;
    const job: BareJob = { url, deliveries, connections: CONNECTIONS, body };
    const { tookMs } = await this.process.ask<BareAnswer>(job);
    return { deliveries, tookMs, cpuMs: this.#cpuMs - before };
  }

  get #cpuMs(): number {
    return cpuMsOf(this.process.pid) ?? Number.NaN;
  }
}
