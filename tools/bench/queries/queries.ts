import { DROP_SORTS, DROP_STATUSES, type Drop, type Page, SORT_ORDERS } from '@droptrack/contracts';
import type { BenchContext } from '../context';
import type { Catalogue } from '../data/catalogue';
import { fetchResponse, HttpClient } from '../load/client';
import { loadInterleaved, LoadProcess, repeated } from '../load/load-process';
import { BenchError } from '../process/bench-error';
import type { ServerProcess } from '../process/server-process';
import { compareRates, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi, startConventional, startYardstick } from '../servers';
import { type UnseenQueries, unseenQueries, type WalkedCursor } from './unseen-queries';

/** Lists that the API's cursors come from. */
const API_LISTS = DROP_SORTS.flatMap((sort) =>
  SORT_ORDERS.flatMap((order) =>
    ['', ...DROP_STATUSES.map((status) => `&status=${status}`)].map((filter) => `sort=${sort}&order=${order}${filter}`),
  ),
);
/** The same for the conventional service, which has one order. */
const CONVENTIONAL_LISTS = ['status=live', 'status=upcoming', 'status=tge', 'chain=base', 'chain=base,linea'];

/**
 * Requests lists that were never requested before, interleaved with a server that always sends one typical response, and
 * with a conventional service over the same rows.
 */
export async function benchQueries(context: BenchContext): Promise<Measurement[]> {
  const { plan, progress } = context;
  const catalogue = await context.catalogues.of(plan.http.drops.design);
  const api = await startApi(context, catalogue);
  const conventional = await startConventional(context, catalogue);
  progress('Reading lists page by page …');
  const ours = await apiQueries(context, api, catalogue);
  const theirs = await queriesFor('conventional', conventional, catalogue, CONVENTIONAL_LISTS, plan.queries.pages);
  const sample = Array.from({ length: plan.queries.sampled }, (_, number) => number).map(unseenQueries(ours));
  const responses = [];
  for (const request of sample) responses.push(await fetchResponse(api.port, request));
  const bare = await startYardstick(context, 'bare-server', nearestToMean(responses));
  const load = await LoadProcess.start(context);
  const { rounds } = await loadInterleaved(context, {
    bare: load.of({ server: bare, requests: repeated(...sample) }),
    api: load.of({ server: api, requests: { kind: 'unseen', queries: ours } }, sample.length),
    conventional: load.of({ server: conventional, requests: { kind: 'unseen', queries: theirs } }),
  });
  for (const { stop } of [api, conventional, bare]) await stop();
  await load.stop();
  const subject = { what: `never-seen queries, ${formatFigure(catalogue.drops)} drops`, rounds: rounds.api };
  return [
    ...compareRates(subject, { what: 'bare node:http', rounds: rounds.bare }, { atLeast: 0.15 }),
    ...compareRates(subject, { what: 'conventional service', rounds: rounds.conventional }, { atLeast: 8 }),
  ];
}

/** Queries for the API, with cursors that it returned. */
export const apiQueries = (context: BenchContext, api: ServerProcess, catalogue: Catalogue): Promise<UnseenQueries> =>
  queriesFor('api', api, catalogue, API_LISTS, context.plan.queries.pages);

async function queriesFor(
  service: UnseenQueries['service'],
  { port }: ServerProcess,
  { key, drops }: Catalogue,
  lists: readonly string[],
  pages: number,
): Promise<UnseenQueries> {
  // A fifth of the drops is as long as the shortest list of one status.
  const limit = Math.max(1, Math.floor(drops / 5 / pages));
  const client = new HttpClient({ port });
  const cursors: WalkedCursor[] = [];
  for (const list of lists) {
    let query = `${list}&limit=${limit}`;
    for (let page = 0; page < pages; page += 1) {
      const response = await client.get(`/v1/drops?${query}`, key);
      if (response.status !== 200) throw new BenchError(`${query} returned ${String(response)}`);
      const { next_cursor: cursor } = response.json<Page<Drop>>();
      if (cursor === null) break;
      cursors.push({ list, cursor });
      query = `${list}&limit=${limit}&cursor=${cursor}`;
    }
  }
  client.close();
  if (cursors.length === 0) throw new BenchError('No list has a second page');
  return { service, key, cursors, createdAtMs: Date.now() };
}

/** The response whose length is nearest to the mean: repeated, it is as much to send as all of them. At least one. */
export function nearestToMean<T extends { readonly bodyLength: number }>(responses: readonly T[]): T {
  const mean = responses.reduce((sum, { bodyLength }) => sum + bodyLength, 0) / responses.length;
  const distance = ({ bodyLength }: T): number => Math.abs(bodyLength - mean);
  return responses.reduce((nearest, response) => (distance(response) < distance(nearest) ? response : nearest));
}
