import { join } from 'node:path';
import { Catalogues } from './data/catalogue';
import { Postgres } from './data/postgres';
import type { Plan } from './plan';
import type { Programs } from './programs';
import { ChildProgram } from './child-program';
import type { Cleanup } from '../test/cleanup';
import type { Cores } from '../processes/cores';
import { type RunningProgram, type ServerOptions, startServer } from '../processes/server-process';

interface ContextOptions {
  readonly plan: Plan;
  readonly isSmoke: boolean;
  /** Wallets of each list; null for those of the bench. */
  readonly rows: number | null;
  /** Root of the repository. */
  readonly root: string;
  /** The built program that runs as a child ({@link Programs}). */
  readonly childProgram: string;
  /** A directory that the cleanup deletes. */
  readonly scratch: string;
  /** Null where programs are not bound to processors. */
  readonly cores: Cores | null;
  readonly cleanup: Cleanup;
  /** Prints a line of progress. */
  readonly progress: (line: string) => void;
}

/** Settings and resources of all benches. */
export class BenchContext {
  readonly plan: Plan;
  readonly root: string;
  readonly scratch: string;
  readonly cores: Cores | null;
  readonly cleanup: Cleanup;
  readonly progress: (line: string) => void;
  /** Catalogues that benches share and do not change. */
  readonly catalogues: Catalogues;
  #postgres: Promise<Postgres> | null = null;

  constructor(private readonly options: ContextOptions) {
    ({
      plan: this.plan,
      root: this.root,
      scratch: this.scratch,
      cores: this.cores,
      cleanup: this.cleanup,
      progress: this.progress,
    } = options);
    this.catalogues = new Catalogues(this);
  }

  /** The sizes of a bench, small ones in a smoke run. */
  sizes(full: number, smoke: number): number;
  sizes<Sizes extends object>(full: Sizes, smoke: NoInfer<Sizes>): Sizes;
  sizes<Sizes>(full: Sizes, smoke: Sizes): Sizes {
    return this.options.isSmoke ? smoke : full;
  }

  /** Wallets of the list of a bench. */
  rows(full: number, smoke: number): number {
    return this.options.rows ?? this.sizes(full, smoke);
  }

  /** Rounds of a measurement whose rounds take long. */
  rounds(max: number): number {
    return Math.min(max, this.plan.rounds);
  }

  /** The PostgreSQL of this run, started by the first bench that needs it. */
  postgres(): Promise<Postgres> {
    return (this.#postgres ??= Postgres.start(this.scratch, this.root, this.cleanup));
  }

  /** Starts a server of the product, on the processor of the servers unless it says otherwise. */
  startServer(options: Omit<ServerOptions, 'core'> & Partial<ServerOptions>): Promise<RunningProgram> {
    return startServer({ core: this.cores?.servers ?? null, ...options }, this.cleanup);
  }

  /** Starts a program whose functions run in a process of their own. @param on - the processor that it runs on. */
  startChild<Name extends keyof Programs>(name: Name, on: keyof Cores): Promise<ChildProgram<Programs[Name]>> {
    const core = this.cores?.[on] ?? null;
    return ChildProgram.start<Programs[Name]>({ name, program: this.options.childProgram, core }, this.cleanup);
  }

  /** Starts a child as a server, by one of its functions that return a port. */
  async serve<Name extends 'yardsticks' | 'node' | 'claimNode', Start extends keyof Programs[Name] & string>(
    name: Name,
    start: Start,
    ...args: Parameters<Extract<Programs[Name][Start], (...args: never[]) => unknown>>
  ): Promise<RunningProgram> {
    const began = performance.now();
    const child: ChildProgram<object> = await this.startChild(name, 'servers');
    const port = await child.send<number>(start, args);
    return child.asServer(port, performance.now() - began);
  }
}

/** Path of a built program of the product. */
export const programOf = (root: string, app: 'api' | 'worker' | 'explorer'): string =>
  join(root, 'dist', 'apps', app, 'main.js');
