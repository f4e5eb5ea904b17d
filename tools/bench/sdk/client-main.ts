import { Droptrack } from '@droptrack/sdk';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import { serveRequests } from '../process/child-program';
import { madeUpDrop } from './made-up-drop';
import { measureWalks, type WalkResult } from './walks';

/** A request to the process that uses the client. */
export interface SdkJob {
  readonly port: number;
  /** Rounds of calls after those of the warm-up. */
  readonly rounds: number;
  readonly roundMs: number;
  readonly drops: number;
  readonly walks: number;
}

/** Sequential calls of one round. */
export interface CallRound {
  readonly calls: number;
  readonly elapsedMs: number;
  /** CPU time of the calling process, all threads. */
  readonly cpuMs: number;
}

export interface SdkResult extends WalkResult {
  readonly client: readonly CallRound[];
  readonly bare: readonly CallRound[];
}

/** Rounds before the first that counts: compilation and connections. */
const WARM_UP_ROUNDS = 10;
const KEY = 'dtk_bench';

/** The same drop read through the client, and by `fetch` and `JSON.parse`, interleaved. */
async function measureCalls({ port, rounds, roundMs }: SdkJob): Promise<Pick<SdkResult, 'client' | 'bare'>> {
  const { id } = madeUpDrop(1);
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = new Droptrack({ apiKey: KEY, baseUrl });
  const url = `${baseUrl}/v1/drops/${id}`;
  const init = { headers: { accept: 'application/json', authorization: `Bearer ${KEY}` } };
  const variants = {
    client: () => callsFor(roundMs, id, async () => client.drops.get(id)),
    bare: () => callsFor(roundMs, id, async () => JSON.parse(await (await fetch(url, init)).text()) as { id: string }),
  };
  await interleave(WARM_UP_ROUNDS, variants);
  return interleave(rounds, variants);
}

async function callsFor(roundMs: number, id: string, call: () => Promise<{ id: string }>): Promise<CallRound> {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  let calls = 0;
  do {
    if ((await call()).id !== id) throw new BenchError('A response is of another drop');
    calls += 1;
  } while (performance.now() - began < roundMs);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { calls, elapsedMs: performance.now() - began, cpuMs: (user + system) / 1_000 };
}

serveRequests(async (job: SdkJob): Promise<SdkResult> => ({
  ...(await measureCalls(job)),
  ...(await measureWalks(job)),
}));
