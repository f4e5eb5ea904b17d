import { HYPE_2026_1 } from './hype-2026-1';
import { HYPE_2026_2 } from './hype-2026-2';
import type { HypeRules } from './ruleset';

/**
 * Rules of hype scores by version of the ruleset, oldest first. They are separate from the rulesets so that the SDK, which
 * only verifies hype scores, does not bundle the others.
 */
export const HYPE_RULES: Readonly<Record<string, HypeRules>> = { '2026.1': HYPE_2026_1, '2026.2': HYPE_2026_2 };

/** Rules of hype scores of a version of the ruleset; null for an unknown version. */
export function hypeRulesOf(version: string): HypeRules | null {
  return Object.hasOwn(HYPE_RULES, version) ? (HYPE_RULES[version] ?? null) : null;
}
