import type { Database } from '../database/database';
import { DropRepository } from '../drops/drop.repository';
import { type NewReading, violationOf } from '../readings/reading';
import { ReadingRepository } from '../readings/reading.repository';
import { type PollOutcome, PollRepository } from './poll.repository';
import { SourceRepository } from './source.repository';

/** Result of {@link recordPollOutcomes}. */
export interface OutcomesReport {
  /** Outcomes that were recorded; those of expired leases are discarded. */
  readonly recorded: number;
  /** Readings that are new. */
  readonly readings: number;
  /** Outcomes of drops that another transaction has locked: to be recorded later. */
  readonly waiting: readonly PollOutcome[];
  /** Answers with an invalid reading: a bug of the connector. Each is recorded as a failure. */
  readonly invalid: readonly PollOutcome[];
}

/**
 * Records the outcomes of polls in one transaction: readings, memory and time of the next poll, and the health of the
 * sources. Drops that gained a reading are enqueued for a recompute.
 *
 * Outcomes of an expired lease or of a changed query are discarded. Drops that are locked are skipped, not waited for: an
 * import may lock a drop for half an hour.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function recordPollOutcomes(
  db: Database,
  outcomes: readonly PollOutcome[],
  nowMs: number,
): Promise<OutcomesReport> {
  const invalid: PollOutcome[] = [];
  const valid = outcomes.map((outcome) => {
    const rejected = rejectInvalid(outcome, nowMs);
    if (rejected !== null) invalid.push(rejected);
    return rejected ?? outcome;
  });
  return db.transaction(async (sql) => {
    // With the rows of the drops: a recompute run then sees these readings, or finds the drop in its queue.
    const locked = new Set(await new DropRepository(sql).lockFree(valid.map(({ dropId }) => dropId)));
    const ready = valid.filter(({ dropId }) => locked.has(dropId));
    const recorded = await new PollRepository(sql).recordOutcomes(ready, nowMs);
    const readings = await new ReadingRepository(sql).store(recorded.flatMap(readingsOf), nowMs);
    // Requests of a fenced outcome were sent too: they count against the budget.
    await new SourceRepository(sql).recordOutcomes(ready, nowMs);
    const waiting = valid.filter(({ dropId }) => !locked.has(dropId));
    return { recorded: recorded.length, readings, waiting, invalid };
  });
}

function readingsOf(outcome: PollOutcome): NewReading[] {
  if (outcome.kind !== 'answered') return [];
  const { dropId, source } = outcome;
  return outcome.readings.map((reading) => ({ ...reading, dropId, source }));
}

/** An answer with an invalid reading becomes a failure. @returns null for a valid outcome. */
function rejectInvalid(outcome: PollOutcome, nowMs: number): PollOutcome | null {
  // The clock may have been set back since the poll ended.
  const latestMs = Math.max(nowMs, outcome.endedAtMs);
  const violation = readingsOf(outcome)
    .map((reading) => violationOf(reading, latestMs))
    .find((each) => each !== null);
  if (violation === undefined) return null;
  return { ...outcome, kind: 'failed', failureKind: 'internal', message: `its answer makes no reading: ${violation}` };
}
