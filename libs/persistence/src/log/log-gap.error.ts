import { isNextSeq } from '@droptrack/catalogue';

/** Differences between the log and what was read of it before. */
const SENTENCES = {
  missing: (seq: number) => `Revision ${seq} is missing from the log`,
  replaced: (seq: number) => `Revision ${seq} of the log is not the one that was read before`,
  unconfirmed: (seq: number) => `The log, at revision ${seq}, is confirmed up to an earlier instant than before`,
} as const;

/**
 * The log is not the one that was read before: the database was restored from an older copy, a lagging replica was
 * promoted, or it is another database.
 */
export class LogGapError extends Error {
  override readonly name = 'LogGapError';
  constructor(
    readonly seq: number,
    reason: keyof typeof SENTENCES = 'missing',
  ) {
    super(SENTENCES[reason](seq));
  }
}

/** @throws {LogGapError} when revisions do not follow a number, or one another. */
export function assertNoGap(seqs: readonly number[], afterSeq: number): void {
  let lastSeq = afterSeq;
  for (const seq of seqs) {
    if (!isNextSeq(seq, lastSeq)) throw new LogGapError(lastSeq + 1);
    lastSeq = seq;
  }
}
