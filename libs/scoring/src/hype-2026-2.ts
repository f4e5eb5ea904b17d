import { HYPE_2026_1 } from './hype-2026-1';
import type { HypeRules } from './ruleset';

/**
 * Rules of hype scores of ruleset 2026.2: those of 2026.1 with half the momentum.
 *
 * The daily count of a quiet project is mostly noise: after 28 days of 0, one mention has a z of 2.8, which determines 0.4
 * of a sub-score. On historical days this ranked projects worse than levels alone, and did not predict rises. 0.2 is the
 * largest share within one standard error of the best on the training days (docs/hype-validity.md, decision 0018). z, and
 * with it the suspect rule, are unchanged.
 */
export const HYPE_2026_2 = {
  ...HYPE_2026_1,
  momentum: { ...HYPE_2026_1.momentum, share: 0.2 },
} as const satisfies HypeRules;
