import { join } from 'node:path';
import { AskedProcess } from '../polls/asked-process';
import type { BenchContext } from '../bench-context';
import type { Arrival, ReceiversAnswer, ReceiversReady, ReceiversRequest } from './messages';

/** Receivers on loopback, in a process of their own: one that answers at once, and some that never do. */
export class Receivers {
  private constructor(
    private readonly process: AskedProcess,
    private readonly ports: ReceiversReady,
  ) {}

  static async start({ programs, cores, cleanup }: BenchContext, hanging: number): Promise<Receivers> {
    const args = [join(programs, 'receivers.cjs'), String(hanging)];
    const process = await AskedProcess.start('The receivers', args, cores?.load ?? null, cleanup);
    return new Receivers(process, await process.hear<ReceiversReady>());
  }

  /** An endpoint that answers 204. */
  answering(number: number): string {
    return `http://127.0.0.1:${this.ports.answering}${pathOf(number)}`;
  }

  /** Endpoints that take requests and never answer, each an origin of its own. */
  get hanging(): string[] {
    return this.ports.hanging.map((port) => `http://127.0.0.1:${port}/`);
  }

  async forget(): Promise<void> {
    await this.#ask({ type: 'forget' });
  }

  /** When the last of so many deliveries came, milliseconds since the epoch. */
  async until(count: number): Promise<number> {
    return (await this.#ask({ type: 'await', count })).lastMs;
  }

  /** Each delivery that came, the first time it did. */
  async arrivals(): Promise<readonly Arrival[]> {
    return (await this.#ask({ type: 'tell' })).arrivals;
  }

  #ask(request: ReceiversRequest): Promise<ReceiversAnswer> {
    return this.process.ask(request);
  }
}

const pathOf = (number: number): string => `/endpoints/${number}`;
