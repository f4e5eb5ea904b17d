import type { ClaimAction } from '@droptrack/contracts';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { applyDefinitions, type Database, loadList } from '@droptrack/persistence';
import { Agent, request } from 'undici';
import { BENCH_DISTRIBUTOR } from '../../../libs/claims/bench/node';
import { fetchResponse } from '../../load/client';
import { postRequest } from '../../load/requests';
import { BenchError } from '../../processes/bench-error';
import type { BenchContext } from '../context';
import { type Catalogue, createCatalogue } from '../data/catalogue';
import { madeUpDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { elapsedMs, interleave, mapValues } from '../interleave';
import { walletBytes } from '../lists/list-file';
import { loadInterleaved, LoadProcess, repeatedChanging } from '../load/load-process';
import { beside, line, type Measurement, msPerResponse, quantile } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';

/** Different wallets of the requests. */
const WALLETS = 500;
const TOKEN = `0x${'70'.repeat(20)}`;
/** Time of a response of the node, as of one in another data center. */
const NODE_MS = 20;
const ONE_AT_A_TIME = { connections: 1 } as const;

/** Requests to a path about the wallets of a list, one after the other. */
type RequestsTo = (path: string) => string[];

/** Claims that are prepared: without a node beside a check with proof, and with one beside the bare requests to it. */
export async function benchPrepare(context: BenchContext): Promise<Measurement[]> {
  const rows = context.rows(5_000, 50);
  const catalogue = await createCatalogue(context, 1, 'claim_calls');
  const db = openBenchDatabase(catalogue.databaseUrl);
  const drop = await createDrop(db, rows);
  await db.close();
  const requestsTo: RequestsTo = (path) =>
    Array.from({ length: WALLETS }, (_, n) => {
      const wallet = `0x${walletBytes(n % rows).toString('hex')}`;
      return postRequest(path, catalogue.key, JSON.stringify({ drop, wallet }));
    });
  return [
    ...(await benchWithoutNode(context, catalogue, requestsTo, rows)),
    ...(await benchWithNode(context, catalogue, requestsTo('/v1/claims/prepare'))),
  ];
}

/** A drop whose list has a tree, and a distributor. Returns its id. */
async function createDrop(db: Database, rows: number): Promise<string> {
  const nowMs = Date.now();
  const [drop] = madeUpDrops(1_000, 10, nowMs).filter(({ chain }) => chain.value !== 'solana');
  if (drop === undefined) throw new BenchError('There is no drop for EVM wallets');
  const address = { value: `eip155:1/erc20:${TOKEN}`, source: null };
  const contract = `eip155:1:${BENCH_DISTRIBUTOR}`;
  const claim = { rpc: 'ethereum', contract, distributorStyle: 'uniswap', source: null };
  const definition = { ...drop, token: { ...drop.token, address }, events: [], claim };
  await applyDefinitions(db, { origin: 'prepared', definitions: [definition], nowMs });
  await loadList(db, {
    ...{ dropId: drop.id, kind: 'allocation', url: null, nowMs, sha256: () => 'ab'.repeat(32) },
    rows: () =>
      Array.from({ length: rows }, (_, n) => ({
        ...{ line: n + 1, wallet: walletBytes(n), amount: 5n, index: BigInt(n) },
      })),
    tree: { format: 'uniswap', expectRoot: null, hash: PORTABLE_HASH },
  });
  await db.query('VACUUM ANALYZE');
  return drop.id;
}

async function benchWithoutNode(
  context: BenchContext,
  catalogue: Catalogue,
  requestsTo: RequestsTo,
  rows: number,
): Promise<Measurement[]> {
  const server = await startApi(context, catalogue);
  const load = await LoadProcess.start(context);
  const paths = { prepared: '/v1/claims/prepare', checked: '/v1/eligibility' };
  const { rounds } = await loadInterleaved(
    context,
    mapValues(paths, (path) => load.of({ server, requests: repeatedChanging(...requestsTo(path)) })),
  );
  for (const each of [server, load]) await each.stop();
  const what = `POST /v1/claims/prepare without a node, ${formatFigure(rows)} wallets`;
  const prepared = line(what, 'ms at full load', rounds.prepared.map(msPerResponse), { atMost: 1.5 });
  return [beside(prepared, 'a check with proof', rounds.checked.map(msPerResponse))];
}

/** Time of a prepared claim, and the number of its requests to the node. */
async function benchWithNode(
  context: BenchContext,
  catalogue: Catalogue,
  requests: readonly string[],
): Promise<Measurement[]> {
  const node = await context.startChild('distributor', 'load');
  const [sample = ''] = requests;
  // Its root is that of the list.
  const list = await startApi(context, catalogue);
  const { proof } = (await fetchResponse(list.port, sample)).json<ClaimAction>();
  await list.stop();
  const port = await node.call('serveDistributor', { token: TOKEN, root: proof?.root ?? '', delayMs: NODE_MS });
  const url = `http://127.0.0.1:${port}`;
  const server = await startApi(context, catalogue, { EVM_RPC_URLS: `ethereum=${url}` });
  const { status, simulation } = (await fetchResponse(server.port, sample)).json<ClaimAction>();
  if (status !== 'ready' || simulation?.ok !== true) throw new BenchError(`The claim is ${status}, not simulated`);
  const bodies = await node.call('takeBodies');
  const agent = new Agent();
  const load = await LoadProcess.start(context);
  const prepare = load.of({ server, requests: repeatedChanging(...requests) });
  await prepare(context.plan.warmUpMs);
  await node.call('takeBodies');
  const { prepared, bare } = await interleave(context.plan.rounds, {
    prepared: async () => {
      const { p50Ms, answers } = await prepare(context.plan.roundMs, ONE_AT_A_TIME);
      // Beside the counted responses, the first and the last one.
      return { p50Ms, perClaim: (await node.call('takeBodies')).length / (answers + 2) };
    },
    bare: async () => {
      const figures = await bareMs(agent, { url, bodies, durationMs: context.plan.roundMs });
      await node.call('takeBodies');
      return figures;
    },
  });
  await agent.close();
  for (const each of [server, load, node]) await each.stop();
  const what = `POST /v1/claims/prepare with a node that responds in ${NODE_MS} ms`;
  const medians = prepared.map(({ p50Ms }) => p50Ms);
  return [
    line(
      `${what}: requests to it`,
      'per claim',
      prepared.map(({ perClaim }) => perClaim),
      { atMost: 3 },
    ),
    beside(line(`${what}, one at a time: median`, 'ms', medians, { atMost: 1.2 }), 'its requests alone', bare),
  ];
}

interface BareRequests {
  readonly url: string;
  readonly bodies: readonly string[];
  readonly durationMs: number;
}

/** Median time of the requests of a claim, one after the other, in milliseconds. */
async function bareMs(dispatcher: Agent, { url, bodies, durationMs }: BareRequests): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const times: number[] = [];
  for (const endMs = performance.now() + durationMs; performance.now() < endMs;) {
    const ms = await elapsedMs(async () => {
      for (const body of bodies) {
        await (await request(url, { dispatcher, method: 'POST', headers, body })).body.json();
      }
    });
    times.push(ms);
  }
  return quantile(times, 0.5);
}
