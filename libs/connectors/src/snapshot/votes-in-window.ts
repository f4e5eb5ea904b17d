/** Proposal with its voting period in seconds since the epoch, and its votes so far. */
export interface Proposal {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly votes: number;
}

/** Number of votes on a proposal from its start until before `untilSeconds`. */
export type CountedVotes = { readonly untilSeconds: number; readonly votes: number };

/**
 * Votes on a proposal since the start of the window.
 *
 * If the voting began within the window, all votes count; otherwise those before the window are subtracted. If these are
 * counted only up to an earlier instant, the votes since then are assumed to be evenly distributed until now or the end of
 * the voting.
 *
 * @param before - required only for proposals that began before the window.
 */
export function votesInWindow(
  { start, end, votes }: Proposal,
  before: CountedVotes | undefined,
  beginSeconds: number,
  nowSeconds: number,
): number {
  if (start >= beginSeconds) return votes;
  const { untilSeconds, votes: counted } = before ?? { untilSeconds: start, votes: 0 };
  const rest = Math.max(0, votes - counted);
  if (untilSeconds >= beginSeconds) return rest;
  const lastSeconds = Math.max(beginSeconds, Math.min(end, nowSeconds));
  return Math.round((rest * (lastSeconds - beginSeconds)) / (lastSeconds - untilSeconds));
}

/**
 * Adds one page of votes, oldest first, that was requested from `counted.untilSeconds` until before `beginSeconds`.
 *
 * The last second of a full page may continue on the next page, so it is left to that page. A page within one second, or
 * outside the requested range, adds nothing and does not change `untilSeconds`.
 *
 * @param page - times of the votes in seconds.
 * @param isLast - true if the page was not full, so that it contains all remaining votes before `beginSeconds`.
 */
export function countPage(
  counted: CountedVotes,
  page: readonly number[],
  isLast: boolean,
  beginSeconds: number,
): CountedVotes {
  const votes = page.filter((at) => at >= counted.untilSeconds && at < beginSeconds);
  if (isLast) return { untilSeconds: beginSeconds, votes: counted.votes + votes.length };
  const untilSeconds = votes.reduce((last, at) => Math.max(last, at), counted.untilSeconds);
  return { untilSeconds, votes: counted.votes + votes.filter((at) => at < untilSeconds).length };
}
