import { HYPE_2026_1 } from './hype-2026-1';
import { HYPE_2026_2 } from './hype-2026-2';
import type { HypeRules } from './ruleset';

/**
 * The rules of hype scores by version of the ruleset, the oldest first. Whoever checks scores and nothing else needs no
 * more than these.
 */
export const HYPE_RULES: Readonly<Record<string, HypeRules>> = { '2026.1': HYPE_2026_1, '2026.2': HYPE_2026_2 };

/** What hype scores of a version of the ruleset are made by; null where this build does not know it. */
export function hypeRulesOf(version: string): HypeRules | null {
  return Object.hasOwn(HYPE_RULES, version) ? (HYPE_RULES[version] ?? null) : null;
}
