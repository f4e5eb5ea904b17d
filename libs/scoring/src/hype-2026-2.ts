import { HYPE_2026_1 } from './hype-2026-1';
import type { HypeRules } from './ruleset';

/**
 * The rules of 2026.1 with half the momentum.
 *
 * A day's count of a quiet project is mostly chance: against 28 days of nothing one mention is z 2.8, and 0.4 of
 * a sub-score then turns on it. On real days that put projects in a worse order than levels alone, and told no
 * rises beforehand. 0.2 is the most that is within a standard error of the best on the days it was chosen on
 * (docs/hype-validity.md, decision 0018). z and with it the suspect rule are as they were.
 */
export const HYPE_2026_2 = {
  ...HYPE_2026_1,
  momentum: { ...HYPE_2026_1.momentum, share: 0.2 },
} as const satisfies HypeRules;
