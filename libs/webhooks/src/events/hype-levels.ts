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
 * `hysteresis` points below it, so that a score that trembles about it tells it once.
 *
 * @param held - those that it stood above before; null where nobody has noted them. A threshold that is new to the
 *   service, and that the drop stood above already, is held from now on without a word.
 */
export function crossLevels(
  held: readonly number[] | null,
  scores: { readonly before: number; readonly after: number },
  thresholds: HypeThresholds,
): CrossedLevels {
  const heldBefore = held ?? levelsAt(scores.before, thresholds);
  const up: Crossing[] = [];
  const down: Crossing[] = [];
  const heldNow = thresholds.scores.filter((threshold) => {
    if (heldBefore.includes(threshold)) {
      if (scores.after > threshold - thresholds.hysteresis) return true;
      down.unshift({ threshold, direction: 'down' });
      return false;
    }
    if (scores.after < threshold) return false;
    if (scores.before < threshold) up.push({ threshold, direction: 'up' });
    return true;
  });
  return { crossings: [...up, ...down], held: heldNow };
}
