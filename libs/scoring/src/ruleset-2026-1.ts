import { HYPE_2026_1 } from './hype-2026-1';
import type { ExpectedValueRules, RatingRules, Ruleset } from './ruleset';

/** The spreads of allocations were measured on 26 published lists. */
const EXPECTED_VALUE = {
  allocationSpread: { flat: 0.3, tiered: 0.8, points: 1.6, capital: 2.4 },
  allocationDefault: 'points',
  haircutDefault: 1,
  z90: 1.2815515655,
  z10To90: 2.5631031311,
} as const satisfies ExpectedValueRules;

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
    staleAfterDays: 180,
    staleFactor: 0.5,
  },
  difficulty: {
    shares: { minutes: 0.3, capitalUsd: 0.25, tasks: 0.15, identity: 0.15, recurring: 0.1, technical: 0.05 },
    full: { minutes: 1_200, capitalUsd: 10_000, tasks: 20 },
  },
  unknown: 0.5,
  capitalCostPerYear: 0.05,
} as const satisfies RatingRules;

/** Ruleset 2026.1, the first one. */
export const RULESET_2026_1 = {
  version: '2026.1',
  hype: HYPE_2026_1,
  expectedValue: EXPECTED_VALUE,
  ratings: RATINGS,
} as const satisfies Ruleset;
