import { join } from 'node:path';
import { Catalogues } from './data/catalogue';
import { Postgres } from './data/postgres';
import type { Plan } from './plan';
import { ChildProgram } from './process/child-program';
import type { Cleanup } from '../test/cleanup';
import type { Cores } from './process/cores';
import { type ServerOptions, type ServerProcess, startServer } from './process/server-process';

interface ContextOptions {
  readonly plan: Plan;
  /** Root of the repository. */
  readonly root: string;
  /** Directory of the benches' built programs. */
  readonly programs: string;
  /** A directory that the cleanup deletes. */
  readonly scratch: string;
  /** Null where programs are not bound to processors. */
  readonly cores: Cores | null;
  readonly cleanup: Cleanup;
  /** Prints a line of progress. */
  readonly progress: (line: string) => void;
}

/** Settings and resources of all benches. */
export class BenchContext implements ContextOptions {
  readonly plan: Plan;
  readonly root: string;
  readonly programs: string;
  readonly scratch: string;
  readonly cores: Cores | null;
  readonly cleanup: Cleanup;
  readonly progress: (line: string) => void;
  /** Catalogues that benches share and do not change. */
  readonly catalogues: Catalogues;
  #postgres: Promise<Postgres> | null = null;

  constructor(options: ContextOptions) {
    this.plan = options.plan;
    this.root = options.root;
    this.programs = options.programs;
    this.scratch = options.scratch;
    this.cores = options.cores;
    this.cleanup = options.cleanup;
    this.progress = options.progress;
    this.catalogues = new Catalogues(this);
  }

  /** The PostgreSQL of this run, started by the first bench that needs it. */
  postgres(): Promise<Postgres> {
    return (this.#postgres ??= Postgres.start(this.scratch, this.root, this.cleanup));
  }

  /** Starts a server, on the processor of the servers unless it says otherwise. */
  startServer(options: Omit<ServerOptions, 'core'> & Partial<ServerOptions>): Promise<ServerProcess> {
    return startServer({ core: this.cores?.servers ?? null, ...options }, this.cleanup);
  }

  /** The path of a built program. */
  program(name: string): string {
    return join(this.programs, `${name}.cjs`);
  }

  /** Starts a program that answers requests. @param on - the processor that it runs on. */
  startChild(name: string, program: string, args: readonly string[], on: keyof Cores): Promise<ChildProgram> {
    const nodeArgs = [this.program(program), ...args];
    return ChildProgram.start({ name, nodeArgs, core: this.cores?.[on] ?? null }, this.cleanup);
  }
}
