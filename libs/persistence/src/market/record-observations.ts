import type { Database } from '../database/database';
import { DropRepository } from '../drops/drop.repository';
import { RecomputeQueue } from '../recompute/recompute-queue';
import type { NewObservation } from './observation';
import { ObservationRepository } from './observation.repository';

/** Result of {@link recordObservations}. */
interface ObservationsReport {
  /** Drops with a later observation; they are due for a recompute. */
  readonly changed: readonly string[];
  /** Drops that another transaction has locked, or that do not exist: nothing of theirs was stored. */
  readonly skipped: readonly string[];
}

/**
 * Records observations of drops and enqueues these drops for a recompute, which decides whether they are recorded in the
 * log (docs/decisions/0035). Locked drops are skipped, not waited for.
 *
 * @param observations - at most one of each drop and kind.
 * @param nowMs - milliseconds since the epoch.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function recordObservations(
  db: Database,
  observations: readonly NewObservation[],
  nowMs: number,
): Promise<ObservationsReport> {
  const dropIds = [...new Set(observations.map(({ dropId }) => dropId))];
  if (dropIds.length === 0) return Promise.resolve({ changed: [], skipped: [] });
  return db.transaction(async (sql) => {
    const locked = new Set(await new DropRepository(sql).lockFree(dropIds));
    const changed = await new ObservationRepository(sql).store(observations.filter(({ dropId }) => locked.has(dropId)));
    await new RecomputeQueue(sql).enqueue(changed, nowMs);
    return { changed, skipped: dropIds.filter((id) => !locked.has(id)) };
  });
}
