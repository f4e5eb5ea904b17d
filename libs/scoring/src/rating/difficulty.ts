import { assertWithin } from '../checks';
import type { DifficultyPart, Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

/** What taking part asks of a person; null where unknown. */
export interface DifficultyInput {
  readonly minutes: number | null;
  /** Capital that has to be put in, USD. */
  readonly capitalUsd: number | null;
  readonly tasks: number | null;
  /** An identity check is required. */
  readonly identity: boolean | null;
  /** It has to be done again and again. */
  readonly recurring: boolean | null;
  /** It takes technical skill. */
  readonly technical: boolean | null;
}

export interface DifficultyScore {
  readonly id: DifficultyPart;
  /** An unknown input counts half of its share. */
  readonly known: boolean;
  readonly points: number;
}

export interface DifficultyRating {
  /** Integer from 0 to 100; higher is harder. */
  readonly score: number;
  readonly parts: readonly DifficultyScore[];
}

/**
 * How hard it is to take part; time and capital count by orders of magnitude.
 *
 * @throws {InvalidInputError} for an amount that is negative or not finite.
 */
export function rateDifficulty(input: DifficultyInput, ruleset: Ruleset = DEFAULT_RULESET): DifficultyRating {
  const { shares, full } = ruleset.ratings.difficulty;
  const counted: Readonly<Record<DifficultyPart, number | null>> = {
    minutes: logShare('minutes', input.minutes, full.minutes),
    capitalUsd: logShare('capitalUsd', input.capitalUsd, full.capitalUsd),
    tasks: input.tasks === null ? null : linearShare('tasks', input.tasks, full.tasks),
    identity: input.identity === null ? null : Number(input.identity),
    recurring: input.recurring === null ? null : Number(input.recurring),
    technical: input.technical === null ? null : Number(input.technical),
  };
  const parts = (Object.keys(shares) as DifficultyPart[]).map((id): DifficultyScore => {
    const part = counted[id];
    return { id, known: part !== null, points: 100 * shares[id] * (part ?? ruleset.ratings.unknown) };
  });
  return { score: Math.round(parts.reduce((sum, { points }) => sum + points, 0)), parts };
}

function logShare(input: DifficultyPart, value: number | null, full: number): number | null {
  if (value === null) return null;
  assertWithin(input, value);
  return Math.min(1, Math.log1p(value) / Math.log1p(full));
}

function linearShare(input: DifficultyPart, value: number, full: number): number {
  assertWithin(input, value);
  return Math.min(1, value / full);
}
