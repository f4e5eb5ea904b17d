import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { BenchError } from './bench-error';
import type { Cleanup } from '../../test/cleanup';
import { nodeOnCore } from './cores';
import { stopProcess } from './server-process';
import { cpuMsOf } from './usage';

type Reply = { readonly result: unknown } | { readonly error: string };

export interface ChildOptions {
  /** Name in messages. */
  readonly name: string;
  /** The program's file and its arguments, after options of Node. */
  readonly nodeArgs: readonly string[];
  /** The processor that it runs on; null for any. */
  readonly core: number | null;
}

/** A program of the benches in a process of its own that answers one request at a time ({@link serveRequests}). */
export class ChildProgram {
  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
  ) {}

  static async start({ name, nodeArgs, core }: ChildOptions, cleanup: Cleanup): Promise<ChildProgram> {
    const { command, args } = nodeOnCore(core, ['--enable-source-maps', ...nodeArgs]);
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
    await cleanup.push(() => stopProcess(child));
    return new ChildProgram(name, child);
  }

  /** CPU time so far, all threads; NaN where the system does not report it. */
  get cpuMs(): number {
    return cpuMsOf(this.child.pid ?? 0) ?? Number.NaN;
  }

  /** @throws {BenchError} when the program ends before it replies, or replies with an error. */
  async request<Result>(request: object): Promise<Result> {
    const reply = await new Promise<Reply>((resolve) => {
      const onClose = (): void => resolve({ error: `${this.name} has ended` });
      this.child.once('close', onClose);
      this.child.once('message', (message: Reply) => {
        this.child.off('close', onClose);
        resolve(message);
      });
      this.child.send(request, (error) => error !== null && onClose());
    });
    if ('error' in reply) throw new BenchError(reply.error);
    return reply.result as Result;
  }

  stop(): Promise<void> {
    return stopProcess(this.child);
  }
}

/** Called in a child program: replies to each request, until its parent is gone. */
export function serveRequests<Request>(handle: (request: Request) => unknown): void {
  const run = async (request: Request): Promise<unknown> => handle(request);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: Request) => {
    run(request).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String((error as Error).stack ?? error) }),
    );
  });
}

/** Called in a server that {@link startServer} has started: reports its address and stops with its parent. */
export function announce(address: AddressInfo | string | null): void {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
  process.send?.({ type: 'listening', url: `http://127.0.0.1:${port}` });
}
