import type { BenchContext } from './context';
import { fetchResponse } from '../load/client';
import {
  loadBeside,
  loadInterleaved,
  LoadProcess,
  type LoadRun,
  repeated,
  repeatedChanging,
} from './load/load-process';
import { getRequest, postRequest } from '../load/requests';
import { LIVE_DROPS } from './load/requests';
import { BenchError } from '../processes/bench-error';
import { mapValues } from './interleave';
import { beside, compareRates, line, type Measurement } from './report/measurement';
import { startApi } from './servers';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'droptrack-bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** The same page by both ways. */
const PAGE = '/v1/drops?status=live&limit=10';
const PAGE_QUERY = { status: 'live', limit: 10 };
/** Calls of a key of the plan scale, per second, and calls that it can have at the same time. */
const CALLS_PER_SECOND = 10_000 / 60;
const CONNECTIONS = 4;
const API_PER_SECOND = 500;

/** A call of a tool beside the REST response of the same data; the API while tools are called. */
export async function benchMcp(context: BenchContext): Promise<Measurement[]> {
  const { key, ...catalogue } = await context.catalogues.of(context.plan.drops.small);
  const server = await startApi(context, catalogue);
  const call = toolRequest(key, 'find_drops', PAGE_QUERY);
  const { result } = (await fetchResponse(server.port, call)).json<{ result?: { isError?: boolean } }>();
  if (result === undefined || result.isError === true) throw new BenchError('The tool failed');
  const load = await LoadProcess.start(context);
  const overConnectionsOfKey =
    (run: LoadRun): LoadRun =>
    (durationMs) =>
      run(durationMs, { connections: CONNECTIONS });
  const requests = {
    rest: repeated(getRequest(PAGE, key)),
    tool: repeatedChanging(call),
  };
  const { rounds } = await loadInterleaved(
    context,
    mapValues(requests, (each) => overConnectionsOfKey(load.of({ server, requests: each }))),
  );
  await load.stop();
  const p99Ms = await loadBeside(
    context,
    {
      subject: { server, requests: repeated(getRequest(LIVE_DROPS, key)) },
      perSecond: context.sizes(API_PER_SECOND, 100),
    },
    { subject: { server, requests: requests.tool }, perSecond: CALLS_PER_SECOND, connections: CONNECTIONS },
  );
  await server.stop();
  const tool = { what: 'tools/call find_drops, 10 drops', rounds: rounds.tool };
  const what = `GET /v1/drops beside ${Math.round(CALLS_PER_SECOND)} calls of tools a second: 99th percentile`;
  return [
    ...compareRates(tool, { what: `GET ${PAGE}, cached`, rounds: rounds.rest }, { atLeast: 0.05 }),
    beside(line(what, 'ms', p99Ms.beside, { atMost: 1.2 }), 'without calls', p99Ms.alone),
  ];
}

function toolRequest(key: string, name: string, args: object): string {
  const params = { name, arguments: args, _meta: META };
  return postRequest('/mcp', key, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), [
    'Accept: text/event-stream',
    `MCP-Protocol-Version: ${REVISION}`,
    'Mcp-Method: tools/call',
    `Mcp-Name: ${name}`,
  ]);
}
