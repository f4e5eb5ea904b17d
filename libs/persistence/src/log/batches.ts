import type { Revision } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import { assertNoGap, LogGapError } from './log-gap.error';
import { type LogPosition, type PositionRow, positionOf, RECORDED_AT_US } from './position';
import { REVISION_COLUMNS, revisionOf, type RevisionRow } from './read';

/** Revisions per statement. */
const BATCH = 2_000;

/** Consecutive revisions, and the position of the last one. */
interface LogBatch {
  readonly revisions: readonly Revision[];
  readonly end: LogPosition;
}

/**
 * Streams all revisions after a position up to `upToSeq`, in order, with one batch in memory. Each statement reads the
 * revision at the position again, because the database may have been replaced by a copy with another history.
 *
 * @throws {LogGapError} when a revision is missing, or the one at the position has changed.
 */
export async function* readRevisionBatches(
  sql: Sql,
  after: LogPosition,
  upToSeq: number,
  limit: number = BATCH,
): AsyncGenerator<LogBatch> {
  for (let position = after; position.seq < upToSeq;) {
    const batch = await readBatch(sql, position, upToSeq, limit);
    yield batch;
    position = batch.end;
  }
}

async function readBatch(sql: Sql, after: LogPosition, upToSeq: number, limit: number): Promise<LogBatch> {
  const { seq } = after;
  const rows = await sql.query<RevisionRow & PositionRow>(
    `SELECT ${REVISION_COLUMNS}, ${RECORDED_AT_US} AS recorded_at_us FROM revisions
     WHERE seq >= $1 AND seq <= $2 ORDER BY seq LIMIT $3`,
    [seq, upToSeq, limit + 1],
  );
  // The start of the log has no revision to compare.
  if (seq > 0) assertSame(after, rows.shift());
  const next = rows.slice(0, limit);
  const last = next.at(-1);
  if (last === undefined) throw new LogGapError(seq + 1);
  assertNoGap(
    next.map((row) => Number(row.seq)),
    seq,
  );
  return { revisions: next.map(revisionOf), end: positionOf(last) };
}

/** @throws {LogGapError} when the revision at a position is missing, or another one. */
function assertSame(known: LogPosition, row: PositionRow | undefined): void {
  if (row === undefined || Number(row.seq) !== known.seq) throw new LogGapError(known.seq);
  if (row.recorded_at_us !== known.recordedAtUs) throw new LogGapError(known.seq, 'replaced');
}
