import type { Database } from '@droptrack/persistence';
import type { Catalogue } from '../data/catalogue';
import { startApi } from '../http/servers';
import { interleave } from '../interleave';
import { mapped } from '../load/in-turn';
import type { Measurement } from '../report/measurement';
import type { BenchContext } from '../bench-context';
import type { CheckResult } from './check-job';
import { CheckProcess } from './check-process';
import { assertAnswers, type CheckedSubject, startBareLookUp } from './checked-subjects';
import { reportChecks } from './report-checks';

/** Drops with lists of the same wallets. */
export interface ListedDrops {
  readonly plain: string;
  /** With a tree. */
  readonly treed: string;
  /** Wallets of each list. */
  readonly rows: number;
}

/** Who is asked in turn: each API process by itself, as what it was asked before decides how fast it answers. */
export type CheckedName = 'bare' | 'api' | 'bareTreed' | 'treed';

/** Checks of wallets, never the same one twice in a row of rounds, beside the bare look-up of each. */
export async function benchEligibility(
  context: BenchContext,
  catalogue: Catalogue,
  db: Database,
  drops: ListedDrops,
): Promise<Measurement[]> {
  context.progress('Starting the servers …');
  const subjects = await startSubjects(context, catalogue, db, drops);
  await assertAnswers(subjects.api, false);
  await assertAnswers(subjects.treed, true);
  const load = await CheckProcess.start(context);
  const ask = (subject: CheckedSubject): ((durationMs: number) => Promise<CheckResult>) => {
    let from = 0;
    return async (durationMs) => {
      const { port, pid: serverPid } = subject.server;
      const databasePids = await readBackends(db);
      const { connections } = context.plan.http;
      const checks = { ...subject.checks, from };
      const result = await load.run({ port, serverPid, databasePids, connections, durationMs, checks });
      from = result.next;
      return result;
    };
  };
  const asks = mapped(subjects, ask);
  context.progress('Warming up …');
  for (const warmUp of Object.values(asks)) await warmUp(context.plan.http.warmUpMs);
  context.progress(`Checking wallets by ${Object.keys(asks).length} servers in turn, ${context.plan.rounds} times …`);
  const rounds = await interleave(
    context.plan.rounds,
    mapped(asks, (one) => () => one(context.plan.lists.roundMs)),
  );
  for (const { server } of Object.values(subjects)) await server.stop();
  await load.stop();
  return reportChecks(drops.rows, rounds);
}

async function startSubjects(
  context: BenchContext,
  catalogue: Catalogue,
  db: Database,
  { plain, treed, rows: listed }: ListedDrops,
): Promise<Readonly<Record<CheckedName, CheckedSubject>>> {
  const { key, databaseUrl } = catalogue;
  const bare = (drop: string): Promise<CheckedSubject['server']> => startBareLookUp(context, db, databaseUrl, drop);
  const of = (drop: string): CheckedSubject['checks'] => ({ drop, key, listed });
  return {
    bare: { server: await bare(plain), checks: of(plain) },
    api: { server: await startApi(context, catalogue), checks: of(plain) },
    bareTreed: { server: await bare(treed), checks: of(treed) },
    treed: { server: await startApi(context, catalogue), checks: of(treed) },
  };
}

/** All processes of the database: those of the asked server work, the others wait. */
async function readBackends(db: Database): Promise<number[]> {
  const rows = await db.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  return rows.map(({ pid }) => pid);
}
