import { EXPECTED_VALUE_2026_1, EXPECTED_VALUE_2026_3, EXPECTED_VALUE_2026_4 } from './expected-value-rules';
import { HYPE_2026_1, HYPE_2026_2, HYPE_2026_3, HYPE_2026_4 } from './hype-rules';
import type { RatingRules, Ruleset } from './ruleset';

const RATINGS = {
  rewardDecades: 4,
  legit: {
    points: { team: 25, audits: 20, use: 20, backers: 15, progress: 10, rules: 10 },
    caps: {
      asks_secrets: 0,
      phishing_listed: 10,
      contract_unverified: 40,
      single_unofficial_source: 50,
      unknown_team_no_audit: 60,
    },
    unknown: 0.5,
    staleAfterDays: 180,
    staleFactor: 0.5,
    halfLifeDays: null,
  },
  difficulty: {
    shares: { minutes: 0.3, capitalUsd: 0.25, tasks: 0.15, identity: 0.15, recurring: 0.1, technical: 0.05 },
    full: { minutes: 1_200, capitalUsd: 10_000, tasks: 20 },
  },
  unknown: 0.5,
  capitalCostPerYear: 0.05,
} as const satisfies RatingRules;

/**
 * Ratings of ruleset 2026.4. An unknown component of `legit` counts as the lowest grade, and evidence of any age at least as
 * much, so that true evidence lowers a rating only as a finding (decision 0075).
 */
const RATINGS_2026_4 = {
  ...RATINGS,
  legit: {
    ...RATINGS.legit,
    caps: { ...RATINGS.legit.caps, loss_not_made_good: 40, team_convicted_or_charged: 30, abandoned: 20 },
    unknown: 0.25,
    halfLifeDays: 180,
  },
} as const satisfies RatingRules;

/** Ruleset 2026.1, the first one. */
export const RULESET_2026_1 = {
  version: '2026.1',
  hype: HYPE_2026_1,
  expectedValue: EXPECTED_VALUE_2026_1,
  ratings: RATINGS,
} as const satisfies Ruleset;

/** Ruleset 2026.2: 2026.1 with other rules for hype scores. */
export const RULESET_2026_2 = {
  ...RULESET_2026_1,
  version: '2026.2',
  hype: HYPE_2026_2,
} as const satisfies Ruleset;

/** Ruleset 2026.3. */
export const RULESET_2026_3 = {
  ...RULESET_2026_1,
  version: '2026.3',
  hype: HYPE_2026_3,
  expectedValue: EXPECTED_VALUE_2026_3,
} as const satisfies Ruleset;

/** Ruleset 2026.4: 2026.3 with other rules for first readings and for the ratings, and an upper tail of allocations. */
export const RULESET_2026_4 = {
  ...RULESET_2026_3,
  version: '2026.4',
  hype: HYPE_2026_4,
  expectedValue: EXPECTED_VALUE_2026_4,
  ratings: RATINGS_2026_4,
} as const satisfies Ruleset;

/** All rulesets, oldest first. None is ever removed, because stored points refer to them. */
export const RULESETS: readonly Ruleset[] = [RULESET_2026_1, RULESET_2026_2, RULESET_2026_3, RULESET_2026_4];

/** Ruleset without a configured one. */
export const DEFAULT_RULESET: Ruleset = RULESET_2026_4;

/** Versions of all rulesets, oldest first: `2026.1`. */
export const RULESET_VERSIONS: readonly string[] = RULESETS.map(({ version }) => version);

/** Ruleset of a version, such as `2026.1`; null for an unknown version. */
export function rulesetOf(version: string): Ruleset | null {
  return RULESETS.find((ruleset) => ruleset.version === version) ?? null;
}
