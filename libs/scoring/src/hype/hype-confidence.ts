import { isReadingOf } from '@droptrack/contracts';
import type { HypeScore } from './score-hype';

/**
 * Confidence of a score as a measurement of attention, 0 to 1: that of the score, and 0 while no signal but the calendar
 * counts. The calendar is known for every drop, so it is no evidence that attention was measured.
 *
 * @see docs/scoring.md, Hype
 */
export function hypeConfidence({ confidence, signals }: Pick<HypeScore, 'confidence' | 'signals'>): number {
  return signals.some(({ id, weight }) => isReadingOf(id, weight)) ? confidence : 0;
}
