import type { EligibilityResult } from '@droptrack/contracts';
import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import type { Catalogue } from '../data/catalogue';
import { interleave, mapValues } from '../interleave';
import { fetchResponse } from '../load/client';
import type { LoadResult } from '../load/job';
import { loadInterleaved, LoadProcess, type LoadRun } from '../load/load-process';
import { BenchError } from '../process/bench-error';
import type { ServerProcess } from '../process/server-process';
import { known, line, type Measurement, requestsPerSecond, type Target } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';
import { checkRequest, type Checks, isListed } from './checks';
import { baseAmount } from './list-file';

/** Drops with active lists of the same wallets. */
export interface ListedDrops {
  readonly plain: string;
  /** With a Merkle tree. */
  readonly treed: string;
  readonly listIds: Readonly<Record<'plain' | 'treed', string>>;
  /** Wallets of each list. */
  readonly rows: number;
}

interface CheckedSubject {
  readonly server: ServerProcess;
  readonly checks: Checks;
}

const ONE_AT_A_TIME = { connections: 1 } as const;
const BARE = 'bare Fastify, one look-up';

type Name = 'bare' | 'api' | 'bareTreed' | 'treed';
type Figure = (result: LoadResult) => number;

/** Checks of wallets, none of them repeated soon, beside a bare look-up in the same list. */
export async function benchEligibility(
  context: BenchContext,
  catalogue: Catalogue,
  db: Database,
  drops: ListedDrops,
): Promise<Measurement[]> {
  const subjects = await startSubjects(context, catalogue, drops);
  await assertAnswers(subjects.api, false);
  await assertAnswers(subjects.treed, true);
  const load = await LoadProcess.start(context);
  const { roundMs } = context.plan.lists;
  const runOf = ({ server, checks }: CheckedSubject): LoadRun => {
    const run = load.of({ server, requests: { kind: 'checks', checks } });
    return async (durationMs, options) => {
      // All processes of the database: those of the measured server work, the others wait.
      const backends = await db.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      return run(durationMs, { databasePids: backends.map(({ pid }) => pid), ...options });
    };
  };
  const { rounds } = await loadInterleaved(context, mapValues(subjects, runOf), roundMs);
  const alone = await interleave(
    context.plan.rounds,
    mapValues({ bare: runOf(subjects.bare), api: runOf(subjects.api) }, (run) => () => run(roundMs, ONE_AT_A_TIME)),
  );
  for (const { server } of Object.values(subjects)) await server.stop();
  await load.stop();
  const size = `POST /v1/eligibility, ${formatFigure(drops.rows)} wallets`;
  return [
    ...report(size, rounds.api, rounds.bare, 1),
    ...reportAlone(size, alone.api, alone.bare),
    ...report(`${size}, with proof`, rounds.treed, rounds.bareTreed, 0.3),
  ];
}

/** API processes of their own: earlier requests of a process decide its speed. */
async function startSubjects(
  context: BenchContext,
  catalogue: Catalogue,
  { plain, treed, listIds, rows: listed }: ListedDrops,
): Promise<Readonly<Record<Name, CheckedSubject>>> {
  const { key, databaseUrl } = catalogue;
  const bare = (listId: string): Promise<ServerProcess> =>
    context.startServer({
      name: 'The bare look-up',
      entry: context.program('wallet-look-up'),
      args: [listId],
      env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    });
  const checksOf = (drop: string): Checks => ({ drops: [drop], key, listed });
  return {
    bare: { server: await bare(listIds.plain), checks: checksOf(plain) },
    api: { server: await startApi(context, catalogue), checks: checksOf(plain) },
    bareTreed: { server: await bare(listIds.treed), checks: checksOf(treed) },
    treed: { server: await startApi(context, catalogue), checks: checksOf(treed) },
  };
}

/** Checks a wallet of the list and another one. @throws {BenchError} for a wrong answer. */
async function assertAnswers({ server, checks }: CheckedSubject, hasProof: boolean): Promise<void> {
  for (const check of [0, 1]) {
    const response = await fetchResponse(server.port, checkRequest(checks, check));
    const { eligible, allocation, proof } = response.json<Partial<EligibilityResult>>();
    const isRight = eligible === isListed(check) && (allocation?.amount ?? null) === (eligible ? baseAmount(0) : null);
    if (!isRight || (hasProof && eligible === true && (proof?.proof.length ?? 0) === 0))
      throw new BenchError(`A check has a wrong answer:\n${response.body}`);
  }
}

const cpuShareOf = (cpuMs: number, { elapsedMs }: LoadResult): number => (100 * cpuMs) / elapsedMs;

/** @param ratioMin - target of the rate. */
function report(
  what: string,
  ours: readonly LoadResult[],
  theirs: readonly LoadResult[],
  ratioMin: number,
): Measurement[] {
  // In the other rounds the machine stood still.
  const isMeasured = (_: LoadResult, round: number): boolean =>
    (ours[round]?.answers ?? 0) > 0 && (theirs[round]?.answers ?? 0) > 0;
  const [own, bare] = [ours.filter(isMeasured), theirs.filter(isMeasured)];
  const compare = (detail: string, unit: string, figure: Figure, target?: Target): Measurement => ({
    ...line(what + detail, unit, own.map(figure), target),
    beside: { what: BARE, rounds: bare.map(figure) },
  });
  return known([
    compare('', 'req/s', requestsPerSecond, { atLeast: ratioMin }),
    compare('', 'req/CPU s', ({ answers, serverCpuMs }) => (1_000 * answers) / serverCpuMs, { atLeast: ratioMin }),
    compare(': 99th percentile', 'ms', ({ p99Ms }) => p99Ms, { atMost: 2 }),
    compare(': the server itself', '% of a core', (result) => cpuShareOf(result.serverCpuMs, result)),
    compare(': PostgreSQL', '% of a core', (result) => cpuShareOf(result.databaseCpuMs, result)),
    compare(': PostgreSQL', 'CPU µs/req', ({ databaseCpuMs, answers }) => (1_000 * databaseCpuMs) / answers),
  ]);
}

/** A check while the server has no other. */
function reportAlone(what: string, own: readonly LoadResult[], bare: readonly LoadResult[]): Measurement[] {
  const compare = (detail: string, figure: Figure, target?: Target): Measurement => ({
    ...line(`${what}, one at a time: ${detail}`, 'ms', own.map(figure), target),
    beside: { what: BARE, rounds: bare.map(figure) },
  });
  return known([
    compare('median', ({ p50Ms }) => p50Ms, { atMost: 1.3 }),
    compare('99th percentile', ({ p99Ms }) => p99Ms),
    compare('CPU of the server', ({ serverCpuMs, answers }) => serverCpuMs / answers),
  ]);
}
