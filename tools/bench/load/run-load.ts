import { setTimeout as sleep } from 'node:timers/promises';
import { checkRequest, walletDropsRequest } from '../lists/checks';
import { BenchError } from '../../processes/bench-error';
import { groupCpuMsOf } from '../../processes/usage';
import { unseenQueries } from '../queries/unseen-queries';
import { quantile } from '../report/measurement';
import { fetchResponse, HttpClient } from '../../load/client';
import { Connection } from '../../load/connection';
import type { HttpResponse } from '../../load/response';
import type { LoadJob, LoadResult, Requests } from './job';
import { sendPaced } from '../../load/paced';

/** Waits until a load of a duration is over. */
type Wait = (ms: number) => Promise<unknown>;

/**
 * Sends requests over kept-alive connections for a while: each connection as fast as it is answered, or all of them at a
 * fixed rate.
 *
 * @throws {BenchError} for a response of another status, or of another length than the first where all must be equal.
 */
export async function runLoad(job: LoadJob, wait: Wait = sleep): Promise<LoadResult> {
  const requestAt = requestsOf(job.requests);
  const { body, bodyLength } = await firstResponse(job, requestAt(job.from));
  const isOneLength = job.requests.kind === 'repeated' && job.requests.isOneLength;
  const load = new Load(job, requestAt, isOneLength ? bodyLength : null);
  const counted = job.perSecond === null ? await load.closed(wait) : await load.paced(job.perSecond);
  return { ...counted, body };
}

/** The response whose body is kept: the other status may come first. */
function firstResponse({ port, status, otherStatus }: LoadJob, request: Buffer): Promise<HttpResponse> {
  if (otherStatus === null) return fetchResponse(port, request, status);
  return fetchResponse(port, request, otherStatus).catch(() => fetchResponse(port, request, status));
}

function requestsOf(requests: Requests): (number: number) => Buffer {
  if (requests.kind === 'repeated') {
    const buffers = requests.texts.map(bytes);
    return (number) => buffers[number % buffers.length] ?? Buffer.alloc(0);
  }
  // Built when they are sent: hundreds of thousands of them would not fit in a message.
  const textAt = textsOf(requests);
  return (number) => bytes(textAt(number));
}

function textsOf(requests: Exclude<Requests, { kind: 'repeated' }>): (number: number) => string {
  if (requests.kind === 'unseen') return unseenQueries(requests.queries);
  if (requests.kind === 'checks') return (number) => checkRequest(requests.checks, number);
  return (number) => walletDropsRequest(requests.wallets, number);
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

class Load {
  /** The first request has been sent before. */
  #next: number;

  constructor(
    private readonly job: LoadJob,
    private readonly requestAt: (number: number) => Buffer,
    private readonly bodyLength: number | null,
  ) {
    this.#next = job.from + 1;
  }

  /** Every connection sends its next request when the last one is answered. */
  async closed(wait: Wait): Promise<Omit<LoadResult, 'body'>> {
    const { port, connections, durationMs } = this.job;
    const open = (): Promise<Connection> => Connection.open({ port, discardsBodies: true });
    const opened = await Promise.all(Array.from({ length: connections }, open));
    const latenciesMs: number[] = [];
    let isOver = false;
    const repeat = async (connection: Connection): Promise<void> => {
      while (!isOver) {
        const request = this.requestAt(this.#next++);
        const sentMs = performance.now();
        this.#check(await connection.send(request));
        latenciesMs.push(performance.now() - sentMs);
      }
    };
    const stop = stopWatch(this.job);
    const all = Promise.all(opened.map(repeat));
    await Promise.race([all, wait(durationMs)]);
    const times = stop();
    const result = { ...this.#figures(latenciesMs), lateP99Ms: Number.NaN, ...times };
    isOver = true;
    await all;
    for (const connection of opened) connection.close();
    return { ...result, next: this.#next };
  }

  /** Requests are sent when they are due. */
  async paced(perSecond: number): Promise<Omit<LoadResult, 'body'>> {
    const { port, connections, durationMs, tickMs = 0 } = this.job;
    const client = new HttpClient({ port, discardsBodies: true });
    await client.open(connections);
    const load = { perSecond, durationMs, concurrency: connections, afterEnd: 'send', tickMs } as const;
    const stop = stopWatch(this.job);
    const { latenciesMs, lateMs } = await sendPaced(load, async () => {
      this.#check(await client.send(this.requestAt(this.#next++)));
    });
    client.close();
    return { ...this.#figures(latenciesMs), lateP99Ms: quantile(lateMs, 0.99), ...stop(), next: this.#next };
  }

  #check({ status, bodyLength }: { readonly status: number; readonly bodyLength: number }): void {
    if (status === this.job.otherStatus) return;
    if (status !== this.job.status) throw new BenchError(`A response is ${status} instead of ${this.job.status}`);
    if (this.bodyLength !== null && bodyLength !== this.bodyLength)
      throw new BenchError(`A response has ${bodyLength} bytes instead of ${this.bodyLength}`);
  }

  #figures(latenciesMs: readonly number[]): Pick<LoadResult, 'answers' | 'p50Ms' | 'p99Ms'> {
    return { answers: latenciesMs.length, p50Ms: quantile(latenciesMs, 0.5), p99Ms: quantile(latenciesMs, 0.99) };
  }
}

type Times = Pick<LoadResult, 'elapsedMs' | 'loadCpuMs' | 'serverCpuMs' | 'databaseCpuMs'>;

/** Starts to count; the returned function stops. */
function stopWatch({ serverPid, databasePids }: LoadJob): () => Times {
  const pids = [serverPid, ...databasePids];
  const before = pids.map(groupCpuMsOf);
  const [began, beganCpu] = [performance.now(), process.cpuUsage()];
  return () => {
    const elapsedMs = performance.now() - began;
    const { user, system } = process.cpuUsage(beganCpu);
    const [serverCpuMs = Number.NaN, ...database] = pids.map((pid, n) => groupCpuMsOf(pid) - (before[n] ?? Number.NaN));
    // Database processes that have ended since were idle.
    const known = database.filter((ms) => !Number.isNaN(ms));
    const databaseCpuMs = known.length === 0 ? Number.NaN : known.reduce((sum, ms) => sum + ms, 0);
    return { elapsedMs, loadCpuMs: (user + system) / 1_000, serverCpuMs, databaseCpuMs };
  };
}
