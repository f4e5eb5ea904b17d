import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BenchError } from '../processes/bench-error';
import type { Cleanup } from '../test/cleanup';
import { nodeOnCore } from '../processes/cores';
import { RunningProgram, stopProcess } from '../processes/server-process';

type Reply = { readonly result: unknown } | { readonly error: string };
type Call = { readonly name: string; readonly args: readonly unknown[] };
type Callable = (...args: never[]) => unknown;

interface ChildOptions {
  /** Of the module whose functions it runs, also in messages. */
  readonly name: string;
  readonly program: string;
  /** The processor that it runs on; null for any. */
  readonly core: number | null;
}

/** A module of the benches in a process of its own, which runs one of its functions at a time ({@link serveModule}). */
export class ChildProgram<Module> extends RunningProgram {
  private constructor(
    private readonly name: string,
    private readonly process: ChildProcess,
  ) {
    super(process);
  }

  static async start<Module>({ name, program, core }: ChildOptions, cleanup: Cleanup): Promise<ChildProgram<Module>> {
    const { command, args } = nodeOnCore(core, ['--enable-source-maps', '--expose-gc', program, name]);
    const child = spawn(command, args, {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    await cleanup.push(() => stopProcess(child));
    return new ChildProgram<Module>(name, child);
  }

  /** Runs a function of the module. @throws {BenchError} when the program ends before it replies, or the function fails. */
  call<Name extends keyof Module & string>(
    name: Name,
    ...args: Parameters<Extract<Module[Name], Callable>>
  ): Promise<Awaited<ReturnType<Extract<Module[Name], Callable>>>> {
    return this.send(name, args);
  }

  async send<Result>(name: string, args: readonly unknown[]): Promise<Result> {
    const reply = await new Promise<Reply>((resolve) => {
      const onClose = (): void => resolve({ error: `${this.name} has ended` });
      this.process.once('close', onClose);
      this.process.once('message', (message: Reply) => {
        this.process.off('close', onClose);
        resolve(message);
      });
      this.process.send({ name, args } satisfies Call, (error) => error !== null && onClose());
    });
    if ('error' in reply) throw new BenchError(reply.error);
    return reply.result as Result;
  }

  /** The same program as a server. */
  asServer(port: number, startedAfterMs: number): RunningProgram {
    return new RunningProgram(this.process, port, startedAfterMs);
  }
}

/** Called in a child: runs the functions of a module on request, until its parent is gone. */
export function serveModule(load: () => Promise<object>): void {
  const loaded = load();
  const run = async ({ name, args }: Call): Promise<unknown> =>
    ((await loaded) as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[name]?.(...args);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (call: Call) => {
    run(call).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String((error as Error).stack ?? error) }),
    );
  });
}

/** Port of a server that listens on loopback from now on. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
