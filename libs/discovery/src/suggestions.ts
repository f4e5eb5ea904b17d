import type { CandidateView, KnownDrop } from './candidate';

/** Another candidate, or a drop of the catalogue, that may be the same drop. A person decides. */
export interface Suggestion {
  /** Null for a drop of the catalogue. */
  readonly candidateId: number | null;
  /** Null for a candidate. */
  readonly dropId: string | null;
  /** Such as `same name` or `same token eip155:1/erc20:0x…`. */
  readonly reason: string;
}

/** Candidates and drops that may be the same drop as a candidate, by shared identifiers and equal names. */
export function suggestionsOf(
  _view: CandidateView,
  _others: readonly CandidateView[],
  _known: readonly KnownDrop[],
): Suggestion[] {
  return [];
}
