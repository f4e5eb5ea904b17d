import type { Ruleset } from './ruleset';
import { RULESET_2026_1 } from './ruleset-2026-1';
import { RULESET_2026_2 } from './ruleset-2026-2';

/** All rulesets, oldest first. None is ever removed, because stored points refer to them. */
export const RULESETS: readonly Ruleset[] = [RULESET_2026_1, RULESET_2026_2];

/** Ruleset without a configured one. */
export const DEFAULT_RULESET: Ruleset = RULESET_2026_1;

/** Versions of all rulesets, oldest first: `2026.1`. */
export const RULESET_VERSIONS: readonly string[] = RULESETS.map(({ version }) => version);

/** Ruleset of a version, such as `2026.1`; null for an unknown version. */
export function rulesetOf(version: string): Ruleset | null {
  return RULESETS.find((ruleset) => ruleset.version === version) ?? null;
}
