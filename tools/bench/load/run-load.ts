import { BenchError } from '../process/bench-error';
import { cpuMsOf } from '../process/usage';
import { after, within } from './after';
import { LoadConnection } from './connection';
import { fetchAnswer } from './fetch-answer';
import type { LoadJob, LoadResult } from './job';
import { RequestSource } from './request-source';

/**
 * Asks over kept-alive connections for a while, each as fast as it is answered.
 *
 * @throws {BenchError} when any answer is not whole or of another status, or of another length
 *   than the first where all must be of one.
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const source = new RequestSource(job.requests);
  const { body } = await fetchAnswer(job.port, source.next().toString('latin1'), job.status);
  const isOneLength = job.requests.kind === 'again' && job.requests.isOneLength;
  const connections = await LoadConnection.openAll(job);
  try {
    const counted = await count(job, connections, source, isOneLength ? Buffer.byteLength(body) : null);
    return { ...counted, asked: source.given, body };
  } finally {
    connections.forEach((connection) => connection.close());
  }
}

async function count(
  job: LoadJob,
  connections: readonly LoadConnection[],
  source: RequestSource,
  length: number | null,
): Promise<Omit<LoadResult, 'body' | 'asked'>> {
  let answers = 0;
  let isOver = false;
  const onAnswer = (bodyLength: number): Buffer | null => {
    if (length !== null && bodyLength !== length) throw new BenchError(`${bodyLength} bytes came instead of ${length}`);
    answers += 1;
    return isOver ? null : source.next();
  };
  const stop = stopWatch(job.serverPid);
  const all = Promise.all(connections.map((connection) => connection.ask(source.next(), onAnswer)));
  await Promise.race([all, after(job.durationMs)]);
  const result = { answers, ...stop() };
  isOver = true;
  await within(LAST_ANSWERS_MS_MAX, all);
  return result;
}

/** Answers that are under way at the end are waited for this long. */
const LAST_ANSWERS_MS_MAX = 10_000;

/** Begins to count; the function it gives ends that. */
function stopWatch(serverPid: number): () => Pick<LoadResult, 'elapsedMs' | 'loadCpuMs' | 'serverCpuMs'> {
  const serverBegan = cpuMsOf(serverPid);
  const cpuBegan = process.cpuUsage();
  const began = performance.now();
  return () => {
    const elapsedMs = performance.now() - began;
    const { user, system } = process.cpuUsage(cpuBegan);
    const serverEnded = cpuMsOf(serverPid);
    const serverCpuMs = serverBegan === null || serverEnded === null ? null : serverEnded - serverBegan;
    return { elapsedMs, loadCpuMs: (user + system) / 1_000, serverCpuMs };
  };
}
