import type { Catalogues } from '../data/catalogue';
import { LIVE_DROPS, wireRequest } from '../http/requests';
import { startApi, startBareServer } from '../http/servers';
import { interleave } from '../interleave';
import { fetchAnswer } from '../load/fetch-answer';
import type { PacedResult } from '../load/job';
import { LoadProcess } from '../load/load-process';
import { again, askOf, jobOf, type Subject } from '../load/subject';
import type { Measurement, Target } from '../report/measurement';
import { requestsPerSecond } from '../report/rates';
import type { BenchContext } from '../bench-context';

/**
 * How long answers take while requests come at fixed times, for each server at the same share
 * of the rate that it reached a moment before.
 */
export async function benchLatency(context: BenchContext, catalogues: Catalogues): Promise<Measurement[]> {
  const { plan, progress } = context;
  const catalogue = await catalogues.of(plan.http.drops.small);
  const request = wireRequest(LIVE_DROPS, catalogue.key);
  const api = await startApi(context, catalogue);
  const bare = await startBareServer(context, await fetchAnswer(api.port, request));
  const load = await LoadProcess.start(context);
  const measure = (server: Subject['server']) => () => paced(context, load, { server, requests: again(request) });
  progress('Asking at a steady pace …');
  for (const server of [bare, api]) {
    await askOf(context, load, { server, requests: again(request) })(plan.http.warmUpMs);
  }
  const rounds = await interleave(plan.rounds, { bare: measure(bare), api: measure(api) });
  for (const { stop } of [api, bare]) await stop();
  await load.stop();
  const at = `at ${100 * plan.latency.shareOfTopRate} % of the top rate`;
  return [
    line(`${at}: half of the answers`, rounds, ({ p50Ms }) => p50Ms),
    line(`${at}: 99 of 100`, rounds, ({ p99Ms }) => p99Ms, { atMost: 3 }),
    // As much of either as is the load's own.
    line(`${at}: 99 of 100 sent late by`, rounds, ({ lateP99Ms }) => lateP99Ms),
  ];
}

/** Finds the top rate, then asks more slowly. */
async function paced(context: BenchContext, load: LoadProcess, subject: Subject): Promise<PacedResult> {
  const { shareOfTopRate, roundMs } = context.plan.latency;
  const top = requestsPerSecond(await askOf(context, load, subject)(roundMs));
  return load.runPaced({ ...jobOf(context, subject, roundMs), perSecond: shareOfTopRate * top });
}

function line(
  what: string,
  rounds: Readonly<Record<'api' | 'bare', readonly PacedResult[]>>,
  figure: (result: PacedResult) => number,
  target?: Target,
): Measurement {
  return {
    bench: 'latency',
    what: `GET /v1/drops ${what}`,
    unit: 'ms',
    rounds: rounds.api.map(figure),
    beside: { what: 'bare node:http', rounds: rounds.bare.map(figure) },
    ...(target !== undefined && { target }),
  };
}
