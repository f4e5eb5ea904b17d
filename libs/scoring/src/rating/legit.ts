import { assertInstant, assertWithin } from '../checks';
import type { LegitFinding, LegitPart, RatingRules, Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

const DAY_MS = 86_400_000;

type LegitRules = RatingRules['legit'];

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
  /** True for evidence that was checked too long ago, or at an unknown time, and counts less. */
  readonly stale: boolean;
  /** Counted score after the reduction for age, 0 to 1. */
  readonly counted: number;
  /** Points in a rating; an unknown component has the share of its points that the ruleset sets. */
  readonly points: number;
}

/** Legitimacy rating with the contributions of its components. */
export interface LegitRating {
  /** Integer from 0 to 100; null without evidence, which is a known component or a finding. */
  readonly score: number | null;
  /** Sum of the points, before caps and rounding; null without evidence. */
  readonly total: number | null;
  /** Lowest cap of the findings; null without one that the ruleset has a cap for. */
  readonly cap: number | null;
  /** Share of the points whose components are known, 0 to 1. */
  readonly knownShare: number;
  readonly parts: readonly LegitScore[];
}

/**
 * Computes the legitimacy rating of a drop at an instant. Evidence that was checked more than 180 days before the instant
 * loses its lead over an unknown component, by half every 180 days; evidence that was checked after it counts in full. By
 * rulesets before 2026.4, it counts half instead, which can be less than an unknown component. Without evidence, the rating
 * is null.
 *
 * @throws {InvalidInputError} for evidence outside 0 to 1, or an instant that is not finite.
 * @see docs/scoring.md, Legitimacy
 */
export function rateLegit(input: LegitInput, atMs: number, ruleset: Ruleset = DEFAULT_RULESET): LegitRating {
  assertInstant('atMs', atMs);
  const { legit } = ruleset.ratings;
  const parts = (Object.keys(legit.points) as LegitPart[]).map((id): LegitScore => {
    const evidence = input.components[id];
    if (evidence === undefined)
      return { id, known: false, stale: false, counted: legit.unknown, points: legit.unknown * legit.points[id] };
    const staleDays = staleDaysOf(id, evidence, atMs, legit);
    const stale = staleDays === null || staleDays > 0;
    const counted = countedOf(evidence.score, staleDays, legit);
    return { id, known: true, stale, counted, points: counted * legit.points[id] };
  });
  const known = parts.filter((part) => part.known);
  const knownShare = known.reduce((sum, { id }) => sum + legit.points[id], 0) / 100;
  const caps = input.findings.flatMap((finding) => legit.caps[finding] ?? []);
  const cap = caps.length === 0 ? null : Math.min(...caps);
  if (known.length === 0 && cap === null) return { score: null, total: null, cap, knownShare, parts };
  const total = parts.reduce((sum, { points }) => sum + points, 0);
  return { score: Math.round(Math.min(total, cap ?? 100)), total, cap, knownShare, parts };
}

/**
 * Days since evidence became stale, 0 or below before; null for evidence without a date. A day counts from its beginning, so
 * that a rating changes at midnight only, when drops are recomputed.
 */
function staleDaysOf(
  id: LegitPart,
  { score, checkedAtMs }: LegitEvidenceInput,
  atMs: number,
  { staleAfterDays }: LegitRules,
): number | null {
  assertWithin(id, score, 0, 1);
  if (checkedAtMs === null) return null;
  assertInstant(id, checkedAtMs);
  return Math.ceil((atMs - checkedAtMs) / DAY_MS) - staleAfterDays;
}

function countedOf(score: number, staleDays: number | null, rules: LegitRules): number {
  const { unknown, staleFactor, halfLifeDays } = rules;
  const isStale = staleDays === null || staleDays > 0;
  if (halfLifeDays === null) return score * (isStale ? staleFactor : 1);
  if (!isStale || score <= unknown) return Math.max(score, unknown);
  const left = staleDays === null ? staleFactor : 2 ** (-staleDays / halfLifeDays);
  return unknown + (score - unknown) * left;
}
