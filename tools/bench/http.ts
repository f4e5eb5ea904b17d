import { isDeepStrictEqual } from 'node:util';
import type { Drop, Page } from '@droptrack/contracts';
import type { BenchContext } from './context';
import type { Catalogue } from './data/catalogue';
import { fetchResponse } from './load/client';
import type { LoadResult } from './load/job';
import { loadInterleaved, LoadProcess, repeated, type Subject } from './load/load-process';
import { differentLists, getRequest, LIVE_DROPS } from './load/requests';
import { mapValues } from './interleave';
import { BenchError } from './process/bench-error';
import type { ServerProcess } from './process/server-process';
import { rssMbOf } from './process/usage';
import { compareRates, known, line, type Measurement, requestsPerSecond, type Target } from './report/measurement';
import { formatFigure } from './report/report';
import { rssMbWithBothViews, startApi, startConventional, startYardstick } from './servers';

/** Catalogues of the API processes. */
type Sizes = Readonly<Record<'api' | 'design' | 'large', Catalogue>>;
type Servers = Readonly<Record<'api' | 'different' | 'unchanged' | 'design' | 'large' | 'conventional', ServerProcess>>;
type Name = keyof Servers | 'bare' | 'bareUnchanged';

/**
 * Loads the API with a list, interleaved with servers that do nothing, with a conventional service, and with API
 * processes over larger catalogues.
 */
export async function benchHttp(context: BenchContext): Promise<Measurement[]> {
  const { small, design, large } = context.plan.http.drops;
  const { catalogues } = context;
  const sizes = {
    api: await catalogues.of(small),
    design: await catalogues.of(design),
    large: await catalogues.of(large),
  };
  context.progress('Starting the servers …');
  const servers = await startServers(context, sizes);
  const measured = ['api', 'design', 'large'] as const;
  const freshMb: number[] = [];
  for (const name of measured) freshMb.push(await rssMbWithBothViews(servers[name], sizes[name]));
  const subjects = await subjectsOf(context, servers, sizes);
  const load = await LoadProcess.start(context);
  const { warmUp, rounds } = await loadInterleaved(
    context,
    mapValues(subjects, (subject) => load.of(subject)),
  );
  for (const name of ['api', 'conventional', 'bare'] as const) assertSamePage(name, warmUp[name].body, warmUp.api.body);
  const loadedMb = measured.map((name) => rssMbOf(servers[name].pid) ?? Number.NaN);
  for (const { server } of Object.values(subjects)) await server.stop();
  await load.stop();
  const sizeNames = [small, design, large].map((drops) => `${formatFigure(drops)} drops`);
  const startSeconds = measured.map((name) => servers[name].startedAfterMs / 1_000);
  return [...reportRates(sizeNames, rounds), ...reportProcesses(sizeNames, { startSeconds, freshMb, loadedMb })];
}

async function startServers(context: BenchContext, { api, design, large }: Sizes): Promise<Servers> {
  return {
    api: await startApi(context, api),
    // Of their own: earlier requests of a process decide its speed and its memory.
    different: await startApi(context, api),
    unchanged: await startApi(context, api),
    design: await startApi(context, design),
    large: await startApi(context, large),
    conventional: await startConventional(context, api),
  };
}

/** With the bare servers, which send the API's current responses. */
async function subjectsOf(context: BenchContext, servers: Servers, sizes: Sizes): Promise<Record<Name, Subject>> {
  const list = (server: ServerProcess, { key }: Catalogue): Subject => ({
    server,
    requests: repeated(getRequest(LIVE_DROPS, key)),
  });
  const response = await fetchResponse(servers.api.port, getRequest(LIVE_DROPS, sizes.api.key));
  const conditional = getRequest(LIVE_DROPS, sizes.api.key, [`If-None-Match: ${response.header('etag')}`]);
  const notModified = await fetchResponse(servers.unchanged.port, conditional, 304);
  const unchanged = (server: ServerProcess): Subject => ({ server, requests: repeated(conditional), status: 304 });
  const different = differentLists().map((path) => getRequest(path, sizes.api.key));
  return {
    bare: list(await startYardstick(context, 'bare-server', response), sizes.api),
    api: list(servers.api, sizes.api),
    bareUnchanged: unchanged(await startYardstick(context, 'bare-server', notModified)),
    unchanged: unchanged(servers.unchanged),
    different: { server: servers.different, requests: repeated(...different) },
    design: list(servers.design, sizes.design),
    large: list(servers.large, sizes.large),
    conventional: list(servers.conventional, sizes.api),
  };
}

/** @throws {BenchError} when two servers send different pages, apart from the instant, or no live drops. */
function assertSamePage(name: string, body: string, expected: string): void {
  const [page, reference] = [body, expected].map((text) => JSON.parse(text) as Page<Drop>);
  if (page === undefined || page.data.length === 0 || page.data.some(({ status }) => status !== 'live')) {
    throw new BenchError(`${name} does not send live drops`);
  }
  if (!isDeepStrictEqual({ ...page, as_of: '' }, { ...reference, as_of: '' }))
    throw new BenchError(`${name} sends another page`);
}

function reportRates(sizes: readonly string[], rounds: Readonly<Record<Name, readonly LoadResult[]>>): Measurement[] {
  const [small = '', design = '', large = ''] = sizes;
  const list = `GET /v1/drops, ${small}`;
  const compare = (name: Name, what: string, beside: Name, besideWhat: string, target?: Target): Measurement[] =>
    compareRates({ what, rounds: rounds[name] }, { what: besideWhat, rounds: rounds[beside] }, target);
  const loadShare = ({ loadCpuMs, elapsedMs }: LoadResult): number => (100 * loadCpuMs) / elapsedMs;
  return [
    ...compare('api', list, 'bare', 'bare node:http', { atLeast: 0.75 }),
    ...compare('unchanged', `${list}, 304`, 'bareUnchanged', 'bare node:http, 304', { atLeast: 0.75 }),
    ...compare('api', list, 'conventional', 'conventional service', { atLeast: 10 }),
    ...compare('design', `GET /v1/drops, ${design}`, 'api', small, { atLeast: 0.9 }),
    ...compare('large', `GET /v1/drops, ${large}`, 'api', small),
    ...compare('different', `240 lists, one after the other, ${small}`, 'api', 'one list'),
    // The speed of the machine: a slow machine lowers this rate, a slow commit lowers the ratios above.
    line('bare node:http, absolute rate', 'req/s', rounds.bare.map(requestsPerSecond)),
    line('load process beside bare node:http', '% of a core', rounds.bare.map(loadShare)),
  ];
}

/** Figures of the API processes over the three catalogues. */
type ProcessFigures = Readonly<Record<'startSeconds' | 'freshMb' | 'loadedMb', readonly number[]>>;

function reportProcesses(sizes: readonly string[], { startSeconds, freshMb, loadedMb }: ProcessFigures): Measurement[] {
  const at = (figures: readonly number[], index: number): number[] => [figures[index] ?? Number.NaN];
  return known([
    ...sizes.map((size, index) => line(`API process, ${size}: start`, 's', at(startSeconds, index))),
    ...sizes.map((size, index) =>
      line(`API process, both views of ${size}: RSS after one response each`, 'MB', at(freshMb, index)),
    ),
    ...sizes.map((size, index) => {
      const target = index === 1 ? { below: 250 } : undefined;
      return line(`API process, both views of ${size}: RSS after the load`, 'MB', at(loadedMb, index), target);
    }),
  ]);
}
