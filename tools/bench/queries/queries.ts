import { DROP_SORTS, DROP_STATUSES, type Drop, type Page, SORT_ORDERS } from '@droptrack/contracts';
import type { BenchContext } from '../context';
import type { Catalogue } from '../data/catalogue';
import { fetchResponse, HttpClient } from '../../load/client';
import { loadSubjects, repeated } from '../load/load-process';
import { BenchError } from '../../processes/bench-error';
import type { RunningProgram } from '../../processes/server-process';
import { compareRates, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi, startBare } from '../servers';
import { type UnseenQueries, unseenQueries, type WalkedCursor } from './unseen-queries';

/** Lists that the cursors come from. */
const LISTS = DROP_SORTS.flatMap((sort) =>
  SORT_ORDERS.flatMap((order) =>
    ['', ...DROP_STATUSES.map((status) => `&status=${status}`)].map((filter) => `sort=${sort}&order=${order}${filter}`),
  ),
);

/** Lists that were never requested before, interleaved with a server that always sends one typical response. */
export async function benchQueries(context: BenchContext): Promise<Measurement[]> {
  const catalogue = await context.catalogues.of(context.plan.drops.design);
  const api = await startApi(context, catalogue);
  context.progress('Reading lists page by page …');
  const queries = await apiQueries(context, api, catalogue);
  const sample = Array.from({ length: context.sizes(200, 5) }, (_, number) => number).map(unseenQueries(queries));
  const responses = [];
  for (const request of sample) responses.push(await fetchResponse(api.port, request));
  const bare = await startBare(context, nearestToMean(responses));
  const { rounds } = await loadSubjects(context, {
    bare: { server: bare, requests: repeated(...sample) },
    api: { server: api, requests: { kind: 'unseen', queries }, begin: sample.length },
  });
  for (const each of [api, bare]) await each.stop();
  const subject = { what: `never-seen queries, ${formatFigure(catalogue.drops)} drops`, rounds: rounds.api };
  return compareRates(subject, { what: 'bare node:http', rounds: rounds.bare }, { atLeast: 0.15 });
}

/** Queries for the API, with cursors that it returned. */
export async function apiQueries(
  context: BenchContext,
  { port }: RunningProgram,
  { key, drops }: Catalogue,
): Promise<UnseenQueries> {
  const pages = context.sizes(200, 5);
  // A fifth of the drops is as long as the shortest list of one status.
  const limit = Math.max(1, Math.floor(drops / 5 / pages));
  const client = new HttpClient({ port });
  const cursors: WalkedCursor[] = [];
  for (const list of LISTS) {
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
  return { key, cursors, createdAtMs: Date.now() };
}

/** The response whose length is nearest to the mean: repeated, it is as much to send as all of them. At least one. */
export function nearestToMean<T extends { readonly bodyLength: number }>(responses: readonly T[]): T {
  const mean = responses.reduce((sum, { bodyLength }) => sum + bodyLength, 0) / responses.length;
  const distance = ({ bodyLength }: T): number => Math.abs(bodyLength - mean);
  return responses.reduce((nearest, response) => (distance(response) < distance(nearest) ? response : nearest));
}
