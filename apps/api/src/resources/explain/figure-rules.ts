import type { Ruleset } from '@droptrack/scoring';

/** The rules that figures are explained by: those that the worker makes them by. */
export class FigureRules {
  constructor(readonly ruleset: Ruleset) {}
}
