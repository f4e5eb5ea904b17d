import type { CrossingDirection } from '@droptrack/contracts';

/** Hype scores that are told, ascending, and by how many points the way down counts lower. */
export interface HypeThresholds {
  readonly scores: readonly number[];
  readonly hysteresis: number;
}

/** A threshold that a score has reached, or left. */
export interface Crossing {
  readonly threshold: number;
  readonly direction: CrossingDirection;
}

/** What became of the thresholds that a drop stands above. */
export interface CrossedLevels {
  /** Upward from the lowest, downward from the highest. */
  readonly crossings: readonly Crossing[];
  /** Those that it stands above now, ascending. */
  readonly held: readonly number[];
}

/** The thresholds that a score stands above when nothing is known of how it came there. */
export function levelsAt(score: number, { scores }: HypeThresholds): number[] {
  return scores.filter((threshold) => score >= threshold);
}

/**
 * Moves a drop from one score to the next. A threshold is held from where it is reached until the score has fallen
 * `hysteresis` points below it, so that a score that trembles about it tells it once. Scores are whole, so with no
 * hysteresis it is left one point below, as with one of 1.
 *
 * Only what the score itself passes is told, also when the operator has changed the thresholds since: one that is gone is
 * held no longer, one that is new is held where the drop stood above it already, and one that the drop would have left by
 * now is not held; all that without a word.
 *
 * @param held - those that it stood above before; null where nobody has noted them.
 */
export function crossLevels(
  held: readonly number[] | null,
  scores: { readonly before: number; readonly after: number },
  thresholds: HypeThresholds,
): CrossedLevels {
  const up: Crossing[] = [];
  const down: Crossing[] = [];
  const heldNow = thresholds.scores.filter((threshold) => {
    const isAbove = (score: number, wasAbove: boolean): boolean =>
      score >= threshold || (wasAbove && score > threshold - thresholds.hysteresis);
    const wasAbove = isAbove(scores.before, held?.includes(threshold) ?? false);
    const isAboveNow = isAbove(scores.after, wasAbove);
    if (isAboveNow && !wasAbove) up.push({ threshold, direction: 'up' });
    if (wasAbove && !isAboveNow) down.unshift({ threshold, direction: 'down' });
    return isAboveNow;
  });
  return { crossings: [...up, ...down], held: heldNow };
}
