import type { BenchContext } from '../context';
import type { Catalogue } from '../data/catalogue';
import { interleave } from '../interleave';
import { fetchResponse } from '../load/client';
import type { Requests } from '../load/job';
import { loadInterleaved, LoadProcess, type LoadRun, repeated, repeatedChanging } from '../load/load-process';
import { getRequest, LIVE_DROPS } from '../load/requests';
import { BenchError } from '../process/bench-error';
import type { ServerProcess } from '../process/server-process';
import { compareRates, known, line, type Measurement } from '../report/measurement';
import { startApi } from '../servers';
import { mcpRequest, toolRequest } from './messages';
import { createTokenCounter } from './tokens';

/** The same page by both ways. */
const PAGE = '/v1/drops?status=live&limit=10';
const PAGE_QUERY = { status: 'live', limit: 10 };
/** Calls of a key of the plan scale, per second. */
const CALLS_PER_SECOND = 10_000 / 60;

/** The same over as many connections as a key can have calls of tools. */
const overConnectionsOfKey =
  (run: LoadRun): LoadRun =>
  (durationMs, options) =>
    run(durationMs, { ...options, connections: 4 });

const TOKENS_MAX = { list: 1_500, drop: 800 };

/** A call of a tool beside the REST response of the same data; the API while tools are called; tokens of texts. */
export async function benchMcp(context: BenchContext): Promise<Measurement[]> {
  const catalogue = await context.catalogues.of(context.plan.http.drops.small);
  const api = await startApi(context, catalogue);
  const tokens = await countTokens(api, catalogue.key);
  const rates = await compareWithRest(context, api, catalogue.key);
  const beside = await loadApiBesideTools(context, api, catalogue);
  await api.stop();
  return [...rates, beside, ...tokens];
}

async function compareWithRest(context: BenchContext, server: ServerProcess, key: string): Promise<Measurement[]> {
  const load = await LoadProcess.start(context);
  const of = (requests: Requests) => overConnectionsOfKey(load.of({ server, requests }));
  const { rounds } = await loadInterleaved(context, {
    rest: of(repeated(getRequest(PAGE, key))),
    tool: of(repeatedChanging(toolRequest(key, 'find_drops', PAGE_QUERY))),
    drop: of(repeatedChanging(getRequest('/v1/status', key))),
  });
  await load.stop();
  const what = 'tools/call find_drops, 10 drops';
  return [
    ...compareRates(
      { what, rounds: rounds.tool },
      { what: `GET ${PAGE}, cached`, rounds: rounds.rest },
      { atLeast: 0.03 },
    ),
    ...compareRates({ what, rounds: rounds.tool }, { what: 'GET /v1/status, not cached', rounds: rounds.drop }),
  ];
}

/** Latency of a list at a fixed rate, alone and while a key calls tools as often as its plan permits. */
async function loadApiBesideTools(
  context: BenchContext,
  server: ServerProcess,
  { key }: Catalogue,
): Promise<Measurement> {
  const { latency, rounds, explorer } = context.plan;
  const [load, agents] = [await LoadProcess.start(context), await LoadProcess.start(context)];
  const list = load.of({ server, requests: repeated(getRequest(LIVE_DROPS, key)) });
  const requests = repeatedChanging(toolRequest(key, 'find_drops', PAGE_QUERY));
  const tools = overConnectionsOfKey(agents.of({ server, requests }));
  const measure = () => list(latency.roundMs, { perSecond: explorer.apiPerSecond });
  const measured = await interleave(rounds, {
    alone: measure,
    loaded: async () => (await Promise.all([measure(), tools(latency.roundMs, { perSecond: CALLS_PER_SECOND })]))[0],
  });
  await load.stop();
  await agents.stop();
  const p99Ms = measured.loaded.map((result) => result.p99Ms);
  const what = `GET /v1/drops beside ${Math.round(CALLS_PER_SECOND)} calls of tools a second: 99th percentile`;
  return {
    ...line(what, 'ms', p99Ms, { atMost: 1.2 }),
    beside: { what: 'without calls', rounds: measured.alone.map((result) => result.p99Ms) },
  };
}

/** Tokens that a model reads: the surface once a conversation, a result per call. */
async function countTokens(server: ServerProcess, key: string): Promise<Measurement[]> {
  const { name: encoding, count } = await createTokenCounter();
  const resultOf = async (request: string): Promise<Record<string, unknown>> => {
    const { result } = (await fetchResponse(server.port, request)).json<{ result?: Record<string, unknown> }>();
    if (result === undefined || result['isError'] === true) throw new BenchError('A tool failed');
    return result;
  };
  const tokensOf = ({ content, structuredContent }: Record<string, unknown>): number => {
    const [block] = content as { text: string }[];
    return count(block?.text ?? '') + count(JSON.stringify(structuredContent));
  };
  const { tools } = await resultOf(mcpRequest(key, 'tools/list'));
  const found = await resultOf(toolRequest(key, 'find_drops', PAGE_QUERY));
  const [first] = (found['structuredContent'] as { drops: { id: string }[] }).drops;
  const id = first?.id ?? '';
  const call = async (tool: string, args: object): Promise<number> =>
    tokensOf(await resultOf(toolRequest(key, tool, args)));
  const tokens = `tokens (${encoding})`;
  return known([
    line('tools/list', tokens, [count(JSON.stringify(tools))], { atMost: TOKENS_MAX.list }),
    line('find_drops, 10 drops: text and facts', tokens, [tokensOf(found)]),
    line('get_drop: text and facts', tokens, [await call('get_drop', { id })], { atMost: TOKENS_MAX.drop }),
    line('explain_score: text and facts', tokens, [await call('explain_score', { id })]),
    line('upcoming_events: text and facts', tokens, [await call('upcoming_events', {})]),
    line('get_status: text and facts', tokens, [await call('get_status', {})]),
  ]);
}
