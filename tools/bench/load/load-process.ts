import type { BenchContext } from '../context';
import { interleave, mapValues } from '../interleave';
import type { ChildProgram } from '../child-program';
import type { RunningProgram } from '../../processes/server-process';
import type { Programs } from '../programs';
import type { LoadJob, LoadResult, Requests } from './job';

/** A server and the requests that it is measured with. */
export interface Subject {
  readonly server: RunningProgram;
  readonly requests: Requests;
  /** Status of every response, 200 by default. */
  readonly status?: number;
  /** See {@link LoadJob.otherStatus}. */
  readonly otherStatus?: number;
  /** Number of the first request. */
  readonly begin?: number;
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
    private readonly program: ChildProgram<Programs['load']>,
  ) {}

  static async start(context: BenchContext): Promise<LoadProcess> {
    return new LoadProcess(context, await context.startChild('load', 'load'));
  }

  of({ server, requests, status = 200, otherStatus, begin = 0 }: Subject): LoadRun {
    const { connections } = this.context.plan;
    let from = begin;
    return async (durationMs, options = {}) => {
      const target = { port: server.port, serverPid: server.pid, databasePids: [], perSecond: null };
      const statuses = { status, otherStatus: otherStatus ?? null };
      const job: LoadJob = { ...target, ...statuses, requests, connections, durationMs, from, ...options };
      const result = await this.program.call('runLoad', job);
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
): Promise<Measured<Name>> {
  progress('Warming up …');
  const results = await interleave(
    1,
    mapValues(runs, (run) => () => run(plan.warmUpMs)),
  );
  progress(`Loading ${Object.keys(runs).length} servers, ${plan.rounds} rounds …`);
  const rounds = await interleave(
    plan.rounds,
    mapValues(runs, (run) => () => run(plan.roundMs)),
  );
  return { warmUp: mapValues(results, ([first]) => first as LoadResult), rounds };
}

/** Loads subjects interleaved, by a load process of its own. */
export async function loadSubjects<Name extends string>(
  context: BenchContext,
  subjects: Readonly<Record<Name, Subject>>,
): Promise<Measured<Name>> {
  const load = await LoadProcess.start(context);
  const measured = await loadInterleaved(
    context,
    mapValues(subjects, (subject) => load.of(subject)),
  );
  await load.stop();
  return measured;
}

/** Latency at a fixed rate, alone and while another subject is loaded at a rate of its own. */
export async function loadBeside(
  context: BenchContext,
  subject: { readonly subject: Subject; readonly perSecond: number },
  other: { readonly subject: Subject; readonly perSecond: number; readonly connections?: number },
): Promise<Record<'alone' | 'beside', number[]>> {
  const { rounds, roundMs, connections } = context.plan;
  const [load, second] = [await LoadProcess.start(context), await LoadProcess.start(context)];
  const [run, disturb] = [load.of(subject.subject), second.of(other.subject)];
  const alone = () => run(roundMs, { perSecond: subject.perSecond });
  // Two loads that poll would share their processor in turns of some milliseconds, which would count as latency.
  const pace = { perSecond: other.perSecond, connections: other.connections ?? connections, tickMs: 1 };
  const measured = await interleave(rounds, {
    alone,
    beside: async () => (await Promise.all([alone(), disturb(roundMs, pace)]))[0],
  });
  await load.stop();
  await second.stop();
  return mapValues(measured, (results) => results.map(({ p99Ms }) => p99Ms));
}
