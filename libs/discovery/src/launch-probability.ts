import type { ByDate } from './sighting';

/** Dates of two markets that mean one deadline: a quarter ends on its last day here, and on the first of the next month there. */
const SAME_DEADLINE_MS = 3 * 86_400_000;

/**
 * Probability of a launch until the deadline of a ladder, by the market about the launch: that of the same date, or else the linear
 * mean of the dates before and after. A date alone says nothing about another deadline: with that of a year, the ladder of a month
 * would hardly be raised; with that of a month, the ladder of a year would be raised too much.
 *
 * @param dates - dates without one are those of a market that does not state it.
 * @param deadline - of the ladder, RFC 3339 UTC; null where it is not known, as in stored sightings of earlier versions: then the last
 *   date counts.
 * @returns null where the market says nothing about the deadline.
 */
export function launchProbabilityBy(dates: readonly ByDate[], deadline: string | null): number | null {
  const last = dates.at(-1) ?? null;
  const atMs = deadline === null ? null : Date.parse(deadline);
  if (last === null || last.by === null || atMs === null) return last?.probability ?? null;
  const known = dates.flatMap(({ probability, by }) => (by === null ? [] : [{ probability, byMs: Date.parse(by) }]));
  const same = known.find(({ byMs }) => Math.abs(byMs - atMs) <= SAME_DEADLINE_MS);
  if (same !== undefined) return same.probability;
  const [before, after] = [known.findLast(({ byMs }) => byMs < atMs), known.find(({ byMs }) => byMs > atMs)];
  if (before === undefined || after === undefined) return null;
  const share = (atMs - before.byMs) / (after.byMs - before.byMs);
  return before.probability + share * (after.probability - before.probability);
}
