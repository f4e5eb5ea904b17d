import {
  autoAcceptViolations,
  type CampaignState,
  campaignStateViolations,
  type CandidateState,
  type CandidateView,
  type Impersonation,
  impersonationOf,
  isGone,
  type KnownDrop,
  type Sighting,
  type SightingFacts,
  type SightingKind,
  type SpamScore,
  spamScore,
  type Suggestion,
  suggestionsOf,
} from '@droptrack/discovery';
import { readable } from '../../../output/readable';

/** Spam score from which a candidate is flagged. */
const SPAM_FLAG = 0.5;

/** A candidate with the findings that its review needs. All texts are safe to print. */
export interface AssessedCandidate extends Pick<
  CandidateView,
  'id' | 'state' | 'name' | 'reason' | 'decidedBy' | 'decidedAt' | 'mergedInto' | 'dropId' | 'createdAt' | 'updatedAt'
> {
  readonly sightings: CandidateView['sightings'];
  readonly list: CandidateView['list'];
  /** In the order of first sight. */
  readonly kinds: readonly SightingKind[];
  /** First known fact of its sightings; null if none states it. */
  readonly chain: string | null;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly launchBy: string | null;
  readonly isGone: boolean;
  readonly impersonation: Impersonation | null;
  readonly spam: SpamScore;
  readonly suggestions: readonly Suggestion[];
}

/**
 * Assesses a candidate by the rules of the domain.
 *
 * @param others - candidates that may be the same drop.
 * @param known - drops of the catalogue.
 */
export function assessCandidate(
  candidate: CandidateView,
  others: readonly CandidateView[],
  known: readonly KnownDrop[],
): AssessedCandidate {
  const sightings = candidate.sightings.map(({ sighting }) => sighting);
  return readable({
    ...candidate,
    kinds: [...new Set(sightings.map(({ kind }) => kind))],
    chain: firstFact(sightings, 'chain'),
    startsAt: firstFact(sightings, 'startsAt'),
    endsAt: firstFact(sightings, 'endsAt'),
    launchBy: firstFact(sightings, 'launchBy'),
    isGone: isGone(candidate),
    impersonation: impersonationOf(candidate, known),
    spam: spamScore(candidate),
    suggestions: suggestionsOf(candidate, others, known),
  });
}

function firstFact<Name extends keyof SightingFacts>(
  sightings: readonly Sighting[],
  name: Name,
): SightingFacts[Name] | null {
  return sightings.map(({ facts }) => facts[name]).find((fact) => fact !== null) ?? null;
}

/** Sources of the conditions of automatic acceptance. */
interface AutoAcceptFacts {
  /** Drops of the catalogue. */
  readonly known: readonly KnownDrop[];
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** State of the campaign of a candidate on its chain; null if unknown. */
  readonly stateOf: (candidate: CandidateView) => Promise<CampaignState | null>;
}

/**
 * Reasons why a candidate is not accepted automatically, safe to print. The node of its chain is asked only if there is no
 * reason in the stored facts; see {@link autoAcceptViolations}.
 */
export async function autoAcceptGaps(
  candidate: CandidateView,
  { known, nowMs, stateOf }: AutoAcceptFacts,
): Promise<string[]> {
  const stored = autoAcceptViolations(candidate, known, nowMs);
  return readable(stored.length > 0 ? stored : campaignStateViolations(candidate, await stateOf(candidate)));
}

/** Warnings and hints about a candidate in a few words. */
export function flagsOf({ isGone: hasGone, impersonation, spam, suggestions }: AssessedCandidate): string[] {
  return [
    ...(hasGone ? ['gone'] : []),
    ...(impersonation === null ? [] : [`imitates ${impersonation.dropId}`]),
    ...(isSpam(spam) ? [`spam ${spam.score.toFixed(2)}`] : []),
    ...(suggestions.length === 0 ? [] : ['similar']),
  ];
}

const isSpam = ({ score }: SpamScore): boolean => score >= SPAM_FLAG;

/** Order of states in which a review looks at them. */
const STATE_ORDER: readonly CandidateState[] = ['new', 'watched', 'accepted', 'rejected', 'merged'];

/**
 * Orders candidates by the need of a review: new ones before watched ones, doubtful ones (imitation, spam, gone) last, then
 * by their next date, those without one last, then the newest first.
 */
export function byNeedOfReview(nowMs: number): (a: AssessedCandidate, b: AssessedCandidate) => number {
  const rank = (candidate: AssessedCandidate): readonly number[] => [
    STATE_ORDER.indexOf(candidate.state),
    candidate.isGone || candidate.impersonation !== null || isSpam(candidate.spam) ? 1 : 0,
    nextDateMs(candidate, nowMs),
    -candidate.id,
  ];
  return (a, b) => compareRanks(rank(a), rank(b));
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  return index === -1 ? 0 : (a[index] ?? 0) < (b[index] ?? 0) ? -1 : 1;
}

/** Latest instant that sorts: candidates without a date ahead of them come last. */
const NO_DATE_MS = Number.MAX_SAFE_INTEGER;

function nextDateMs({ startsAt, endsAt, launchBy }: AssessedCandidate, nowMs: number): number {
  const ahead = [startsAt, endsAt, launchBy]
    .flatMap((at) => (at === null ? [] : [Date.parse(at)]))
    .filter((ms) => ms > nowMs);
  return Math.min(NO_DATE_MS, ...ahead);
}

/** Dates of a candidate in a few words, such as `until 2026-12-01`; `-` without any. */
export function describeWhen({ startsAt, endsAt, launchBy }: AssessedCandidate, nowMs: number): string {
  const day = (at: string): string => at.slice(0, 10);
  if (startsAt !== null && Date.parse(startsAt) > nowMs) return `from ${day(startsAt)}`;
  if (endsAt !== null) return `${Date.parse(endsAt) > nowMs ? 'until' : 'ended'} ${day(endsAt)}`;
  if (startsAt !== null) return `since ${day(startsAt)}`;
  return launchBy === null ? '-' : `by ${day(launchBy)}`;
}
