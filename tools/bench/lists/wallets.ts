import type { EligibilityResult, WalletDrops } from '@droptrack/contracts';
import { loadList, type ListRow } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { evmDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { interleave, mapValues } from '../interleave';
import { fetchResponse } from '../../load/client';
import type { LoadResult } from '../load/job';
import { loadInterleaved, LoadProcess } from '../load/load-process';
import { BenchError } from '../../processes/bench-error';
import type { RunningProgram } from '../../processes/server-process';
import { beside, known, line, type Measurement, type Target } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';
import { checkRequest, type Checks, walletDropsRequest } from './checks';
import { baseAmount, walletBytes } from './list-file';
import { withDatabase } from './requests';

const LISTS = 50;
/** Lists that a listed wallet is in, apart from those at the ends. */
const LISTS_PER_WALLET = 5;
/** Cost of one request for all drops as a share of the cost of a check per drop. */
const CHEAPER = { atMost: 1 / 10 } as const;

/** All drops of a wallet in one request, beside a check per drop. */
export async function benchWallets(context: BenchContext): Promise<Measurement[]> {
  const rows = context.rows(20_000, 50);
  const drops = evmDrops(LISTS);
  const last = Number(/\d+$/.exec(drops.at(-1) ?? '')?.[0]);
  // No other drop accepts these wallets, so both answer about the same lists.
  const catalogue = await createCatalogue(context, last + 1, 'wallets');
  const db = openBenchDatabase(catalogue.databaseUrl);
  context.progress(`Loading ${LISTS} lists of ${rows} wallets …`);
  const firstOf = (list: number): number => Math.floor((list * rows) / LISTS_PER_WALLET);
  for (const [list, dropId] of drops.entries()) {
    const sha256 = (): string => list.toString(16).padStart(64, '0');
    const terms = { dropId, kind: 'allocation', url: null, nowMs: Date.now() } as const;
    await loadList(db, { ...terms, sha256, rows: () => madeUpRows(firstOf(list), rows) });
  }
  await db.query('VACUUM ANALYZE');
  const checks: Checks = { drops, key: catalogue.key, listed: firstOf(LISTS - 1) + rows };
  // API processes of their own: earlier requests of a process decide its speed.
  const servers = { walletDrops: await startApi(context, catalogue), checks: await startApi(context, catalogue) };
  for (const wallet of [0, 1]) await assertSameAnswers(servers.walletDrops, servers.checks, checks, wallet);
  const load = await LoadProcess.start(context);
  const all = load.of({ server: servers.walletDrops, requests: { kind: 'wallet_drops', wallets: checks } });
  const single = load.of({ server: servers.checks, requests: { kind: 'checks', checks } });
  const runs = mapValues({ walletDrops: all, checks: single }, (run) => withDatabase(db, run));
  const { rounds } = await loadInterleaved(context, runs);
  const { alone } = await interleave(context.plan.rounds, {
    alone: () => runs.walletDrops(context.plan.roundMs, { connections: 1 }),
  });
  for (const each of [...Object.values(servers), load]) await each.stop();
  await db.close();
  const what = `POST /v1/wallets/drops, ${LISTS} lists of ${formatFigure(rows)} wallets`;
  const compare = (unit: string, figure: (result: LoadResult) => number, target?: Target): Measurement =>
    beside(
      line(what, unit, rounds.walletDrops.map(figure), target),
      `${LISTS} single checks`,
      rounds.checks.map((result) => LISTS * figure(result)),
    );
  const p99Ms = alone.map((result) => result.p99Ms);
  return known([
    compare('ms at full load', ({ elapsedMs, answers }) => elapsedMs / answers, CHEAPER),
    compare('CPU ms', ({ serverCpuMs, databaseCpuMs, answers }) => (serverCpuMs + databaseCpuMs) / answers, CHEAPER),
    compare('CPU ms of PostgreSQL', ({ databaseCpuMs, answers }) => databaseCpuMs / answers),
    line(`${what}, one at a time: 99th percentile`, 'ms', p99Ms, { atMost: 10 }),
  ]);
}

function* madeUpRows(first: number, rows: number): Generator<ListRow> {
  for (let n = 0; n < rows; n += 1) {
    yield { line: n + 1, wallet: walletBytes(first + n), amount: BigInt(baseAmount(first + n)) };
  }
}

/** Compares both answers about a wallet; the first is listed. @throws {BenchError} */
async function assertSameAnswers(all: RunningProgram, single: RunningProgram, checks: Checks, wallet: number) {
  const response = await fetchResponse(all.port, walletDropsRequest(checks, wallet));
  const [found] = response.json<{ readonly data: readonly WalletDrops[] }>().data;
  const eligible = (found?.data ?? []).filter((each) => each.eligible === true).map(({ drop }) => drop);
  const expected: string[] = [];
  for (const n of checks.drops.keys()) {
    const check = await fetchResponse(single.port, checkRequest(checks, wallet * checks.drops.length + n));
    const result = check.json<EligibilityResult>();
    if (result.eligible === true) expected.push(result.drop);
  }
  const isSame = eligible.toSorted().join() === expected.toSorted().join();
  if (!isSame || found?.summary.checked_lists !== LISTS || expected.length !== (wallet === 0 ? 1 : 0))
    throw new BenchError(`A wallet has wrong drops:\n${response.body}`);
}
