import type { HypeSignalStatus } from '@droptrack/contracts';
import { DEFAULT_RULESET, type Ruleset, type SignalId } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import type { NewPoint } from './points';
import { type ScoreAt, scoreAt, type ScoredDrop } from './score-at';

/** How a drop's score stands. */
export interface CurrentScore<Drop extends ScoredDrop = ScoredDrop> extends ScoreAt<Drop> {
  /** Points; null where the history is shorter than 7 days. */
  readonly delta7d: number | null;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * How drops score at an instant, and against 7 days before.
 *
 * @param made - points that are yet to be stored, of each drop in the order of their hours.
 * @param ruleset - what they are scored by; those of 7 days before keep theirs.
 * @returns one for each drop, in their order.
 */
export async function currentScores<Drop extends ScoredDrop>(
  sql: Sql,
  drops: readonly Drop[],
  atMs: number,
  made: readonly NewPoint[] = [],
  ruleset: Ruleset = DEFAULT_RULESET,
): Promise<CurrentScore<Drop>[]> {
  const ids = drops.map(({ id }) => id);
  const past = await readPastScores(sql, ids, atMs - WEEK_MS, made);
  const scores = await scoreAt(sql, drops, atMs, ruleset);
  return scores.map((each) => {
    const before = past.get(each.drop.id);
    return { ...each, delta7d: before === undefined ? null : each.score.score - before };
  });
}

/** The score of the last point of each drop at or before an instant; a drop without one is not in it. */
async function readPastScores(
  sql: Sql,
  ids: readonly string[],
  atMs: number,
  made: readonly NewPoint[],
): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; score: number; hour_ms: number }>(
    `SELECT d.id, past.* FROM unnest($1::text[]) AS d (id) CROSS JOIN LATERAL (
       SELECT score, (extract(epoch FROM hour) * 1000)::float8 AS hour_ms FROM points
       WHERE drop_id = d.id AND hour <= to_timestamp($2::float8 / 1000)
       ORDER BY hour DESC LIMIT 1
     ) AS past`,
    [ids, atMs],
  );
  const past = new Map(rows.map((row) => [row.id, row]));
  for (const { drop_id: id, hour, score } of made) {
    const hourMs = Date.parse(hour);
    if (hourMs <= atMs && hourMs > (past.get(id)?.hour_ms ?? -Infinity)) past.set(id, { id, score, hour_ms: hourMs });
  }
  return new Map([...past].map(([id, { score }]) => [id, score]));
}

/** Lets go of how scores stood before what has been standing for over an hour: nobody is shown data that late. */
export async function forgetScores(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `DELETE FROM scores AS old USING unnest($1::text[]) AS d (id)
     WHERE old.drop_id = d.id AND old.recorded_at < (
       SELECT max(recorded_at) FROM scores WHERE drop_id = d.id AND recorded_at < (SELECT record_instant()) - interval '1 hour'
     )`,
    [ids],
  );
}

/**
 * Notes how scores stand from now on, with the log locked. While a clock that was set back catches up, now stands
 * still: the later score counts then, and nobody was told yet how things stood.
 */
export async function storeScores(sql: Sql, scores: readonly CurrentScore[], atMs: number): Promise<void> {
  await sql.query(
    `INSERT INTO scores (drop_id, recorded_at, scored_at, score, delta_7d, confidence, ruleset, signals)
     SELECT drop_id, (SELECT record_instant()), to_timestamp($2::float8 / 1000), score, delta_7d, confidence, ruleset, signals
     FROM json_to_recordset($1::json) AS s (drop_id text, score smallint, delta_7d smallint, confidence float8,
       ruleset text, signals json)
     ON CONFLICT (drop_id, recorded_at) DO UPDATE SET scored_at = excluded.scored_at, score = excluded.score,
       delta_7d = excluded.delta_7d, confidence = excluded.confidence, ruleset = excluded.ruleset, signals = excluded.signals`,
    [JSON.stringify(scores.map((each) => rowOf(each, atMs))), atMs],
  );
}

function rowOf({ drop, score, delta7d, known }: CurrentScore, atMs: number) {
  const signals: Partial<Record<SignalId, { status: HypeSignalStatus; observed_at: string | null }>> = {};
  for (const { id, status } of score.signals) {
    const observedMs = id === 'calendar_proximity' ? atMs : known[id]?.observedAtMs;
    signals[id] = { status, observed_at: observedMs === undefined ? null : new Date(observedMs).toISOString() };
  }
  const { ruleset, confidence } = score;
  return { drop_id: drop.id, score: score.score, delta_7d: delta7d, confidence, ruleset, signals };
}
