import type { BenchContext } from './context';
import { interleave, mapValues } from './interleave';
import { fetchResponse } from './load/client';
import type { LoadResult } from './load/job';
import { LoadProcess, type LoadRun, repeated } from './load/load-process';
import { getRequest, LIVE_DROPS } from './load/requests';
import { line, type Measurement, requestsPerSecond, type Target } from './report/measurement';
import { startApi, startYardstick } from './servers';

/** Latency while requests are due at even distances, for each server at the same share of the rate measured just before. */
export async function benchLatency(context: BenchContext): Promise<Measurement[]> {
  const { plan, progress } = context;
  const { shareOfTopRate, roundMs } = plan.latency;
  const catalogue = await context.catalogues.of(plan.http.drops.small);
  const request = getRequest(LIVE_DROPS, catalogue.key);
  const api = await startApi(context, catalogue);
  const bare = await startYardstick(context, 'bare-server', await fetchResponse(api.port, request));
  const load = await LoadProcess.start(context);
  const runs = mapValues({ bare, api }, (server) => load.of({ server, requests: repeated(request) }));
  const paced = (run: LoadRun) => async (): Promise<LoadResult> => {
    const top = requestsPerSecond(await run(roundMs));
    return run(roundMs, { perSecond: shareOfTopRate * top });
  };
  progress('Requests at a fixed rate …');
  for (const run of Object.values(runs)) await run(plan.http.warmUpMs);
  const rounds = await interleave(plan.rounds, mapValues(runs, paced));
  for (const { stop } of [api, bare]) await stop();
  await load.stop();
  const at = `GET /v1/drops at ${100 * shareOfTopRate} % of the top rate`;
  const compare = (what: string, figure: (result: LoadResult) => number, target?: Target): Measurement => ({
    ...line(`${at}: ${what}`, 'ms', rounds.api.map(figure), target),
    beside: { what: 'bare node:http', rounds: rounds.bare.map(figure) },
  });
  return [
    compare('median', ({ p50Ms }) => p50Ms),
    compare('99th percentile', ({ p99Ms }) => p99Ms, { atMost: 3 }),
    // The part of both that the load process itself adds.
    compare('99th percentile of late sending', ({ lateP99Ms }) => lateP99Ms),
  ];
}
