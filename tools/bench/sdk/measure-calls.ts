import { Droptrack } from '@droptrack/sdk';
import { BenchError } from '../process/bench-error';
import { interleave } from '../interleave';
import { madeUpDrop } from './made-up-drop';
import type { CallRound, SdkJob } from './sdk-job';

/** Rounds before the first that counts: the compiler's, and those of the connections. */
const WARM_UP_ROUNDS = 10;
const KEY = 'dtk_bench';

/** The same drop asked for through the client and by `fetch` and `JSON.parse`, in turn. */
export async function measureCalls({ port, rounds, roundMs }: SdkJob): Promise<Record<'client' | 'bare', CallRound[]>> {
  const { id } = madeUpDrop(1);
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = new Droptrack({ apiKey: KEY, baseUrl });
  const url = `${baseUrl}/v1/drops/${id}`;
  const init = { headers: { accept: 'application/json', authorization: `Bearer ${KEY}` } };
  const calls = {
    client: async () => client.drops.get(id),
    bare: async () => JSON.parse(await (await fetch(url, init)).text()) as { id: string },
  };
  const results = await interleave(rounds + WARM_UP_ROUNDS, {
    client: () => callsFor(roundMs, calls.client, id),
    bare: () => callsFor(roundMs, calls.bare, id),
  });
  return { client: results.client.slice(WARM_UP_ROUNDS), bare: results.bare.slice(WARM_UP_ROUNDS) };
}

async function callsFor(roundMs: number, call: () => Promise<{ id: string }>, id: string): Promise<CallRound> {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  let calls = 0;
  do {
    if ((await call()).id !== id) throw new BenchError('An answer is of another drop');
    calls += 1;
  } while (performance.now() - began < roundMs);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { calls, elapsedMs: performance.now() - began, cpuMs: (user + system) / 1_000 };
}
