import type { DropDefinition } from '@droptrack/catalogue';
import { DEFAULT_RULESET, type HypeScore, type Ruleset, type SignalId } from '@droptrack/scoring';
import type { Database } from '../database/database';
import { readPastDays } from '../readings/past-days';
import { computeCurrentScores } from './compute-scores';

/** Score of a drop, computed from its readings. */
export interface ExplainedScore {
  readonly score: HypeScore;
  /** Instants of observation by signal, milliseconds since the epoch; signals without a reading are absent. */
  readonly observedAtMs: ReadonlyMap<SignalId, number>;
  /** Change against the last hourly point at or before 7 days earlier; null if either score rests on no reading. */
  readonly delta7d: number | null;
}

/**
 * Computes the score of a drop at an instant, from the readings observed up to it, regardless of when they were recorded,
 * and from its current definition. Read-only.
 *
 * @param atMs - milliseconds since the epoch.
 * @returns null for a drop that is unknown or archived.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function explainScore(
  db: Database,
  dropId: string,
  atMs: number,
  ruleset: Ruleset = DEFAULT_RULESET,
): Promise<ExplainedScore | null> {
  // One snapshot: a reading that arrives between two queries would be in only one half of the result.
  return db.transaction(async (sql) => {
    const drops = await sql.query<{ id: string; definition: DropDefinition }>(
      'SELECT id, definition FROM drops WHERE id = $1 AND archived_at IS NULL',
      [dropId],
    );
    const past = await readPastDays(sql, [dropId], atMs, ruleset);
    const [scored] = await computeCurrentScores(sql, drops, atMs, past, [], ruleset);
    if (scored === undefined) return null;
    const { score, known, delta7d } = scored;
    const observedAtMs = new Map<SignalId, number>();
    for (const { id, value } of score.signals) {
      const reading = known[id];
      if (value !== null && reading !== undefined) observedAtMs.set(id, reading.observedAtMs);
    }
    return { score, observedAtMs, delta7d };
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}
