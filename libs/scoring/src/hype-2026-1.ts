import type { HypeRules } from './ruleset';
import { SIGNALS_2026_1 } from './signals-2026-1';

/** Rules of hype scores of ruleset 2026.1 (docs/scoring.md, Hype). */
export const HYPE_2026_1 = {
  signals: SIGNALS_2026_1,
  momentum: {
    share: 0.4,
    baselineDays: 28,
    daysMin: 7,
    deviationFactor: 1.4826,
    deviationFloor: 0.25,
    zClip: 3,
  },
  suspect: { zAbove: 6, zOfOthersAbove: 2, hoursMax: 24 },
  freshnessMin: 0.1,
  prior: 25,
  calendarHalfLifeDays: 7,
} as const satisfies HypeRules;
