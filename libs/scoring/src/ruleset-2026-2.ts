import { HYPE_2026_2 } from './hype-2026-2';
import type { Ruleset } from './ruleset';
import { RULESET_2026_1 } from './ruleset-2026-1';

/** Ruleset 2026.2: 2026.1 with other rules for hype scores. */
export const RULESET_2026_2 = {
  ...RULESET_2026_1,
  version: '2026.2',
  hype: HYPE_2026_2,
} as const satisfies Ruleset;
