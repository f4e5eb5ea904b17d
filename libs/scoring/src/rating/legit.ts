import { assertInstant, assertWithin } from '../checks';
import type { LegitFinding, LegitPart, RatingRules, Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

const DAY_MS = 86_400_000;

/** Evidence for one component. */
export interface LegitEvidenceInput {
  /** 0 (none) to 1 (beyond doubt). */
  readonly score: number;
  /** Milliseconds since the epoch. Null while unknown: then the evidence is stale. */
  readonly checkedAtMs: number | null;
}

/** Inputs of the legitimacy rating. */
export interface LegitInput {
  /** Evidence by component; an absent component is unknown. */
  readonly components: Readonly<Partial<Record<LegitPart, LegitEvidenceInput>>>;
  /** Confirmed findings. */
  readonly findings: readonly LegitFinding[];
}

/** Contribution of one component. */
interface LegitScore {
  readonly id: LegitPart;
  readonly known: boolean;
  /** True for evidence that was checked too long ago and counts half. */
  readonly stale: boolean;
  /** Counted score after halving, 0 to 1. */
  readonly counted: number;
  /** Points in a rating; an unknown component has half of its points. */
  readonly points: number;
}

/** Legitimacy rating with the contributions of its components. */
export interface LegitRating {
  /** Integer from 0 to 100; null without evidence, which is a known component or a finding. */
  readonly score: number | null;
  /** Sum of the points, before caps and rounding; null without evidence. */
  readonly total: number | null;
  /** Lowest cap of the findings; null without findings. */
  readonly cap: number | null;
  /** Share of the points whose components are known, 0 to 1. */
  readonly knownShare: number;
  readonly parts: readonly LegitScore[];
}

/**
 * Computes the legitimacy rating of a drop at an instant. Evidence that was checked more than 180 days before the instant
 * counts half; evidence that was checked after it counts in full. An unknown component counts half beside evidence; without
 * any, the rating is null.
 *
 * @throws {InvalidInputError} for evidence outside 0 to 1, or an instant that is not finite.
 * @see docs/scoring.md, Legitimacy
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
  const known = parts.filter((part) => part.known);
  const knownShare = known.reduce((sum, { id }) => sum + legit.points[id], 0) / 100;
  const cap = input.findings.length === 0 ? null : Math.min(...input.findings.map((finding) => legit.caps[finding]));
  if (known.length === 0 && cap === null) return { score: null, total: null, cap, knownShare, parts };
  const total = parts.reduce((sum, { points }) => sum + points, 0);
  return { score: Math.round(Math.min(total, cap ?? 100)), total, cap, knownShare, parts };
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
