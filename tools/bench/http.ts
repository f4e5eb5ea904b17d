import type { BenchContext } from './context';
import type { Catalogue } from './data/catalogue';
import { interleave, mapValues } from './interleave';
import { fetchResponse } from '../load/client';
import type { LoadResult } from './load/job';
import { loadInterleaved, LoadProcess, type LoadRun, repeated, type Subject } from './load/load-process';
import { getRequest } from '../load/requests';
import { LIVE_DROPS } from './load/requests';
import { BenchError } from '../processes/bench-error';
import type { RunningProgram } from '../processes/server-process';
import {
  beside,
  compareRates,
  known,
  line,
  type Measurement,
  requestsPerSecond,
  type Target,
} from './report/measurement';
import { formatFigure } from './report/report';
import { rssMbWithBothViews, startApi, startBare } from './servers';

type Size = 'api' | 'design' | 'large';
type Name = Size | 'unchanged' | 'bare' | 'bareUnchanged';
type Rounds = Readonly<Record<Name, readonly LoadResult[]>>;

const SHARE_OF_TOP_RATE = 0.7;

/** The API with a list, beside servers that do nothing; over larger catalogues; and its latency below its top rate. */
export async function benchHttp(context: BenchContext): Promise<Measurement[]> {
  const { small, design, large } = context.plan.drops;
  const sizes = {
    api: await context.catalogues.of(small),
    design: await context.catalogues.of(design),
    large: await context.catalogues.of(large),
  };
  context.progress('Starting the servers …');
  const servers = {
    api: await startApi(context, sizes.api),
    design: await startApi(context, sizes.design),
    large: await startApi(context, sizes.large),
  };
  const freshMb: number[] = [];
  for (const name of ['api', 'design', 'large'] as const)
    freshMb.push(await rssMbWithBothViews(servers[name], sizes[name]));
  const subjects = await subjectsOf(context, servers, sizes);
  const load = await LoadProcess.start(context);
  const runs = mapValues(subjects, (subject) => load.of(subject));
  const { warmUp, rounds } = await loadInterleaved(context, runs);
  if (warmUp.bare.body !== warmUp.api.body.replace(AS_OF, AS_OF.exec(warmUp.bare.body)?.[0] ?? ''))
    throw new BenchError('The bare server sends another page');
  const loadedMb = Object.values(servers).map(({ rssMb }) => rssMb);
  const latencies = await latenciesOf(context, runs);
  for (const { server } of Object.values(subjects)) await server.stop();
  await load.stop();
  const names = [small, design, large].map((drops) => `${formatFigure(drops)} drops`);
  const startSeconds = Object.values(servers).map(({ startedAfterMs }) => startedAfterMs / 1_000);
  return [
    ...reportRates(names, rounds),
    ...latencies,
    ...known(
      names.flatMap((size, index) => [
        line(`API process, ${size}: start`, 's', at(startSeconds, index)),
        line(`API process, both views of ${size}: RSS after one response each`, 'MB', at(freshMb, index)),
        line(
          `API process, both views of ${size}: RSS after the load`,
          'MB',
          at(loadedMb, index),
          index === 1 ? { below: 250 } : undefined,
        ),
      ]),
    ),
  ];
}

const AS_OF = /"as_of":"[^"]*"/;
const at = (figures: readonly number[], index: number): number[] => [figures[index] ?? Number.NaN];

/** With the bare servers, which send the API's current responses. */
async function subjectsOf(
  context: BenchContext,
  servers: Readonly<Record<Size, RunningProgram>>,
  catalogues: Readonly<Record<Size, Catalogue>>,
): Promise<Record<Name, Subject>> {
  const { api: catalogue } = catalogues;
  // Of its own: earlier requests of a process decide its speed and its memory.
  const unchanged = await startApi(context, catalogue);
  const list = (server: RunningProgram, { key }: Catalogue): Subject => ({
    server,
    requests: repeated(getRequest(LIVE_DROPS, key)),
  });
  const response = await fetchResponse(servers.api.port, getRequest(LIVE_DROPS, catalogue.key));
  const conditional = getRequest(LIVE_DROPS, catalogue.key, [`If-None-Match: ${response.header('etag')}`]);
  const notModified = await fetchResponse(unchanged.port, conditional, 304);
  return {
    bare: list(await startBare(context, response), catalogue),
    api: list(servers.api, catalogue),
    bareUnchanged: { server: await startBare(context, notModified), requests: repeated(conditional), status: 304 },
    unchanged: { server: unchanged, requests: repeated(conditional), status: 304 },
    design: list(servers.design, catalogues.design),
    large: list(servers.large, catalogues.large),
  };
}

/** Latency while requests are due at even distances, for each server at the same share of the rate measured just before. */
async function latenciesOf({ plan, progress }: BenchContext, runs: Readonly<Record<Name, LoadRun>>) {
  progress('Requests at a fixed rate …');
  const paced = (run: LoadRun) => async (): Promise<LoadResult> => {
    const top = requestsPerSecond(await run(plan.roundMs));
    return run(plan.roundMs, { perSecond: SHARE_OF_TOP_RATE * top });
  };
  const rounds = await interleave(plan.rounds, { bare: paced(runs.bare), api: paced(runs.api) });
  const what = `GET /v1/drops at ${100 * SHARE_OF_TOP_RATE} % of the top rate`;
  const compare = (name: string, figure: (result: LoadResult) => number, target?: Target): Measurement =>
    beside(line(`${what}: ${name}`, 'ms', rounds.api.map(figure), target), 'bare node:http', rounds.bare.map(figure));
  return [
    compare('median', ({ p50Ms }) => p50Ms),
    compare('99th percentile', ({ p99Ms }) => p99Ms, { atMost: 3 }),
    // The part of both that the load process itself adds.
    compare('99th percentile of late sending', ({ lateP99Ms }) => lateP99Ms),
  ];
}

function reportRates([small = '', design = '', large = '']: readonly string[], rounds: Rounds): Measurement[] {
  const list = `GET /v1/drops, ${small}`;
  const compare = (name: Name, what: string, beside: Name, besideWhat: string, target?: Target): Measurement[] =>
    compareRates({ what, rounds: rounds[name] }, { what: besideWhat, rounds: rounds[beside] }, target);
  const loadShare = ({ loadCpuMs, elapsedMs }: LoadResult): number => (100 * loadCpuMs) / elapsedMs;
  return [
    ...compare('api', list, 'bare', 'bare node:http', { atLeast: 0.75 }),
    ...compare('unchanged', `${list}, 304`, 'bareUnchanged', 'bare node:http, 304', { atLeast: 0.75 }),
    ...compare('design', `GET /v1/drops, ${design}`, 'api', small, { atLeast: 0.9 }),
    ...compare('large', `GET /v1/drops, ${large}`, 'api', small),
    // The speed of the machine: a slow machine lowers this rate, a slow commit lowers the ratios above.
    line('bare node:http, absolute rate', 'req/s', rounds.bare.map(requestsPerSecond)),
    line('load process beside bare node:http', '% of a core', rounds.bare.map(loadShare)),
  ];
}
