import type { AllocationRange, EligibilityResult } from '@droptrack/contracts';
import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { interleave, mapValues } from '../interleave';
import { fetchResponse } from '../../load/client';
import type { LoadResult } from '../load/job';
import { loadInterleaved, LoadProcess, type LoadRun, loadSubjects, repeatedChanging } from '../load/load-process';
import { getRequest } from '../../load/requests';
import { BenchError } from '../../processes/bench-error';
import type { RunningProgram } from '../../processes/server-process';
import {
  beside,
  compareRates,
  known,
  line,
  type Measurement,
  requestsPerSecond,
  type Target,
} from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';
import { checkRequest, type Checks, isListed } from './checks';
import { baseAmount } from './list-file';
import type { ListedDrop, ListedDrops } from './lists';

type Figure = (result: LoadResult) => number;

const ONE_AT_A_TIME = { connections: 1 } as const;
const LOOK_UP = 'bare Fastify, one look-up';
const SCAN = 'bare Fastify, one range scan';
/** A prefix of three digits covers 244 of a million wallets. */
const PREFIX_DIGITS = 3;
const PREFIXES = 16 ** PREFIX_DIGITS;
/** Keeps prefixes requested one after the other apart; coprime to their number. */
const STRIDE = 1_597;

/** Counts the CPU time of all processes of the database: those of the measured server work, the others wait. */
export function withDatabase(db: Database, run: LoadRun): LoadRun {
  return async (durationMs, options) => {
    const backends = await db.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
    return run(durationMs, { databasePids: backends.map(({ pid }) => pid), ...options });
  };
}

/** Checks of wallets, none of them repeated soon, beside a bare look-up in the same list. */
export async function benchChecks(context: BenchContext, drops: ListedDrops): Promise<Measurement[]> {
  const { catalogue, db, plain, treed, rows } = drops;
  const lookUp = ({ listId }: ListedDrop) => context.serve('yardsticks', 'walletLookUp', catalogue.databaseUrl, listId);
  // API processes of their own: earlier requests of a process decide its speed.
  const servers = {
    bare: await lookUp(plain),
    api: await startApi(context, catalogue),
    bareTreed: await lookUp(treed),
    treed: await startApi(context, catalogue),
  };
  const checksOf = ({ id }: ListedDrop): Checks => ({ drops: [id], key: catalogue.key, listed: rows });
  const checks = { bare: checksOf(plain), api: checksOf(plain), bareTreed: checksOf(treed), treed: checksOf(treed) };
  await assertAnswers(servers.api, checks.api, false);
  await assertAnswers(servers.treed, checks.treed, true);
  const load = await LoadProcess.start(context);
  const runOf = (name: keyof typeof servers): LoadRun =>
    withDatabase(db, load.of({ server: servers[name], requests: { kind: 'checks', checks: checks[name] } }));
  const runs = { bare: runOf('bare'), api: runOf('api'), bareTreed: runOf('bareTreed'), treed: runOf('treed') };
  const { rounds } = await loadInterleaved(context, runs);
  const alone = await interleave(
    context.plan.rounds,
    mapValues({ bare: runs.bare, api: runs.api }, (run) => () => run(context.plan.roundMs, ONE_AT_A_TIME)),
  );
  for (const each of [...Object.values(servers), load]) await each.stop();
  const what = `POST /v1/eligibility, ${formatFigure(rows)} wallets`;
  const besideLookUp = (detail: string, figure: Figure, target?: Target): Measurement =>
    beside(
      line(`${what}, one at a time: ${detail}`, 'ms', alone.api.map(figure), target),
      LOOK_UP,
      alone.bare.map(figure),
    );
  return known([
    ...reportChecks(what, rounds.api, rounds.bare, 1),
    besideLookUp('median', ({ p50Ms }) => p50Ms, { atMost: 1.3 }),
    besideLookUp('99th percentile', ({ p99Ms }) => p99Ms),
    ...reportChecks(`${what}, with proof`, rounds.treed, rounds.bareTreed, 0.3),
  ]);
}

/** Checks a wallet of the list and another one. @throws {BenchError} for a wrong answer. */
async function assertAnswers({ port }: RunningProgram, checks: Checks, hasProof: boolean): Promise<void> {
  for (const check of [0, 1]) {
    const response = await fetchResponse(port, checkRequest(checks, check));
    const { eligible, allocation, proof } = response.json<Partial<EligibilityResult>>();
    const isRight = eligible === isListed(check) && (allocation?.amount ?? null) === (eligible ? baseAmount(0) : null);
    if (!isRight || (hasProof && eligible === true && (proof?.proof.length ?? 0) === 0))
      throw new BenchError(`A check has a wrong answer:\n${response.body}`);
  }
}

function reportChecks(
  what: string,
  own: readonly LoadResult[],
  bare: readonly LoadResult[],
  ratioMin: number,
): Measurement[] {
  const compare = (detail: string, unit: string, figure: Figure, target?: Target): Measurement =>
    beside(line(what + detail, unit, own.map(figure), target), LOOK_UP, bare.map(figure));
  return [
    compare('', 'req/s', requestsPerSecond, { atLeast: ratioMin }),
    compare('', 'req/CPU s', ({ answers, serverCpuMs }) => (1_000 * answers) / serverCpuMs, { atLeast: ratioMin }),
    compare(': 99th percentile', 'ms', ({ p99Ms }) => p99Ms, { atMost: 2 }),
    compare(': PostgreSQL', 'CPU µs/req', ({ databaseCpuMs, answers }) => (1_000 * databaseCpuMs) / answers),
  ];
}

/** All rows of a prefix, without and with their proofs, beside a bare scan of the same range. */
export async function benchRanges(context: BenchContext, drops: ListedDrops): Promise<Measurement[]> {
  const { catalogue, treed, rows } = drops;
  const servers = {
    bare: await context.serve('yardsticks', 'rangeScan', catalogue.databaseUrl, treed.listId),
    plain: await startApi(context, catalogue),
    proofs: await startApi(context, catalogue),
  };
  const requestOf = (name: keyof typeof servers, n: number): string => {
    const prefix = ((n * STRIDE) % PREFIXES).toString(16).padStart(PREFIX_DIGITS, '0');
    const query = name === 'proofs' ? '?proofs=true' : '';
    return getRequest(`/v1/drops/${treed.id}/allocations/range/${prefix}${query}`, catalogue.key);
  };
  for (const n of [0, 1, PREFIXES - 1]) {
    const rowsOf = (name: keyof typeof servers) => rowsOfRange(servers[name], requestOf(name, n), name === 'proofs');
    const expected = await rowsOf('bare');
    if ((await rowsOf('plain')) !== expected || (await rowsOf('proofs')) !== expected)
      throw new BenchError(`The API returns other rows than ${SCAN}`);
  }
  const subject = (name: keyof typeof servers) => ({
    server: servers[name],
    requests: repeatedChanging(...Array.from({ length: PREFIXES }, (_, n) => requestOf(name, n))),
  });
  const subjects = { bare: subject('bare'), plain: subject('plain'), proofs: subject('proofs') };
  const { rounds } = await loadSubjects(context, subjects);
  for (const server of Object.values(servers)) await server.stop();
  const what = `range of ${PREFIX_DIGITS} digits, some ${formatFigure(Math.round(rows / PREFIXES))} rows`;
  const bare = { what: SCAN, rounds: rounds.bare };
  return [
    ...compareRates({ what, rounds: rounds.plain }, bare, { atLeast: 0.4 }),
    // The bare scan sends no proofs, so their ratio has no target.
    ...compareRates({ what: `${what}, with proofs`, rounds: rounds.proofs }, bare),
  ];
}

/** Wallets and amounts of a range as text. @throws {BenchError} for a row without a proof. */
async function rowsOfRange({ port }: RunningProgram, request: string, hasProofs: boolean): Promise<string> {
  const [list] = (await fetchResponse(port, request)).json<Pick<AllocationRange, 'lists'>>().lists;
  const rows = list?.data.slice(0, list.matching) ?? [];
  if (hasProofs && rows.some(({ proof }) => (proof?.proof.length ?? 0) === 0))
    throw new BenchError('The API returns rows without proofs');
  return rows.map(({ wallet, amount }) => `${wallet.toLowerCase()} ${amount}`).join();
}
