import { DROP_SORTS, DROP_STATUSES, SORT_ORDERS } from '@droptrack/contracts';
import type { Catalogue, Catalogues } from '../data/catalogue';
import { startApi, startBareServer, startConventional } from '../http/servers';
import { askInTurn } from '../load/in-turn';
import { LoadProcess } from '../load/load-process';
import { again, type Ask, askOf } from '../load/subject';
import type { ServerProcess } from '../process/server-process';
import type { Measurement } from '../report/measurement';
import { compareRates } from '../report/rates';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { typicalAnswer } from './typical-answer';
import { type UnseenQueries, unseenQueries } from './unseen-queries';
import { walkedCursors } from './walk';

/** Lists that the API's cursors come from. */
const API_LISTS = DROP_SORTS.flatMap((sort) =>
  SORT_ORDERS.flatMap((order) =>
    ['', ...DROP_STATUSES.map((status) => `&status=${status}`)].map((filter) => `sort=${sort}&order=${order}${filter}`),
  ),
);
/** And the conventional service's, which sorts in one way. */
const CONVENTIONAL_LISTS = ['status=live', 'status=upcoming', 'status=tge', 'chain=base', 'chain=base,linea'];

/**
 * Asks for lists that nobody asked for before, in turn with a server that always sends one
 * typical answer, and with a conventional service over the same rows.
 *
 * @throws {BenchError} when anybody answers something else than 200.
 */
export async function benchQueries(context: BenchContext, catalogues: Catalogues): Promise<Measurement[]> {
  const { plan, progress } = context;
  const catalogue = await catalogues.of(plan.http.drops.design);
  progress('Walking through lists …');
  const api = await startApi(context, catalogue);
  const conventional = await startConventional(context, catalogue);
  const ours = await madeUp('api', api, catalogue, API_LISTS, plan.queries.pages);
  const theirs = await madeUp('conventional', conventional, catalogue, CONVENTIONAL_LISTS, plan.queries.pages);
  const sample = Array.from({ length: plan.queries.sampled }, (_, number) => number).map(unseenQueries(ours));
  const bare = await startBareServer(context, await typicalAnswer(api.port, sample));
  const load = await LoadProcess.start(context);
  const { rounds } = await askInTurn(context, {
    bare: askOf(context, load, { server: bare, requests: again(...sample) }),
    api: askUnseen(context, load, api, ours, sample.length),
    conventional: askUnseen(context, load, conventional, theirs),
  });
  for (const { stop } of [api, conventional, bare]) await stop();
  await load.stop();
  const subject = { what: `never-seen queries, ${formatFigure(catalogue.drops)} drops`, rounds: rounds.api };
  return [
    ...compareRates('queries', subject, { what: 'bare node:http', rounds: rounds.bare }, { atLeast: 0.25 }),
    ...compareRates('queries', subject, { what: 'conventional service', rounds: rounds.conventional }, { atLeast: 8 }),
  ];
}

/** Queries for a service, with cursors that it gave. */
async function madeUp(
  service: UnseenQueries['service'],
  server: ServerProcess,
  { key, drops }: Catalogue,
  lists: readonly string[],
  pages: number,
): Promise<UnseenQueries> {
  // A fifth of the drops is as long as the shortest list of one status.
  const walk = { lists, pages, limit: Math.max(1, Math.floor(drops / 5 / pages)) };
  return { service, key, cursors: await walkedCursors(server, key, walk), madeAtMs: Date.now() };
}

/** Goes on from round to round, so that nothing is asked twice. */
function askUnseen(
  context: BenchContext,
  load: LoadProcess,
  server: ServerProcess,
  queries: UnseenQueries,
  begin = 0,
): Ask {
  let from = begin;
  return async (durationMs) => {
    const requests = { kind: 'unseen', queries, from } as const;
    const result = await askOf(context, load, { server, requests })(durationMs);
    from += result.asked;
    return result;
  };
}
