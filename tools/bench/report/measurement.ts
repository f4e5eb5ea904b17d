import type { BenchName } from '../options';

/** One line of the table. */
export interface Measurement {
  readonly bench: BenchName;
  /** What was measured, such as `GET /v1/drops, 1 000 drops`. */
  readonly what: string;
  /** `req/s`, `ms`, … */
  readonly unit: string;
  /** A figure for each round. */
  readonly rounds: readonly number[];
  /** What ran beside it, in the same rounds. */
  readonly beside?: { readonly what: string; readonly rounds: readonly number[] };
  /** For the ratio, or for the figure where nothing ran beside it. Shown, never enforced. */
  readonly target?: Target;
}

export type Target = { readonly atLeast: number } | { readonly atMost: number } | { readonly below: number };

/**
 * The figure of each round over that of what ran beside it; null where nothing did. A round in
 * which both are 0 tells of the machine alone, and is left out.
 */
export function ratiosOf({ rounds, beside }: Measurement): number[] | null {
  if (beside === undefined) return null;
  return rounds
    .map((figure, round) => [figure, beside.rounds[round] ?? Number.NaN] as const)
    .filter(([figure, other]) => figure !== 0 || other !== 0)
    .map(([figure, other]) => figure / other);
}
