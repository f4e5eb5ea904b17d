import { openDatabase } from '@droptrack/persistence';
import { withClient } from '@droptrack/persistence/testing';
import { to as copyTo } from 'pg-copy-streams';
import { BenchError } from '../process/bench-error';
import type { Catalogue } from '../data/catalogue';
import { startApi } from '../http/servers';
import { interleave } from '../interleave';
import { rssMbOf } from '../process/usage';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { readExport } from './read-export';

const RATIO_MAX = 3;
const GROWN_MB_MAX = 64;
const LOOK_EVERY_MS = 20;

/** The export of a list, beside COPY of the same rows in the same order out of the database. */
export async function benchExport(
  context: BenchContext,
  catalogue: Catalogue,
  drop: string,
  rows: number,
): Promise<Measurement[]> {
  const { plan, progress } = context;
  progress('Exporting …');
  const api = await startApi(context, catalogue);
  const listId = await readListId(catalogue.databaseUrl, drop);
  const take = (): Promise<number> => readExport(api.port, drop, catalogue.key, rows);
  // The first has the code still to be compiled, and the buffers to be made.
  await take();
  const startMb = rssMbOf(api.pid) ?? Number.NaN;
  let peakMb = startMb;
  const look = setInterval(() => (peakMb = Math.max(peakMb, rssMbOf(api.pid) ?? Number.NaN)), LOOK_EVERY_MS);
  const { ours, plain } = await interleave(plan.lists.loads, {
    ours: take,
    plain: () => copyOut(catalogue.databaseUrl, listId, rows),
  });
  clearInterval(look);
  await api.stop();
  const what = `GET /v1/snapshots/drops/{id}/allocations, ${formatFigure(rows)} wallets`;
  const lines: Measurement[] = [
    {
      bench: 'lists',
      what,
      unit: 's',
      rounds: ours,
      beside: { what: 'COPY (SELECT …) TO STDOUT', rounds: plain },
      target: { atMost: RATIO_MAX },
    },
    { bench: 'lists', what: `${what}: memory before`, unit: 'MB', rounds: [startMb] },
    {
      bench: 'lists',
      what: `${what}: memory at its peak, over that`,
      unit: 'MB',
      rounds: [peakMb - startMb],
      target: { below: GROWN_MB_MAX },
    },
  ];
  return lines.filter(({ rounds }) => rounds.every((figure) => Number.isFinite(figure)));
}

async function readListId(databaseUrl: string, drop: string): Promise<string> {
  const db = openDatabase(databaseUrl, { poolSize: 1, applicationName: 'bench' });
  try {
    const [list] = await db.query<{ id: string }>(
      `SELECT id::text FROM lists WHERE drop_id = $1 AND kind = 'allocation' AND in_force`,
      [drop],
    );
    if (list === undefined) throw new BenchError(`${drop} has no list`);
    return list.id;
  } finally {
    await db.close();
  }
}

/** Seconds, from the connection that is there to the last row. */
function copyOut(databaseUrl: string, listId: string, rows: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const began = performance.now();
    const text = `SELECT wallet, amount, index, breakdown FROM list_rows WHERE list_id = ${listId} ORDER BY wallet`;
    const stream = client.query(copyTo(`COPY (${text}) TO STDOUT`));
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) bytes += chunk.length;
    if (stream.rowCount !== rows || bytes === 0) throw new BenchError(`COPY gave ${stream.rowCount} of ${rows} rows`);
    return (performance.now() - began) / 1_000;
  });
}
