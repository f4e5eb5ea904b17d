import type { CandidateView, KnownDrop } from './candidate';

/** Blocks above the creation of a campaign that automatic acceptance requires. */
export const CONFIRMATIONS_MIN = 12;
/** Recipients of a campaign that automatic acceptance requires. */
export const RECIPIENTS_MIN = 50;

/**
 * Reasons why a candidate waits for a person; empty if it may be accepted automatically.
 *
 * @param known - drops of the catalogue, for the check for impersonation.
 * @param confirmations - number of blocks above the creation of its campaign; null if unknown.
 */
export function autoAcceptViolations(
  _view: CandidateView,
  _known: readonly KnownDrop[],
  _confirmations: number | null,
): string[] {
  return ['is not a campaign'];
}
