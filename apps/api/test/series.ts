import { type HypeSignalId } from '@droptrack/contracts';
import type { Sql } from '@droptrack/persistence';
import { DEFAULT_RULESET, type HypeInput, type HypeScore, scoreHype } from '@droptrack/scoring';

export const HOUR_MS = 3_600_000;

/** Maximum duration of a test file; most take a few seconds. */
const FILE_MS = 120_000;

/** Timeout of a hook that waits for `quietHour`: one minute remains for the rest of the hook. */
export const QUIET_HOUR_HOOK_MS = FILE_MS + 60_000;

/** Waits until the next full hour is farther away than a test file takes, and returns the last full hour. */
export async function quietHour(): Promise<number> {
  const toGoMs = HOUR_MS - (Date.now() % HOUR_MS);
  if (toGoMs < FILE_MS) await new Promise((resolve) => setTimeout(resolve, toGoMs + 1_500));
  return Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
}

/** Score of example readings at an instant: fresh and old ones, and a signal that does not apply. */
export function scoreAt(atMs: number, loudness: number, ruleset = DEFAULT_RULESET): HypeScore {
  const days = Array.from({ length: 28 }, (_, day) => 100 + day);
  const reading = (value: number, ageHours = 0, dayValues = days) => ({
    value,
    observedAtMs: atMs - ageHours * HOUR_MS,
    dayValues,
  });
  const signals: HypeInput['signals'] = {
    farcaster_authors: reading(110 * loudness),
    tvl_usd: reading(115 * loudness, 40),
    reddit_authors: reading(1e7),
    governance_votes: 'not_applicable',
    calendar_proximity: reading(0.25, 0, []),
  };
  return scoreHype({ atMs, signals }, ruleset);
}

/** Signals of a point in their stored form. */
export const signalsOf = ({ signals }: HypeScore) =>
  Object.fromEntries(signals.filter(({ value }) => value !== null).map(({ id, z: _, ...signal }) => [id, signal]));

/** Writes the point of a full hour, as the worker does. */
export async function writePoint(
  db: Sql,
  drop: string,
  hourMs: number,
  loudness: number,
  recordedAtMs = hourMs,
  ruleset = DEFAULT_RULESET,
) {
  const score = scoreAt(hourMs, loudness, ruleset);
  await db.query(
    `INSERT INTO points (drop_id, hour, score, confidence, prior, ruleset, signals, recorded_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      drop,
      new Date(hourMs),
      score.score,
      score.confidence,
      score.prior,
      score.ruleset,
      signalsOf(score),
      new Date(recordedAtMs),
    ],
  );
  return score;
}

/** Writes the current score of a drop with the observation times of its readings, as the worker does. */
export async function writeScore(
  db: Sql,
  drop: string,
  atMs: number,
  delta7d: number | null,
  observedAtMs: number,
  rules = DEFAULT_RULESET,
) {
  const { score, confidence, momentum, ruleset, signals } = scoreAt(atMs, 1, rules);
  const states = signals.map(({ id, status, value }): [HypeSignalId, object] => [
    id,
    { status, observed_at: value === null ? null : new Date(observedAtMs).toISOString() },
  ]);
  await db.query(
    `INSERT INTO scores (drop_id, recorded_at, scored_at, score, delta_7d, momentum, confidence, ruleset, signals)
     VALUES ($1, $2, $2, $3, $4, $5, $6, $7, $8)`,
    [drop, new Date(atMs), score, delta7d, momentum, confidence, ruleset, Object.fromEntries(states)],
  );
}
