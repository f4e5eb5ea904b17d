import type { MarketRung } from './sighting';

/**
 * Largest rise of a probability from a bound to a higher one that is noise: two ticks more than the usual spread of the
 * prices. Above it one of the prices is stale or wrong, and nothing shows which one.
 */
export const LADDER_NOISE_MAX = 0.05;

/** Quantiles of a fully diluted value, USD; null where the ladder does not reach. */
export interface FdvQuantiles {
  /** Exceeded with a probability of 90 %, 50 % and 10 %. */
  readonly p10: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
}

/**
 * Survival function from the rungs of a market: bounds ascending and unique, probabilities not rising.
 *
 * Prices of separate markets contradict each other by their spreads. A rise up to {@link LADDER_NOISE_MAX} is levelled to
 * the mean of the rungs concerned (pool adjacent violators, the closest survival function in the mean square).
 *
 * @returns null for a ladder that rises by more, or with a bound or a probability out of range.
 */
export function survivalLadder(rungs: readonly MarketRung[]): readonly MarketRung[] | null {
  if (!rungs.every(isRung)) return null;
  // Two prices of one bound are a rise, too.
  const sorted = [...rungs].sort((a, b) => a.above - b.above || a.probability - b.probability);
  let lowest = 1;
  for (const { probability } of sorted) {
    if (probability > lowest + LADDER_NOISE_MAX) return null;
    lowest = Math.min(lowest, probability);
  }
  return levelled(sorted);
}

const isRung = ({ above, probability }: MarketRung): boolean =>
  above > 0 && Number.isFinite(above) && probability >= 0 && probability <= 1;

/** Rungs with one probability: a mean over all of them. */
interface Level {
  readonly bounds: readonly number[];
  readonly probability: number;
}

function levelled(sorted: readonly MarketRung[]): readonly MarketRung[] {
  const levels: Level[] = [];
  for (const { above, probability } of sorted) {
    let level: Level = { bounds: [above], probability };
    for (let last = levels.at(-1); last !== undefined && isAbove(level, last); last = levels.at(-1)) {
      levels.pop();
      level = pooled(last, level);
    }
    levels.push(level);
  }
  return levels.flatMap(({ bounds, probability }) =>
    [...new Set(bounds)].map((above) => ({ above, probability: Math.min(1, probability) })),
  );
}

/** True if a level contradicts the one before it: a higher probability, or another one for the same bound. */
const isAbove = (level: Level, last: Level): boolean =>
  level.probability > last.probability || level.bounds[0] === last.bounds.at(-1);

const pooled = (a: Level, b: Level): Level => ({
  bounds: [...a.bounds, ...b.bounds],
  probability:
    (a.probability * a.bounds.length + b.probability * b.bounds.length) / (a.bounds.length + b.bounds.length),
});

/**
 * Quantiles of the fully diluted value one day after the launch, given a launch, from a ladder of "above" markets. Between two
 * bounds, the probability is linear in the logarithm of the value. Nothing is extrapolated: a quantile is null if the prices do not
 * bracket it, or contradict each other (see {@link survivalLadder}).
 *
 * Such markets count no launch until their deadline as "not above", so each probability is divided by that of the launch. A launch
 * is at least as likely as the lowest bound.
 *
 * @param launch - probability of a launch, 0 to 1; 1 where it is unknown: then these are quantiles of a value that is 0 without a
 *   launch, at most those of a launched token.
 */
export function fdvQuantiles(rungs: readonly MarketRung[], launch = 1): FdvQuantiles {
  const ladder = givenLaunch(survivalLadder(rungs) ?? [], launch);
  return { p10: exceededWith(0.9, ladder), p50: exceededWith(0.5, ladder), p90: exceededWith(0.1, ladder) };
}

/** Survival function of the value of a launched token. */
function givenLaunch(ladder: readonly MarketRung[], launch: number): readonly MarketRung[] {
  const likely = Math.max(launch, ladder[0]?.probability ?? 0);
  return likely === 0 ? [] : ladder.map(({ above, probability }) => ({ above, probability: probability / likely }));
}

/** Smallest value that is exceeded with a probability of at most `probability`; null if the ladder does not bracket it. */
function exceededWith(probability: number, ladder: readonly MarketRung[]): number | null {
  const index = ladder.findIndex((rung) => rung.probability <= probability);
  const upper = ladder[index];
  const lower = ladder[index - 1];
  if (upper === undefined) return null;
  if (upper.probability === probability) return upper.above;
  if (lower === undefined) return null;
  const share = (lower.probability - probability) / (lower.probability - upper.probability);
  return lower.above * (upper.above / lower.above) ** share;
}
