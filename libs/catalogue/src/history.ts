/**
 * Distance of the numbers at which histories of the log begin. After a restore of the database, the log continues with
 * seconds since the epoch times this number, plus one: beyond every number that was given before, as long as a log grows by
 * less than this many revisions a second on average (docs/decisions/0053).
 */
export const HISTORY_STEP = 100_000;

/** Steps between the last number of a history and the first of the next, at least. */
export const HISTORY_DISTANCE = 10;

/**
 * True if a history began between two numbers: no log grows this far while it is read. The numbers between them were never
 * given, so they must not be counted through.
 */
export const isNewHistory = (previous: number, seq: number): boolean =>
  seq - previous > HISTORY_DISTANCE * HISTORY_STEP;

/** True for the number that follows another in the log: the next one, or the first of a history that began after it. */
export function isNextSeq(seq: number, previous: number): boolean {
  return seq === previous + 1 || (isNewHistory(previous, seq) && seq % HISTORY_STEP === 1);
}
