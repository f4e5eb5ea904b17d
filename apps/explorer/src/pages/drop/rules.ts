import { DEFAULT_RULESET, type HypeRules, hypeRulesOf, type RatingRules, rulesetOf } from '@droptrack/scoring';

/** Rules of the ratings of a version of the ruleset; those of the default one for an unknown version. */
export const ratingRulesOf = (version: string): RatingRules => (rulesetOf(version) ?? DEFAULT_RULESET).ratings;

/** Rules of the hype of a version of the ruleset; those of the default one for an unknown version. */
export const namedHypeRules = (version: string): HypeRules => hypeRulesOf(version) ?? DEFAULT_RULESET.hype;
