/** Sizes and durations that several benches share; others are beside the bench ({@link BenchContext.sizes}). */
export interface Plan {
  /** Interleaved rounds of every measurement, or fewer where a round takes long. */
  readonly rounds: number;
  /** Drops of the catalogues: the one that is compared, the design point, and one beyond it. */
  readonly drops: { readonly small: number; readonly design: number; readonly large: number };
  readonly connections: number;
  readonly warmUpMs: number;
  readonly roundMs: number;
  /** The whole run is aborted after this time. */
  readonly timeoutMs: number;
}

const FULL: Plan = {
  rounds: 15,
  drops: { small: 1_000, design: 10_000, large: 100_000 },
  connections: 32,
  warmUpMs: 3_000,
  roundMs: 1_000,
  timeoutMs: 90 * 60_000,
};

/** Runs the same code on small sizes. */
const SMOKE: Plan = {
  rounds: 1,
  drops: { small: 60, design: 120, large: 180 },
  connections: 4,
  warmUpMs: 100,
  roundMs: 150,
  // Against hanging only: a busy machine takes many times the usual minute or two.
  timeoutMs: 30 * 60_000,
};

/** @param rounds - at most; null for those of the plan. */
export function planOf(isSmoke: boolean, rounds: number | null): Plan {
  const plan = isSmoke ? SMOKE : FULL;
  return { ...plan, rounds: Math.min(plan.rounds, rounds ?? plan.rounds) };
}
