import type { Ruleset } from './ruleset';
import { RULESET_2026_1 } from './ruleset-2026-1';
import { RULESET_2026_2 } from './ruleset-2026-2';

/** Every ruleset that a stored point may name, oldest first. One is configured; none is ever taken out. */
export const RULESETS: readonly Ruleset[] = [RULESET_2026_1, RULESET_2026_2];

/** The one that scores where nothing else is configured. */
export const DEFAULT_RULESET: Ruleset = RULESET_2026_1;

/** Versions of all rulesets, oldest first: `2026.1`. */
export const RULESET_VERSIONS: readonly string[] = RULESETS.map(({ version }) => version);

/** The ruleset of a version, such as `2026.1`; null where this build does not know it. */
export function rulesetOf(version: string): Ruleset | null {
  return RULESETS.find((ruleset) => ruleset.version === version) ?? null;
}
