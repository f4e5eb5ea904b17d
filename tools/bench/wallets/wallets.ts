import type { EligibilityResult, WalletDrops } from '@droptrack/contracts';
import { loadList, type ListRow } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { evmDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { interleave, mapValues } from '../interleave';
import { checkRequest, type Checks, walletDropsRequest } from '../lists/checks';
import { baseAmount, walletBytes } from '../lists/list-file';
import { fetchResponse } from '../load/client';
import type { LoadResult } from '../load/job';
import { loadInterleaved, LoadProcess, type LoadRun } from '../load/load-process';
import { BenchError } from '../process/bench-error';
import type { ServerProcess } from '../process/server-process';
import { known, line, type Measurement, type Target } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';

/** Lists that a listed wallet is in, apart from those at the ends. */
const LISTS_PER_WALLET = 5;
const P99_MS_MAX = 10;
/** Cost of one request for all drops as a share of the cost of a check per drop. */
const COST_MAX = 1 / 10;

type Name = 'walletDrops' | 'checks';

/** All drops of a wallet in one request, beside a check per drop. */
export async function benchWallets(context: BenchContext): Promise<Measurement[]> {
  const { lists, rows } = context.plan.wallets;
  const drops = evmDrops(lists);
  // No other drop accepts these wallets, so both answer about the same lists.
  const catalogue = await createCatalogue(context, lastOf(drops) + 1, 'wallets');
  await loadLists(context, catalogue.databaseUrl, drops);
  const checks: Checks = { drops, key: catalogue.key, listed: firstOf(lists - 1, rows) + rows };
  // API processes of their own: earlier requests of a process decide its speed.
  const servers = { walletDrops: await startApi(context, catalogue), checks: await startApi(context, catalogue) };
  await assertSameAnswers(servers, checks);
  const load = await LoadProcess.start(context);
  const db = openBenchDatabase(catalogue.databaseUrl);
  const withDatabase =
    (run: LoadRun): LoadRun =>
    async (durationMs, options) => {
      const backends = await db.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      return run(durationMs, { databasePids: backends.map(({ pid }) => pid), ...options });
    };
  const runs = {
    walletDrops: withDatabase(
      load.of({ server: servers.walletDrops, requests: { kind: 'wallet_drops', wallets: checks } }),
    ),
    checks: withDatabase(load.of({ server: servers.checks, requests: { kind: 'checks', checks } })),
  };
  const { rounds } = await loadInterleaved(context, runs);
  const alone = await interleave(
    context.plan.rounds,
    mapValues(runs, (run) => () => run(context.plan.http.roundMs, { connections: 1 })),
  );
  for (const { stop } of Object.values(servers)) await stop();
  await load.stop();
  await db.close();
  return report({ lists, rows }, rounds, alone);
}

/** Number of a made-up drop, which ends its id. */
const lastOf = (drops: readonly string[]): number => Number(/\d+$/.exec(drops.at(-1) ?? '')?.[0] ?? Number.NaN);

/** Number of the first wallet of a list. */
const firstOf = (list: number, rows: number): number => Math.floor((list * rows) / LISTS_PER_WALLET);

/** Loads a list of each drop through the function that `lists load` calls. */
async function loadLists({ plan, progress }: BenchContext, url: string, drops: readonly string[]): Promise<void> {
  const { rows } = plan.wallets;
  progress(`Loading ${drops.length} lists of ${rows} wallets …`);
  const db = openBenchDatabase(url);
  try {
    for (const [list, dropId] of drops.entries()) {
      const first = firstOf(list, rows);
      const sha256 = (): string => list.toString(16).padStart(64, '0');
      await loadList(db, {
        dropId,
        kind: 'allocation',
        rows: () => madeUpRows(first, rows),
        sha256,
        url: null,
        nowMs: Date.now(),
      });
    }
    await db.query('VACUUM ANALYZE');
  } finally {
    await db.close();
  }
}

function* madeUpRows(first: number, rows: number): Generator<ListRow> {
  for (let n = 0; n < rows; n += 1) {
    yield { line: n + 1, wallet: walletBytes(first + n), amount: BigInt(baseAmount(first + n)) };
  }
}

/** Compares both answers about two wallets, one of them listed. @throws {BenchError} */
async function assertSameAnswers(servers: Readonly<Record<Name, ServerProcess>>, checks: Checks): Promise<void> {
  for (const wallet of [0, 1]) {
    const response = await fetchResponse(servers.walletDrops.port, walletDropsRequest(checks, wallet));
    const [found] = response.json<{ readonly data: readonly WalletDrops[] }>().data;
    const eligible = new Set(found?.data.filter((each) => each.eligible === true).map(({ drop }) => drop));
    let expected = 0;
    for (const n of checks.drops.keys()) {
      const check = await fetchResponse(servers.checks.port, checkRequest(checks, wallet * checks.drops.length + n));
      const result = check.json<EligibilityResult>();
      if (result.eligible === true) expected += 1;
      if ((result.eligible === true) !== eligible.has(result.drop))
        throw new BenchError(`Other answers: ${check.body}`);
    }
    if (
      found?.summary.checked_lists !== checks.drops.length ||
      eligible.size !== expected ||
      expected === (wallet === 0 ? 0 : 1)
    )
      throw new BenchError(`A wallet has wrong drops:\n${response.body}`);
  }
}

function report(
  { lists, rows }: { readonly lists: number; readonly rows: number },
  rounds: Readonly<Record<Name, readonly LoadResult[]>>,
  alone: Readonly<Record<Name, readonly LoadResult[]>>,
): Measurement[] {
  const what = `POST /v1/wallets/drops, ${lists} lists of ${formatFigure(rows)} wallets`;
  const beside = `${lists} single checks`;
  type Figure = (result: LoadResult) => number;
  const compare = (unit: string, figure: Figure, target?: Target): Measurement => ({
    ...line(what, unit, rounds.walletDrops.map(figure), target),
    beside: { what: beside, rounds: rounds.checks.map((result) => lists * figure(result)) },
  });
  const cheaper = { atMost: COST_MAX };
  const p99 = ({ p99Ms }: LoadResult): number => p99Ms;
  return known([
    compare('ms at full load', ({ elapsedMs, answers }) => elapsedMs / answers, cheaper),
    compare('CPU ms', ({ serverCpuMs, databaseCpuMs, answers }) => (serverCpuMs + databaseCpuMs) / answers, cheaper),
    compare('CPU ms of the API', ({ serverCpuMs, answers }) => serverCpuMs / answers),
    compare('CPU ms of PostgreSQL', ({ databaseCpuMs, answers }) => databaseCpuMs / answers),
    line(
      `${what}, one at a time: median`,
      'ms',
      alone.walletDrops.map(({ p50Ms }) => p50Ms),
    ),
    line(`${what}, one at a time: 99th percentile`, 'ms', alone.walletDrops.map(p99), { atMost: P99_MS_MAX }),
    line(`${what}, full load: 99th percentile`, 'ms', rounds.walletDrops.map(p99)),
  ]);
}
