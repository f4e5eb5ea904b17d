import { BenchError } from '../bench-error';
import { cpuMsOf } from '../process/usage';
import { fetchAnswer } from './fetch-answer';
import type { LoadJob, LoadResult } from './job';
import { LoadConnection } from './connection';

/** Answers that are under way at the end are waited for this long. */
const LAST_ANSWERS_MS_MAX = 10_000;

/**
 * Asks over kept-alive connections for a while, each as fast as it is answered.
 *
 * @throws {BenchError} when any answer is not a whole 200, or of another length than the first.
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const requests = job.requests.map((text) => Buffer.from(text, 'latin1'));
  const { body } = await fetchAnswer(job.port, job.requests[0] ?? '');
  const length = requests.length === 1 ? Buffer.byteLength(body) : null;
  const connections = await Promise.all(Array.from({ length: job.connections }, () => LoadConnection.open(job.port)));
  try {
    return { ...(await count(job, connections, requests, length)), body };
  } finally {
    connections.forEach((connection) => connection.close());
  }
}

async function count(
  job: LoadJob,
  connections: readonly LoadConnection[],
  requests: readonly Buffer[],
  length: number | null,
): Promise<Omit<LoadResult, 'body'>> {
  let answers = 0;
  let asked = 0;
  let isOver = false;
  const next = (): Buffer => requests[asked++ % requests.length] ?? Buffer.alloc(0);
  const onAnswer = (bodyLength: number): Buffer | null => {
    if (length !== null && bodyLength !== length) throw new BenchError(`${bodyLength} bytes came instead of ${length}`);
    answers += 1;
    return isOver ? null : next();
  };
  const stop = stopWatch(job.serverPid);
  const all = Promise.all(connections.map((connection) => connection.ask(next(), onAnswer)));
  await Promise.race([all, after(job.durationMs)]);
  const result = { answers, ...stop() };
  isOver = true;
  await Promise.race([all, after(LAST_ANSWERS_MS_MAX, new BenchError('An answer did not come'))]);
  return result;
}

/** Begins to count; the function it gives ends that. */
function stopWatch(serverPid: number): () => Omit<LoadResult, 'answers' | 'body'> {
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

function after(ms: number, error?: Error): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (error === undefined ? resolve() : reject(error)), ms).unref();
  });
}
