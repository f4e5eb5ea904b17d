import type { DropDefinition } from '@droptrack/catalogue';
import { DEFAULT_RULESET, type HypeScore, type Ruleset, type SignalId } from '@droptrack/scoring';
import type { Database } from '../database/database';
import { currentScores } from '../dues/scores';

/** A drop's score, worked out anew from its readings. */
export interface ExplainedScore {
  readonly score: HypeScore;
  /** When the reading of each signal was true, milliseconds since the epoch; signals without one are not in it. */
  readonly observedAtMs: ReadonlyMap<SignalId, number>;
  /** Points against the last hourly point at or before 7 days earlier; null where the history is shorter. */
  readonly delta7d: number | null;
}

/**
 * Scores a drop at an instant, from the readings observed up to it, whenever they were
 * recorded, and from its definition as it is now. Writes nothing.
 *
 * @param atMs - milliseconds since the epoch.
 * @param ruleset - what it is scored by.
 * @returns null for a drop that is not there, or is archived.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function explainScore(
  db: Database,
  dropId: string,
  atMs: number,
  ruleset: Ruleset = DEFAULT_RULESET,
): Promise<ExplainedScore | null> {
  // One snapshot: a reading that comes in between would be in one half of the answer.
  return db.transaction(async (sql) => {
    const drops = await sql.query<{ id: string; definition: DropDefinition }>(
      'SELECT id, definition FROM drops WHERE id = $1 AND archived_at IS NULL',
      [dropId],
    );
    const [scored] = await currentScores(sql, drops, atMs, [], ruleset);
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
