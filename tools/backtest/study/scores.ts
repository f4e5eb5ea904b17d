import { RULESET_2026_3, RULESETS } from '@droptrack/scoring';
import { deltaOf, momentumOf, type Predictor, scoreOf } from '../predictors';

/** The score of each ruleset, oldest first. */
export const SCORES: readonly Predictor[] = RULESETS.map((ruleset) => scoreOf(ruleset));
/** Their versions. */
export const SCORE_IDS: readonly string[] = SCORES.map(({ id }) => id);

/** `hype_delta_7d` of each ruleset. */
export const DELTAS: readonly Predictor[] = SCORES.map(deltaOf);

/** `momentum`, published with scores of 2026.3. */
export const MOMENTUM: Predictor = momentumOf(RULESET_2026_3);
