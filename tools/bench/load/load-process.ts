import type { BenchContext } from '../context';
import { interleave, mapValues } from '../interleave';
import type { ChildProgram } from '../process/child-program';
import type { ServerProcess } from '../process/server-process';
import type { LoadJob, LoadResult, Requests } from './job';

/** A server and the requests that it is measured with. */
export interface Subject {
  readonly server: ServerProcess;
  readonly requests: Requests;
  /** Status of every response, 200 by default. */
  readonly status?: number;
}

/** Loads a subject for a while; runs of one after the other never repeat a request that must not be. */
export type LoadRun = (durationMs: number, options?: Partial<LoadJob>) => Promise<LoadResult>;

/** The same requests, repeated; responses to a single one must keep their length. */
export const repeated = (...texts: readonly string[]): Requests => ({
  kind: 'repeated',
  texts,
  isOneLength: texts.length === 1,
});

/** The same, where responses may change. */
export const repeatedChanging = (...texts: readonly string[]): Requests => ({
  kind: 'repeated',
  texts,
  isOneLength: false,
});

/** The process that loads the servers, on a processor of its own. */
export class LoadProcess {
  private constructor(
    private readonly context: BenchContext,
    private readonly program: ChildProgram,
  ) {}

  static async start(context: BenchContext): Promise<LoadProcess> {
    return new LoadProcess(context, await context.startChild('The load process', 'load', [], 'load'));
  }

  /** @param begin - number of the first request. */
  of({ server, requests, status = 200 }: Subject, begin = 0): LoadRun {
    const { connections } = this.context.plan.http;
    let from = begin;
    return async (durationMs, options = {}) => {
      const target = { port: server.port, serverPid: server.pid, databasePids: [], perSecond: null };
      const job: LoadJob = { ...target, requests, status, connections, durationMs, from, ...options };
      const result = await this.program.request<LoadResult>(job);
      from = result.next;
      return result;
    };
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}

export interface Measured<Name extends string> {
  /** Runs that do not count. */
  readonly warmUp: Readonly<Record<Name, LoadResult>>;
  readonly rounds: Readonly<Record<Name, readonly LoadResult[]>>;
}

/** Warms all subjects up, then loads them interleaved. */
export async function loadInterleaved<Name extends string>(
  { plan, progress }: BenchContext,
  runs: Readonly<Record<Name, LoadRun>>,
  roundMs = plan.http.roundMs,
): Promise<Measured<Name>> {
  progress('Warming up …');
  const results = await interleave(
    1,
    mapValues(runs, (run) => () => run(plan.http.warmUpMs)),
  );
  progress(`Loading ${Object.keys(runs).length} servers, ${plan.rounds} rounds …`);
  const rounds = await interleave(
    plan.rounds,
    mapValues(runs, (run) => () => run(roundMs)),
  );
  return { warmUp: mapValues(results, ([first]) => first as LoadResult), rounds };
}
