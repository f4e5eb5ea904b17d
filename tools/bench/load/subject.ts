import type { ServerProcess } from '../process/server-process';
import type { BenchContext } from '../bench-context';
import type { LoadJob, LoadResult, Requests } from './job';
import type { LoadProcess } from './load-process';

/** What is asked of whom. */
export interface Subject {
  readonly server: ServerProcess;
  readonly requests: Requests;
  /** Of every answer; 200 when not given. */
  readonly status?: number;
}

/** Asks one subject for a while. */
export type Ask = (durationMs: number) => Promise<LoadResult>;

/** The same requests in turn, again and again; to one alone the answer must stay as long as it is. */
export const again = (...texts: readonly string[]): Requests => ({
  kind: 'again',
  texts,
  isOneLength: texts.length === 1,
});

/** The same, where what is answered may change. */
export const againChanging = (...texts: readonly string[]): Requests => ({ kind: 'again', texts, isOneLength: false });

/** What asks a subject as fast as it answers, over as many connections as the plan says. */
export function askOf(context: BenchContext, load: LoadProcess, subject: Subject): Ask {
  return (durationMs) => load.run(jobOf(context, subject, durationMs));
}

/** The job of asking a subject for a while. */
export function jobOf(
  { plan }: BenchContext,
  { server, requests, status = 200 }: Subject,
  durationMs: number,
): LoadJob {
  const { port, pid: serverPid } = server;
  return { port, serverPid, requests, status, connections: plan.http.connections, durationMs };
}
