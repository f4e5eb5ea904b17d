import { DEFAULT_RULESET, rulesetOf } from '@droptrack/scoring';
import { type Database, openDatabase, runRecompute } from '../src';

/** Recompute runs until nothing is due. */
export interface Recomputed {
  readonly seconds: number;
  readonly drops: number;
}

let db: Database | null = null;

/** Recomputes the drops that are due. @param version - of the ruleset; the default one if null. */
export async function recompute(databaseUrl: string, nowMs: number, version: string | null): Promise<Recomputed> {
  db ??= openDatabase(databaseUrl, { poolSize: 2, applicationName: 'droptrack bench', statementTimeoutMs: 300_000 });
  const ruleset = rulesetOf(version ?? '') ?? DEFAULT_RULESET;
  const began = performance.now();
  let drops = 0;
  for (;;) {
    const run = await runRecompute(db, { nowMs, ruleset });
    if (run.drops === 0) break;
    drops += run.drops;
  }
  return { seconds: (performance.now() - began) / 1_000, drops };
}
