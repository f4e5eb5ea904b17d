import { runRecompute } from '@droptrack/persistence';
import { DEFAULT_RULESET, rulesetOf } from '@droptrack/scoring';
import { openBenchDatabase } from './data/postgres';
import { serveRequests } from './process/child-program';

/** Recompute runs until nothing is due. */
export interface PassResult {
  readonly seconds: number;
  readonly drops: number;
  /** Peak memory of the process so far. */
  readonly peakMb: number;
}

const db = openBenchDatabase(process.argv[2] ?? '', 2);

serveRequests<{ readonly nowMs: number; readonly version?: string }>(
  async ({ nowMs, version }): Promise<PassResult> => {
    const ruleset = rulesetOf(version ?? '') ?? DEFAULT_RULESET;
    const began = performance.now();
    let drops = 0;
    for (;;) {
      const run = await runRecompute(db, { nowMs, ruleset });
      if (run.drops === 0) break;
      drops += run.drops;
    }
    return { seconds: (performance.now() - began) / 1_000, drops, peakMb: process.resourceUsage().maxRSS / 1_024 };
  },
);
