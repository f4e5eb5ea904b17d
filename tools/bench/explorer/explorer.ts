import type { BenchContext } from '../context';
import type { Catalogue } from '../data/catalogue';
import { interleave } from '../interleave';
import { fetchResponse } from '../load/client';
import { loadInterleaved, LoadProcess, repeated, repeatedChanging } from '../load/load-process';
import { getRequest, LIVE_DROPS } from '../load/requests';
import type { ServerProcess } from '../process/server-process';
import { rssMbOf } from '../process/usage';
import { compareRates, known, line, type Measurement } from '../report/measurement';
import { startApi, startExplorer, startYardstick } from '../servers';
import { visitPages } from './visits';

/** The list of drops: the page with most rows. */
const PAGE = '/';

/** A page from the cache and rendered, beside the same bytes; the API while the site is loaded; a visit by a browser. */
export async function benchExplorer(context: BenchContext): Promise<Measurement[]> {
  const catalogue = await context.catalogues.of(context.plan.http.drops.small);
  context.progress('Starting the servers …');
  const api = await startApi(context, catalogue);
  const explorer = await startExplorer(context, api, catalogue);
  const startSeconds = explorer.startedAfterMs / 1_000;
  const visits = await visitPages(context, `http://127.0.0.1:${explorer.port}${PAGE}`);
  const rates = await loadPages(context, explorer);
  const besideSite = await loadApiBesideSite(context, { api, explorer, catalogue });
  const rssMb = rssMbOf(explorer.pid) ?? Number.NaN;
  for (const { stop } of [explorer, api]) await stop();
  return [
    ...rates,
    besideSite,
    ...known([
      line('explorer process: start', 's', [startSeconds]),
      line('explorer process: RSS after the load', 'MB', [rssMb], { below: 90 }),
    ]),
    ...visits,
  ];
}

/** Different queries of the page: more than its cache holds, so that each is rendered. The responses of the API are cached. */
async function loadPages(context: BenchContext, explorer: ServerProcess): Promise<Measurement[]> {
  const { paths } = context.plan.explorer;
  const request = getRequest(PAGE, '');
  const bare = await startYardstick(context, 'bare-server', await fetchResponse(explorer.port, request));
  const load = await LoadProcess.start(context);
  const different = Array.from({ length: paths }, (_, n) => getRequest(`${PAGE}?n=${n}`, ''));
  const { rounds } = await loadInterleaved(context, {
    bare: load.of({ server: bare, requests: repeated(request) }),
    cached: load.of({ server: explorer, requests: repeatedChanging(request) }),
    rendered: load.of({ server: explorer, requests: repeatedChanging(...different) }),
  });
  await load.stop();
  await bare.stop();
  const yardstick = { what: 'bare node:http', rounds: rounds.bare };
  return [
    ...compareRates({ what: 'page of the explorer, cached', rounds: rounds.cached }, yardstick, { atLeast: 0.4 }),
    ...compareRates({ what: 'page of the explorer, rendered', rounds: rounds.rendered }, yardstick, { atLeast: 0.1 }),
  ];
}

interface Subjects {
  readonly api: ServerProcess;
  readonly explorer: ServerProcess;
  readonly catalogue: Catalogue;
}

/** Latency of the API at a fixed rate, alone and while visitors load pages at a fixed rate. */
async function loadApiBesideSite(context: BenchContext, { api, explorer, catalogue }: Subjects): Promise<Measurement> {
  const { latency, rounds, explorer: plan } = context.plan;
  const [load, visitors] = [await LoadProcess.start(context), await LoadProcess.start(context)];
  const list = load.of({ server: api, requests: repeated(getRequest(LIVE_DROPS, catalogue.key)) });
  const pages = visitors.of({
    server: explorer,
    requests: repeatedChanging(...Array.from({ length: plan.paths }, (_, n) => getRequest(`${PAGE}?n=${n}`, ''))),
  });
  const measure = () => list(latency.roundMs, { perSecond: plan.apiPerSecond });
  context.progress('Loading the API beside the site …');
  const measured = await interleave(rounds, {
    alone: measure,
    loaded: async () => (await Promise.all([measure(), pages(latency.roundMs, { perSecond: plan.pagesPerSecond })]))[0],
  });
  await load.stop();
  await visitors.stop();
  const p99Ms = measured.loaded.map((result) => result.p99Ms);
  return {
    ...line(`GET /v1/drops beside ${plan.pagesPerSecond} rendered pages a second: 99th percentile`, 'ms', p99Ms, {
      atMost: 1.2,
    }),
    beside: { what: 'without pages', rounds: measured.alone.map((result) => result.p99Ms) },
  };
}
