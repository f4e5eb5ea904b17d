import { assertInstant, assertWithin } from '../checks';
import type { LegitFinding, LegitPart, RatingRules, Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

const DAY_MS = 86_400_000;

/** Evidence for one component. */
export interface LegitEvidenceInput {
  /** 0 (nothing) to 1 (beyond doubt). */
  readonly score: number;
  /** Milliseconds since the epoch; null when nobody said: then it counts as checked long ago. */
  readonly checkedAtMs: number | null;
}

export interface LegitInput {
  /** A component that is not here is unknown. */
  readonly components: Readonly<Partial<Record<LegitPart, LegitEvidenceInput>>>;
  /** Findings that apply; an unknown one does not. */
  readonly findings: readonly LegitFinding[];
}

export interface LegitScore {
  readonly id: LegitPart;
  readonly known: boolean;
  /** Checked too long ago, so that it counts half. */
  readonly stale: boolean;
  /** What it counts, 0..1, after halving. */
  readonly counted: number;
  readonly points: number;
}

export interface LegitRating {
  /** Integer from 0 to 100. */
  readonly score: number;
  /** Sum of the points, before caps and rounding. */
  readonly total: number;
  /** The lowest cap that applies; null without one. */
  readonly cap: number | null;
  readonly parts: readonly LegitScore[];
}

/**
 * How well a drop's trustworthiness is shown, at an instant.
 *
 * Evidence is worth less once it has not been checked for 180 days; evidence
 * from after the instant counts in full.
 *
 * @throws {InvalidInputError} for evidence outside 0..1, or an instant that is not finite.
 */
export function rateLegit(input: LegitInput, atMs: number, ruleset: Ruleset = DEFAULT_RULESET): LegitRating {
  assertInstant('atMs', atMs);
  const { legit, unknown } = ruleset.ratings;
  const parts = (Object.keys(legit.points) as LegitPart[]).map((id): LegitScore => {
    const evidence = input.components[id];
    if (evidence === undefined)
      return { id, known: false, stale: false, counted: unknown, points: unknown * legit.points[id] };
    const stale = isStale(id, evidence, atMs, legit);
    const counted = evidence.score * (stale ? legit.staleFactor : 1);
    return { id, known: true, stale, counted, points: counted * legit.points[id] };
  });
  const total = parts.reduce((sum, { points }) => sum + points, 0);
  const cap = input.findings.length === 0 ? null : Math.min(...input.findings.map((finding) => legit.caps[finding]));
  return { score: Math.round(Math.min(total, cap ?? 100)), total, cap, parts };
}

function isStale(
  id: LegitPart,
  { score, checkedAtMs }: LegitEvidenceInput,
  atMs: number,
  { staleAfterDays }: RatingRules['legit'],
): boolean {
  assertWithin(id, score, 0, 1);
  if (checkedAtMs === null) return true;
  assertInstant(id, checkedAtMs);
  return atMs - checkedAtMs > staleAfterDays * DAY_MS;
}
