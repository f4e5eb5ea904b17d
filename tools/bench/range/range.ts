import type { AllocationRange } from '@droptrack/contracts';
import type { BenchContext } from '../context';
import { type Catalogue, createCatalogue } from '../data/catalogue';
import { evmDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { mapValues } from '../interleave';
import { activeListId } from '../lists/active-list';
import { writeList } from '../lists/list-file';
import { loadList } from '../lists/load';
import { fetchResponse } from '../load/client';
import type { LoadResult } from '../load/job';
import { loadInterleaved, LoadProcess, repeatedChanging, type Subject } from '../load/load-process';
import { getRequest } from '../load/requests';
import { BenchError } from '../process/bench-error';
import type { ServerProcess } from '../process/server-process';
import { compareRates, line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';

/** A prefix of three digits covers 244 of a million wallets. */
const PREFIX_DIGITS = 3;
const PREFIXES = 16 ** PREFIX_DIGITS;
/** Keeps prefixes requested one after the other apart; coprime to their number. */
const STRIDE = 1_597;
const BARE = 'bare Fastify, one range scan';

type Servers = Readonly<Record<'bare' | 'plain' | 'proofs', ServerProcess>>;

/** All rows of a prefix, without and with their proofs, beside a bare scan of the same range. */
export async function benchRange(context: BenchContext): Promise<Measurement[]> {
  const { rows } = context.plan.range;
  const [drop = ''] = evmDrops(1);
  const catalogue = await createCatalogue(context, DROPS, 'range');
  const listId = await load(context, catalogue, drop);
  const servers: Servers = {
    bare: await context.startServer({
      name: 'The bare range scan',
      entry: context.program('range-scan'),
      args: [listId],
      env: { DATABASE_URL: catalogue.databaseUrl, NODE_ENV: 'production' },
    }),
    // API processes of their own: earlier requests of a process decide its speed.
    plain: await startApi(context, catalogue),
    proofs: await startApi(context, catalogue),
  };
  await assertSameRows(servers, drop, catalogue.key);
  const subject = (server: ServerProcess, query = ''): Subject => ({
    server,
    requests: repeatedChanging(
      ...Array.from({ length: PREFIXES }, (_, n) => rangeRequest(drop, n * STRIDE, catalogue.key, query)),
    ),
  });
  const loading = await LoadProcess.start(context);
  const subjects = {
    bare: subject(servers.bare),
    plain: subject(servers.plain),
    proofs: subject(servers.proofs, '?proofs=true'),
  };
  const { rounds } = await loadInterleaved(
    context,
    mapValues(subjects, (each) => loading.of(each)),
  );
  for (const { stop } of Object.values(servers)) await stop();
  await loading.stop();
  return report(rows, rounds);
}

/** Loads a list with its tree. @returns its id. */
async function load(context: BenchContext, { databaseUrl }: Catalogue, drop: string): Promise<string> {
  const list = await writeList(context, context.plan.range.rows);
  context.progress('Loading the list with its tree …');
  await loadList(context, databaseUrl, { drop, list, hasTree: true });
  const db = openBenchDatabase(databaseUrl);
  try {
    await db.query('VACUUM ANALYZE');
    return await activeListId(db, drop);
  } finally {
    await db.close();
  }
}

function rangeRequest(drop: string, n: number, key: string, query: string): string {
  const prefix = (n % PREFIXES).toString(16).padStart(PREFIX_DIGITS, '0');
  return getRequest(`/v1/drops/${drop}/allocations/range/${prefix}${query}`, key);
}

/** Compares the rows of a few prefixes. @throws {BenchError} */
async function assertSameRows({ bare, plain, proofs }: Servers, drop: string, key: string): Promise<void> {
  const rowsOf = async (server: ServerProcess, n: number, query: string) => {
    const response = await fetchResponse(server.port, rangeRequest(drop, n, key, query));
    const [list] = response.json<Pick<AllocationRange, 'lists'>>().lists;
    return list?.data.slice(0, list.matching) ?? [];
  };
  const keyOf = (rows: Awaited<ReturnType<typeof rowsOf>>): string =>
    rows.map(({ wallet, amount }) => `${wallet.toLowerCase()} ${amount}`).join();
  for (const n of [0, 1, PREFIXES - 1]) {
    const expected = keyOf(await rowsOf(bare, n, ''));
    const proven = await rowsOf(proofs, n, '?proofs=true');
    const isSame = [await rowsOf(plain, n, ''), proven].every((rows) => keyOf(rows) === expected);
    if (!isSame || proven.some(({ proof }) => (proof?.proof.length ?? 0) === 0))
      throw new BenchError(`The API returns other rows than ${BARE}, or rows without proofs`);
  }
}

/** Drops of the catalogue: enough for one that accepts EVM wallets. */
const DROPS = 20;

function report(
  rows: number,
  rounds: Readonly<Record<'bare' | 'plain' | 'proofs', readonly LoadResult[]>>,
): Measurement[] {
  const what = `range of ${PREFIX_DIGITS} digits, some ${formatFigure(Math.round(rows / PREFIXES))} rows`;
  const bare = { what: BARE, rounds: rounds.bare };
  return (['plain', 'proofs'] as const).flatMap((name) => {
    const subject = { what: name === 'proofs' ? `${what}, with proofs` : what, rounds: rounds[name] };
    const p99 = ({ p99Ms }: LoadResult): number => p99Ms;
    return [
      // The bare scan sends no proofs, so their ratio has no target.
      ...compareRates(subject, bare, name === 'plain' ? { atLeast: 0.4 } : undefined),
      {
        ...line(`${subject.what}: 99th percentile`, 'ms', subject.rounds.map(p99)),
        beside: { what: BARE, rounds: bare.rounds.map(p99) },
      },
    ];
  });
}
