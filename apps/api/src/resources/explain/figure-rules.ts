import type { Ruleset } from '@droptrack/scoring';

/** Ruleset of the explanations, which must equal that of the worker. */
export class FigureRules {
  constructor(readonly ruleset: Ruleset) {}
}
