import type { CrossingDirection } from '@droptrack/contracts';

/** Thresholds of the hype score, ascending, and their hysteresis in points. */
export interface HypeThresholds {
  readonly scores: readonly number[];
  readonly hysteresis: number;
}

/** Crossing of a threshold. */
export interface Crossing {
  readonly threshold: number;
  readonly direction: CrossingDirection;
}

/** Crossings and active thresholds after a change of the score. */
export interface ThresholdChange {
  /** Upward crossings from the lowest threshold, downward crossings from the highest. */
  readonly crossings: readonly Crossing[];
  /** Active thresholds after the change, ascending. */
  readonly activeThresholds: readonly number[];
}

/** Active thresholds of a score without a history; none while it is null. */
export function activeThresholdsAt(score: number | null, { scores }: HypeThresholds): number[] {
  return score === null ? [] : scores.filter((threshold) => score >= threshold);
}

/**
 * Computes the crossings between two scores of a drop. A threshold is active from the score that reaches it until a score
 * that is `hysteresis` points below it, so that jitter around the threshold causes one crossing. Scores are integers, so a
 * hysteresis of 0 has the effect of 1.
 *
 * Null is no score to compare with: a change from or to null causes no crossing, and the thresholds begin again with the next
 * score.
 *
 * Only a change of the score causes crossings. If the operator has changed the thresholds, removed ones become inactive,
 * new ones below the previous score become active, and those that a smaller hysteresis deactivates become inactive, all
 * without a crossing.
 *
 * @param activeBefore - active thresholds before the change; null without a record.
 */
export function crossThresholds(
  activeBefore: readonly number[] | null,
  { before, after }: { readonly before: number | null; readonly after: number | null },
  thresholds: HypeThresholds,
): ThresholdChange {
  if (before === null || after === null) {
    return { crossings: [], activeThresholds: activeThresholdsAt(after, thresholds) };
  }
  const up: Crossing[] = [];
  const down: Crossing[] = [];
  const activeThresholds = thresholds.scores.filter((threshold) => {
    const isAbove = (score: number, wasAbove: boolean): boolean =>
      score >= threshold || (wasAbove && score > threshold - thresholds.hysteresis);
    const wasAbove = isAbove(before, activeBefore?.includes(threshold) ?? false);
    const isAboveNow = isAbove(after, wasAbove);
    if (isAboveNow && !wasAbove) up.push({ threshold, direction: 'up' });
    if (wasAbove && !isAboveNow) down.unshift({ threshold, direction: 'down' });
    return isAboveNow;
  });
  return { crossings: [...up, ...down], activeThresholds };
}
