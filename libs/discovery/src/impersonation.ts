import type { CandidateView, KnownDrop } from './candidate';

/** A candidate has the name or symbol of a known drop, but another token. */
export interface Impersonation {
  /** Drop that it imitates. */
  readonly dropId: string;
  readonly reason: string;
}

/** Imitation of a known drop by a candidate; null if there is none. */
export function impersonationOf(
  _view: Pick<CandidateView, 'sightings'>,
  _known: readonly KnownDrop[],
): Impersonation | null {
  return null;
}
