import type { HypeRules } from './ruleset';
import { SIGNALS_2026_1 } from './signals-2026-1';

/** Rules of hype scores of ruleset 2026.1 (docs/scoring.md, Hype). */
export const HYPE_2026_1 = {
  signals: SIGNALS_2026_1,
  averaging: null,
  momentum: {
    share: 0.4,
    baselineDays: 28,
    daysMin: 7,
    deviationFactor: 1.4826,
    deviationFloor: 0.25,
    zClip: 3,
    published: false,
  },
  suspect: { zAbove: 6, zOfOthersAbove: 2, hoursMax: 24 },
  freshnessMin: 0.1,
  prior: 25,
  calendarHalfLifeDays: 7,
} as const satisfies HypeRules;

/**
 * Rules of hype scores of ruleset 2026.2: those of 2026.1 with half the momentum.
 *
 * The daily count of a quiet project is mostly noise: after 28 days of 0, one mention has a z of 2.8, which determines 0.4
 * of a sub-score. On historical days this ranked projects worse than levels alone, and did not predict rises. 0.2 is the
 * largest share within one standard error of the best on the training days (docs/studies/hype-validity.md, decision 0018). z, and
 * with it the suspect rule, are unchanged.
 */
export const HYPE_2026_2 = {
  ...HYPE_2026_1,
  momentum: { ...HYPE_2026_1.momentum, share: 0.2 },
} as const satisfies HypeRules;

/**
 * Rules of hype scores of ruleset 2026.3: the level of a count is that of its mean over eight weeks, and momentum does not
 * add to the score but is published beside it.
 *
 * A count of one day is mostly noise, and a value is not: on historical days, the mean orders the days that follow better
 * than the count of the last day, for every half-life from 3 to 28 days. z, and with it the suspect rule, are unchanged
 * (docs/studies/hype-validity.md, decision 0018).
 */
export const HYPE_2026_3 = {
  ...HYPE_2026_1,
  averaging: { halfLifeDays: 14, days: 56 },
  momentum: { ...HYPE_2026_1.momentum, share: 0, published: true },
} as const satisfies HypeRules;

/**
 * Rules of hype scores of ruleset 2026.4: those of 2026.3 with other rules for first readings, which nothing was compared
 * with before.
 *
 * Seven days of 0 before the first reading keep the first day from counting as eight weeks: a forged start has to last. What
 * costs nothing to forge needs a confirmation on its first day; the two lists separate accounts, e-mail addresses of commits
 * and votes without gas from capital, gas, trades and articles (docs/scoring.md, Cost of an attack; decision 0075).
 */
export const HYPE_2026_4 = {
  ...HYPE_2026_3,
  averaging: { ...HYPE_2026_3.averaging, zeroDaysBefore: 7 },
  suspect: {
    ...HYPE_2026_1.suspect,
    firstDay: {
      signals: ['farcaster_authors', 'reddit_authors', 'dev_committers', 'governance_votes'],
      levelAbove: 0.5,
      confirmedBy: ['tvl_usd', 'active_wallets', 'news_articles', 'search_trend', 'market_probability'],
      levelShare: 0.5,
    },
  },
} as const satisfies HypeRules;

/**
 * Rules of hype scores by version of the ruleset, oldest first. They are separate from the rulesets so that the SDK, which
 * only verifies hype scores, does not bundle the others.
 */
export const HYPE_RULES: Readonly<Record<string, HypeRules>> = {
  '2026.1': HYPE_2026_1,
  '2026.2': HYPE_2026_2,
  '2026.3': HYPE_2026_3,
  '2026.4': HYPE_2026_4,
};

/** Rules of hype scores of a version of the ruleset; null for an unknown version. */
export function hypeRulesOf(version: string): HypeRules | null {
  return Object.hasOwn(HYPE_RULES, version) ? (HYPE_RULES[version] ?? null) : null;
}
