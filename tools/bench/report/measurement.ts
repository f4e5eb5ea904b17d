import type { LoadResult } from '../load/job';

/** One line of the report. */
export interface Measurement {
  /** Subject, such as `GET /v1/drops, 1 000 drops`. */
  readonly what: string;
  /** `req/s`, `ms`, … */
  readonly unit: string;
  /** A figure for each round. */
  readonly rounds: readonly number[];
  /** The yardstick that ran in the same rounds. */
  readonly beside?: Yardstick | undefined;
  /** For the ratio, or for the figure where there is no yardstick. Printed, never enforced. */
  readonly target?: Target | undefined;
}

export interface Yardstick {
  readonly what: string;
  readonly rounds: readonly number[];
}

export type Target = { readonly atLeast: number } | { readonly atMost: number } | { readonly below: number };

/** A line without a yardstick. */
export function line(what: string, unit: string, rounds: readonly number[], target?: Target): Measurement {
  return { what, unit, rounds, target };
}

/** A line with a yardstick of the same rounds. */
export const beside = (measurement: Measurement, what: string, rounds: readonly number[]): Measurement => ({
  ...measurement,
  beside: { what, rounds },
});

/** The lines whose figures the system could report. */
export function known(lines: readonly Measurement[]): Measurement[] {
  return lines.filter(({ rounds }) => rounds.every((figure) => Number.isFinite(figure)));
}

/**
 * The ratio of each round to its yardstick; null without one. Rounds in which both are 0 are left out: the machine stood
 * still.
 */
export function ratiosOf({ rounds, beside }: Measurement): number[] | null {
  if (beside === undefined) return null;
  return rounds
    .map((figure, round) => [figure, beside.rounds[round] ?? Number.NaN] as const)
    .filter(([figure, other]) => figure !== 0 || other !== 0)
    .map(([figure, other]) => figure / other);
}

type Figure = (result: LoadResult) => number;

/** Responses per second. */
export const requestsPerSecond: Figure = ({ answers, elapsedMs }) => (1_000 * answers) / elapsedMs;
/** Milliseconds per response at full load. */
export const msPerResponse: Figure = ({ answers, elapsedMs }) => elapsedMs / answers;
/** Responses per second of the server's CPU time, which other programs on the machine disturb less. */
const requestsPerCpuSecond: Figure = ({ answers, serverCpuMs }) => (1_000 * answers) / serverCpuMs;

/** The rounds of one subject, with its name in the report. */
export interface Named {
  readonly what: string;
  readonly rounds: readonly LoadResult[];
}

/** Two lines: throughput and, where the system reports it, throughput per CPU time. */
export function compareRates(subject: Named, beside: Named, target?: Target): Measurement[] {
  const by = (unit: string, figure: Figure): Measurement => ({
    ...line(subject.what, unit, subject.rounds.map(figure), target),
    beside: { what: beside.what, rounds: beside.rounds.map(figure) },
  });
  return known([by('req/s', requestsPerSecond), by('req/CPU s', requestsPerCpuSecond)]);
}

/** Quartiles of figures. */
export interface Spread {
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
}

/** The spread of at least one figure. */
export function spreadOf(figures: readonly number[]): Spread {
  const at = (share: number): number => quantile(figures, share);
  return { min: at(0), q1: at(0.25), median: at(0.5), q3: at(0.75), max: at(1) };
}

/**
 * Quantile with linear interpolation (type 7 of Hyndman and Fan). NaN for no figures.
 *
 * @param share - 0 to 1.
 */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
