import type { BenchContext } from '../context';
import type { ChildProgram } from '../process/child-program';
import type { Arrival, ReceiversRequest, ReceiversResult } from './receivers-main';

/** Receivers of deliveries on loopback, in a process of their own. */
export class Receivers {
  private constructor(
    private readonly program: ChildProgram,
    private readonly port: number,
    /** Endpoints that accept requests and never respond, each on an origin of its own. */
    readonly hanging: readonly string[],
  ) {}

  static async start(context: BenchContext, hanging: number): Promise<Receivers> {
    const program = await context.startChild('The receivers', 'receivers', [], 'load');
    const listen: ReceiversRequest = { type: 'listen', hanging };
    const [port = 0, ...others] = (await program.request<ReceiversResult>(listen)).ports;
    const urls = others.map((other) => `http://127.0.0.1:${other}/`);
    return new Receivers(program, port, urls);
  }

  /** Endpoints that return 204 at once. */
  good(count: number): string[] {
    return Array.from({ length: count }, (_, n) => `http://127.0.0.1:${this.port}/endpoints/${n}`);
  }

  async clear(): Promise<void> {
    await this.#request({ type: 'clear' });
  }

  /** Waits for a number of deliveries. @returns the instant of the last, milliseconds since the epoch. */
  async until(count: number): Promise<number> {
    return (await this.#request({ type: 'await', count })).lastMs;
  }

  /** The first arrival of each delivery. */
  async arrivals(): Promise<readonly Arrival[]> {
    return (await this.#request({ type: 'list' })).arrivals;
  }

  stop(): Promise<void> {
    return this.program.stop();
  }

  #request(request: ReceiversRequest): Promise<ReceiversResult> {
    return this.program.request(request);
  }
}
