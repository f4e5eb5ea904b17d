/** A proposal with its voting time and the votes cast on it so far; times in seconds since the epoch. */
export interface Proposal {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly votes: number;
}

/** How many votes were cast on a proposal from its start until before `untilSeconds`. */
export type CountedVotes = { readonly untilSeconds: number; readonly votes: number };

/**
 * Votes on a proposal that were cast since the window began.
 *
 * A proposal whose voting began within the window has all its votes there. Of another one, those before the window are
 * taken off. Where they are counted only up to an earlier moment, the votes since then are taken as spread evenly over
 * the time since then, up to now or the end of the voting.
 *
 * @param before - needed only for proposals that began before the window.
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
 * Goes on counting by one page of votes, oldest first, which was asked from `counted.untilSeconds` on and before
 * `beginSeconds`.
 *
 * The last second of a full page may go on in the next page: it is left to that one whole. Nothing is counted of a page
 * that lies within one second, or that is not what was asked for: `untilSeconds` then stays as it was.
 *
 * @param page - when each vote was cast, in seconds.
 * @param isLast - the page was not full: all votes before `beginSeconds` are in.
 */
export function countPage(
  counted: CountedVotes,
  page: readonly number[],
  isLast: boolean,
  beginSeconds: number,
): CountedVotes {
  const asked = page.filter((at) => at >= counted.untilSeconds && at < beginSeconds);
  if (isLast) return { untilSeconds: beginSeconds, votes: counted.votes + asked.length };
  const untilSeconds = asked.reduce((last, at) => Math.max(last, at), counted.untilSeconds);
  return { untilSeconds, votes: counted.votes + asked.filter((at) => at < untilSeconds).length };
}
