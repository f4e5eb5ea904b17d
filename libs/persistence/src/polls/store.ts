import type { Transaction } from '../database/database';
import type { NewReading } from '../readings/reading';

/**
 * Stores readings that were just made; the caller has their drops' rows. One that is there already stays as it is, and
 * so does the past: the same again adds nothing. Notes the last of each day, and has the drops looked at, from the first
 * full hour on that something new was known by.
 *
 * For a few at a time: `importReadings` takes millions.
 *
 * @returns how many are new.
 */
export async function storeObserved(sql: Transaction, readings: readonly NewReading[], nowMs: number): Promise<number> {
  if (readings.length === 0) return 0;
  const [row] = await sql.query<{ added: number }>(
    `WITH observed AS (
       SELECT * FROM json_to_recordset($1::json)
         AS r (drop_id text, signal text, observed_at timestamptz(3), value float8, source text)
     ), added AS (
       INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
       SELECT drop_id, signal, observed_at, value, source, (SELECT record_instant()) FROM observed
       ORDER BY drop_id, signal, observed_at
       ON CONFLICT DO NOTHING RETURNING drop_id, signal, observed_at, value
     ), days AS (
       INSERT INTO signal_days AS d (drop_id, signal, day, value, observed_at)
       SELECT DISTINCT ON (drop_id, signal, (observed_at AT TIME ZONE 'UTC')::date)
              drop_id, signal, (observed_at AT TIME ZONE 'UTC')::date, value, observed_at
       FROM added ORDER BY drop_id, signal, (observed_at AT TIME ZONE 'UTC')::date, observed_at DESC
       ON CONFLICT (drop_id, signal, day) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at
       WHERE d.observed_at < excluded.observed_at
     ), gained AS (
       SELECT drop_id, min(observed_at) AS first FROM added GROUP BY drop_id
     ), dues AS (
       UPDATE drop_dues AS due
       SET due_at = least(due.due_at, to_timestamp($2::float8 / 1000)),
           pointed_until = least(due.pointed_until, date_trunc('hour', first - interval '1 millisecond', 'UTC'))
       FROM gained JOIN drops ON drops.id = gained.drop_id AND archived_at IS NULL
       WHERE due.drop_id = gained.drop_id
     )
     SELECT count(*)::int AS added FROM added`,
    [JSON.stringify(readings.map(rowOf)), nowMs],
  );
  return row?.added ?? 0;
}

function rowOf({ dropId, signal, observedAtMs, value, source }: NewReading) {
  return { drop_id: dropId, signal, observed_at: new Date(observedAtMs).toISOString(), value, source };
}
