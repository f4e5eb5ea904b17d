import { assertWithin } from '../checks';
import type { DifficultyPart, Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

/** Inputs of the difficulty of participation; null while unknown. */
export interface DifficultyInput {
  readonly minutes: number | null;
  /** Required capital, USD. */
  readonly capitalUsd: number | null;
  readonly tasks: number | null;
  /** An identity check is required. */
  readonly identity: boolean | null;
  /** Tasks have to be repeated. */
  readonly recurring: boolean | null;
  /** Technical skill is required. */
  readonly technical: boolean | null;
}

/** Contribution of one input. */
interface DifficultyScore {
  readonly id: DifficultyPart;
  /** False for an unknown input, which counts half of its share beside known ones. */
  readonly known: boolean;
  readonly points: number;
}

/** Difficulty with the contributions of its inputs. */
export interface DifficultyRating {
  /** Integer from 0 to 100; higher is harder. Null while no input is known. */
  readonly score: number | null;
  /** Share of the rating whose inputs are known, 0 to 1. */
  readonly knownShare: number;
  readonly parts: readonly DifficultyScore[];
}

/**
 * Computes the difficulty of participation. Time and capital count logarithmically. An unknown input counts half beside
 * known ones; without any, the rating is null.
 *
 * @throws {InvalidInputError} for an amount that is negative or not finite.
 * @see docs/scoring.md, Difficulty
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
  const known = parts.filter((part) => part.known);
  const knownShare = known.reduce((sum, { id }) => sum + 100 * shares[id], 0) / 100;
  if (known.length === 0) return { score: null, knownShare, parts };
  return { score: Math.round(parts.reduce((sum, { points }) => sum + points, 0)), knownShare, parts };
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
