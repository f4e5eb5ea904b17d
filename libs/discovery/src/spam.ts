import type { CandidateView } from './candidate';
import type { Sighting } from './sighting';

/** Likelihood of spam by the figures of a sighting alone, 0 to 1. */
export function sightingSpam(_sighting: Sighting): number {
  return 0;
}

/** Likelihood of spam, 0 to 1, with a reason for each part that adds to it. */
export interface SpamScore {
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Likelihood of spam of a candidate, from recipients, funds and holders of its campaign. */
export function spamScore(_view: Pick<CandidateView, 'sightings' | 'list'>): SpamScore {
  return { score: 0, reasons: [] };
}
