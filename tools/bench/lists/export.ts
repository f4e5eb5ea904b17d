import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { withClient } from '@droptrack/persistence/testing';
import { to as copyTo } from 'pg-copy-streams';
import type { BenchContext } from '../context';
import type { Catalogue } from '../data/catalogue';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import type { ServerProcess } from '../process/server-process';
import { rssMbOf } from '../process/usage';
import { known, line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';
import type { ListedDrops } from './eligibility';

const RATIO_MAX = 3;
const GROWN_MB_MAX = 64;
const READ_MEMORY_EVERY_MS = 20;
/** Longer than the last line of an export. */
const END_BYTES = 256;

/** The export of a list, beside COPY of the same rows in the same order. */
export async function benchExport(
  context: BenchContext,
  catalogue: Catalogue,
  { plain: drop, listIds, rows }: ListedDrops,
): Promise<Measurement[]> {
  const { plan, progress } = context;
  progress('Exporting …');
  const api = await startApi(context, catalogue);
  const ours = (): Promise<number> => readExport(api, drop, catalogue.key, rows);
  // The first includes compilation, and allocates the buffers.
  await ours();
  const startMb = rssMbOf(api.pid) ?? Number.NaN;
  let peakMb = startMb;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, rssMbOf(api.pid) ?? Number.NaN);
  }, READ_MEMORY_EVERY_MS);
  const plain = (): Promise<number> => copyOut(catalogue.databaseUrl, listIds.plain, rows);
  const rounds = await interleave(plan.lists.loads, { ours, plain });
  clearInterval(timer);
  await api.stop();
  const what = `GET /v1/snapshots/drops/{id}/allocations, ${formatFigure(rows)} wallets`;
  return known([
    {
      ...line(what, 's', rounds.ours, { atMost: RATIO_MAX }),
      beside: { what: 'COPY (SELECT …) TO STDOUT', rounds: rounds.plain },
    },
    line(`${what}: memory before`, 'MB', [startMb]),
    line(`${what}: growth to its peak`, 'MB', [peakMb - startMb], { below: GROWN_MB_MAX }),
  ]);
}

/** Reads an export, of which it parses only the end. @returns seconds. @throws {BenchError} when it is incomplete. */
async function readExport({ port }: ServerProcess, drop: string, key: string, rows: number): Promise<number> {
  const began = performance.now();
  const request = get({
    port,
    host: '127.0.0.1',
    path: `/v1/snapshots/drops/${drop}/allocations`,
    headers: { authorization: `Bearer ${key}` },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    end = chunk.length >= END_BYTES ? chunk : Buffer.concat([end, chunk]).subarray(-END_BYTES);
  }
  const seconds = (performance.now() - began) / 1_000;
  const last = end.toString().trimEnd().split('\n').at(-1) ?? '';
  if (response.statusCode !== 200 || !last.startsWith(`{"_end":{"rows":${rows},`))
    throw new BenchError(`The export of ${rows} rows ended with ${response.statusCode}: ${last}`);
  return seconds;
}

/** Seconds from an open connection to the last row. */
function copyOut(databaseUrl: string, listId: string, rows: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const began = performance.now();
    const text = `SELECT wallet, amount, index, breakdown FROM list_rows WHERE list_id = ${listId} ORDER BY wallet`;
    const stream = client.query(copyTo(`COPY (${text}) TO STDOUT`));
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) bytes += chunk.length;
    if (stream.rowCount !== rows || bytes === 0)
      throw new BenchError(`COPY returned ${stream.rowCount} of ${rows} rows`);
    return (performance.now() - began) / 1_000;
  });
}
