import type { DropDefinition } from '@droptrack/catalogue';
import type { SignalId } from '@droptrack/scoring';
import { applyDefinitions } from '../drops/apply';
import type { Database } from '../database/database';
import { runRecompute, type RecomputeReport } from './recompute-run';

export const at = (text: string): number => Date.parse(text);
/** Creation of the drops of these tests. */
export const START_MS = at('2026-08-22T10:20:00Z');

/** Creates drops as of START_MS. */
export async function createDrops(db: Database, ...definitions: readonly DropDefinition[]): Promise<void> {
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: START_MS });
  await db.query('UPDATE drops SET created_at = to_timestamp($1::float8 / 1000)', [START_MS]);
}

/** A reading of a test: `[signal, instant, value]`. */
export type TestReading = readonly [signal: SignalId, at: string, value: number];

/** Stores readings of a drop, and enqueues it from the first of them on, as an import does. */
export async function storeReadings(db: Database, dropId: string, readings: readonly TestReading[]): Promise<void> {
  await db.query(
    `INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
     SELECT $1, r ->> 0, (r ->> 1)::timestamptz, (r ->> 2)::float8, 'test', record_instant()
     FROM jsonb_array_elements($2::jsonb) AS r`,
    [dropId, JSON.stringify(readings)],
  );
  await db.query(
    `INSERT INTO signal_days (drop_id, signal, day, value, observed_at)
     SELECT DISTINCT ON (signal, day) drop_id, signal, (observed_at AT TIME ZONE 'UTC')::date AS day, value, observed_at
     FROM readings WHERE drop_id = $1 ORDER BY signal, day, observed_at DESC
     ON CONFLICT (drop_id, signal, day) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at`,
    [dropId],
  );
  await db.query(
    `UPDATE drop_dues SET due_at = 'epoch', pointed_until = least(pointed_until, date_trunc('hour', $2::timestamptz - interval '1 millisecond', 'UTC'))
     WHERE drop_id = $1`,
    [dropId, readings.map(([, at]) => at).sort()[0]],
  );
}

/** Runs recomputes until no drop is due at an instant. @returns the totals. */
export async function recomputeAll(
  db: Database,
  nowMs: number,
  limit?: number,
): Promise<Omit<RecomputeReport, 'failures'>> {
  const sum = { drops: 0, points: 0, revisions: 0 };
  for (;;) {
    const { drops, points, revisions } = await runRecompute(db, { nowMs, ...(limit === undefined ? {} : { limit }) });
    if (drops === 0) return sum;
    sum.drops += drops;
    sum.points += points;
    sum.revisions += revisions;
  }
}
