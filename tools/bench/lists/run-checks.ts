import { after, within } from '../load/after';
import { LoadConnection } from '../load/connection';
import { cpuMsOf } from '../process/usage';
import { quantile } from '../report/spread';
import type { CheckJob, CheckResult } from './check-job';
import { checkRequest } from './checks';

/** Answers that are under way at the end are waited for this long. */
const LAST_ANSWERS_MS_MAX = 10_000;

/**
 * Checks wallets over kept-alive connections for a while, each as fast as it is answered.
 *
 * @throws {BenchError} when any answer is not a whole 200.
 */
export async function runChecks(job: CheckJob): Promise<CheckResult> {
  const connections = await LoadConnection.openAll({ ...job, status: 200 });
  try {
    return await count(job, connections);
  } finally {
    connections.forEach((connection) => connection.close());
  }
}

async function count(job: CheckJob, connections: readonly LoadConnection[]): Promise<CheckResult> {
  const latenciesMs: number[] = [];
  let next = job.checks.from;
  let isOver = false;
  const ask = (connection: LoadConnection): Promise<void> => {
    let sentMs = performance.now();
    const onAnswer = (): Buffer | null => {
      const nowMs = performance.now();
      latenciesMs.push(nowMs - sentMs);
      if (isOver) return null;
      const request = checkRequest(job.checks, next++);
      // Making the request is not what it takes to answer it.
      sentMs = performance.now();
      return request;
    };
    return connection.ask(checkRequest(job.checks, next++), onAnswer);
  };
  const stop = stopWatch(job);
  const all = Promise.all(connections.map(ask));
  await Promise.race([all, after(job.durationMs)]);
  const counted = { answers: latenciesMs.length, p99Ms: quantile(latenciesMs, 0.99), ...stop() };
  isOver = true;
  await within(LAST_ANSWERS_MS_MAX, all);
  return { ...counted, next };
}

type Times = Pick<CheckResult, 'elapsedMs' | 'loadCpuMs' | 'serverCpuMs' | 'databaseCpuMs'>;

/** Begins to count; the function it gives ends that. */
function stopWatch({ serverPid, databasePids }: CheckJob): () => Times {
  const serverBegan = cpuMsOf(serverPid);
  const databaseBegan = new Map(databasePids.map((pid) => [pid, cpuMsOf(pid)]));
  const cpuBegan = process.cpuUsage();
  const began = performance.now();
  return () => {
    const elapsedMs = performance.now() - began;
    const { user, system } = process.cpuUsage(cpuBegan);
    return {
      elapsedMs,
      loadCpuMs: (user + system) / 1_000,
      serverCpuMs: between(serverBegan, cpuMsOf(serverPid)),
      databaseCpuMs: sumOf(databasePids.map((pid) => between(databaseBegan.get(pid) ?? null, cpuMsOf(pid)))),
    };
  };
}

/** Of those that can be read; connections that ended meanwhile were idle. Null where none can. */
function sumOf(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((figure) => figure !== null);
  return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0);
}

const between = (began: number | null, ended: number | null): number | null =>
  began === null || ended === null ? null : ended - began;
