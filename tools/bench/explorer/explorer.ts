import type { BenchContext } from '../context';
import { fetchResponse } from '../../load/client';
import { loadBeside, loadSubjects, repeated, repeatedChanging } from '../load/load-process';
import { getRequest } from '../../load/requests';
import { LIVE_DROPS } from '../load/requests';
import { beside, compareRates, known, line, type Measurement } from '../report/measurement';
import { startApi, startBare, startExplorer } from '../servers';
import { visitPages } from './visits';

/** The list of drops: the page with most rows. */
const PAGE = '/';
const API_PER_SECOND = 500;
const PAGES_PER_SECOND = 50;

/** A page from the cache and rendered, beside the same bytes; the API while the site is loaded; a visit by a browser. */
export async function benchExplorer(context: BenchContext): Promise<Measurement[]> {
  const catalogue = await context.catalogues.of(context.plan.drops.small);
  context.progress('Starting the servers …');
  const api = await startApi(context, catalogue);
  const explorer = await startExplorer(context, api, catalogue);
  const visits = await visitPages(context, `http://127.0.0.1:${explorer.port}${PAGE}`);
  const request = getRequest(PAGE, '');
  const bare = await startBare(context, await fetchResponse(explorer.port, request));
  // Different queries of the page: more than its cache holds, so that each is rendered, from results of the API that are at hand.
  const different = Array.from({ length: context.sizes(5_000, 50) }, (_, n) => getRequest(`${PAGE}?n=${n}`, ''));
  const rendered = { server: explorer, requests: repeatedChanging(...different) };
  // Different searches: each page needs results of its own.
  const searches = Array.from({ length: context.sizes(5_000, 50) }, (_, n) => getRequest(`${PAGE}?q=${n}`, ''));
  const { rounds } = await loadSubjects(context, {
    bare: { server: bare, requests: repeated(request) },
    cached: { server: explorer, requests: repeatedChanging(request) },
    rendered,
    searched: { server: explorer, requests: repeatedChanging(...searches) },
  });
  context.progress('Loading the API beside the site …');
  const list = { server: api, requests: repeated(getRequest(LIVE_DROPS, catalogue.key)) };
  const p99Ms = await loadBeside(
    context,
    { subject: list, perSecond: context.sizes(API_PER_SECOND, 100) },
    { subject: rendered, perSecond: PAGES_PER_SECOND },
  );
  const rssMb = explorer.rssMb;
  for (const each of [explorer, api, bare]) await each.stop();
  const yardstick = { what: 'bare node:http', rounds: rounds.bare };
  return [
    ...compareRates({ what: 'page of the explorer, cached', rounds: rounds.cached }, yardstick, { atLeast: 0.5 }),
    ...compareRates({ what: 'page of the explorer, rendered', rounds: rounds.rendered }, yardstick, { atLeast: 0.05 }),
    ...compareRates({ what: 'page of the explorer, each another search', rounds: rounds.searched }, yardstick),
    beside(
      line(`GET /v1/drops beside ${PAGES_PER_SECOND} rendered pages a second: 99th percentile`, 'ms', p99Ms.beside, {
        atMost: 1.2,
      }),
      'without pages',
      p99Ms.alone,
    ),
    ...known([
      line('explorer process: start', 's', [explorer.startedAfterMs / 1_000]),
      line('explorer process: RSS after the load', 'MB', [rssMb], { below: 100 }),
    ]),
    ...visits,
  ];
}
