import { deriveHype, type DropDefinition, type KnownSignals } from '@droptrack/catalogue';
import { isPointMeasured } from '@droptrack/contracts';
import { DEFAULT_RULESET, hypeConfidence, type HypeScore, type Ruleset, type SignalId } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import { type NewPoint, type NewScore, PointRepository, type StoredSignalState } from '../points/point.repository';
import type { PastDays } from '../readings/past-days';
import { ReadingRepository } from '../readings/reading.repository';

/** Input of a score, beside the readings. */
interface ScoredDrop {
  readonly id: string;
  readonly definition: DropDefinition;
}

/** Score of a drop at an instant, with the signals that it was computed from. */
interface ScoreAt<Drop extends ScoredDrop = ScoredDrop> {
  readonly drop: Drop;
  readonly score: HypeScore;
  readonly known: KnownSignals;
}

/** Current score of a drop. */
interface CurrentScore<Drop extends ScoredDrop = ScoredDrop> extends ScoreAt<Drop> {
  /** Points; null without a measured score now or 7 days before. */
  readonly delta7d: number | null;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * Computes the scores of drops at an instant, from the readings observed up to it.
 *
 * The first computation assumes that every jump has just begun. Only drops in which this holds a signal back are computed
 * again, with the duration of the jump.
 *
 * @param atMs - milliseconds since the epoch.
 * @param past - daily values of the drops before the day of that instant, read for the same ruleset.
 * @returns one for each drop, in their order.
 */
export async function computeScoresAt<Drop extends ScoredDrop>(
  sql: Sql,
  drops: readonly Drop[],
  atMs: number,
  past: PastDays,
  ruleset: Ruleset = DEFAULT_RULESET,
): Promise<ScoreAt<Drop>[]> {
  const readings = new ReadingRepository(sql);
  const known = await readings.readSignals(idsOf(drops), atMs, past);
  const scores = drops.map((drop) => scoreOf(drop, known.get(drop.id) ?? {}, atMs, ruleset));
  const jumped = scores.filter(({ score }) => score.signals.some(({ status }) => status === 'suspect'));
  if (jumped.length === 0) return scores;
  const histories = await readings.readHistories(idsOf(jumped.map(({ drop }) => drop)), atMs, atMs);
  return scores.map((each) => {
    const history = histories.get(each.drop.id);
    return history === undefined ? each : scoreOf(each.drop, history.at(atMs, ruleset), atMs, ruleset);
  });
}

/**
 * Computes the scores of drops at an instant, and their changes over 7 days.
 *
 * @param past - as of {@link computeScoresAt}.
 * @param made - points that are not stored yet.
 * @param ruleset - of the scores; those of 7 days ago keep theirs.
 * @returns one for each drop, in their order.
 */
export async function computeCurrentScores<Drop extends ScoredDrop>(
  sql: Sql,
  drops: readonly Drop[],
  atMs: number,
  past: PastDays,
  made: readonly NewPoint[] = [],
  ruleset: Ruleset = DEFAULT_RULESET,
): Promise<CurrentScore<Drop>[]> {
  const weekAgoMs = atMs - WEEK_MS;
  const points = await new PointRepository(sql).readLast(idsOf(drops), weekAgoMs);
  for (const { drop_id: id, hour, score, signals } of made) {
    const hourMs = Date.parse(hour);
    if (hourMs <= weekAgoMs && hourMs > (points.get(id)?.hourMs ?? -Infinity))
      points.set(id, { score, signals, hourMs });
  }
  const scores = await computeScoresAt(sql, drops, atMs, past, ruleset);
  return scores.map((each) => {
    const before = points.get(each.drop.id);
    const isKnown = before !== undefined && isPointMeasured(before) && hypeConfidence(each.score) > 0;
    return { ...each, delta7d: isKnown ? each.score.score - before.score : null };
  });
}

/** Row of a current score. */
export function scoreRow({ drop, score, delta7d, known }: CurrentScore, atMs: number): NewScore {
  const signals: Partial<Record<SignalId, StoredSignalState>> = {};
  for (const { id, status } of score.signals) {
    const observedMs = id === 'calendar_proximity' ? atMs : known[id]?.observedAtMs;
    signals[id] = { status, observed_at: observedMs === undefined ? null : new Date(observedMs).toISOString() };
  }
  const { score: points, momentum, ruleset } = score;
  const confidence = hypeConfidence(score);
  return { drop_id: drop.id, score: points, delta_7d: delta7d, momentum, confidence, ruleset, signals };
}

const idsOf = (drops: readonly ScoredDrop[]) => drops.map(({ id }) => id);

function scoreOf<Drop extends ScoredDrop>(
  drop: Drop,
  known: KnownSignals,
  atMs: number,
  ruleset: Ruleset,
): ScoreAt<Drop> {
  return { drop, score: deriveHype(drop.definition, known, atMs, ruleset), known };
}
