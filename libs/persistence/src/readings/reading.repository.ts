import type { KnownSignals } from '@droptrack/catalogue';
import type { SignalId, SignalReading } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import { dayOf, PAST_DAYS_MAX, READ_SIGNALS } from './look-back';
import type { PastDays } from './past-days';
import type { NewReading } from './reading';
import { SignalHistory, type SignalSpan } from './signal-history';

const DAY_MS = 86_400_000;

/** Latest reading of a source about a drop. */
export interface LastReading {
  readonly dropId: string;
  /** Milliseconds since the epoch; null without a reading. */
  readonly observedAtMs: number | null;
}

/** Readings and their daily values. Rows are never changed; only retention deletes them. */
export class ReadingRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Stores new readings and the last value of each day, and enqueues their drops for a recompute from the first full hour
   * that a new reading counts for. A reading that is stored already stays as it is. The caller holds the rows of the drops.
   *
   * For a few rows at a time: `importReadings` takes millions.
   *
   * @returns number of new readings.
   */
  async store(readings: readonly NewReading[], nowMs: number): Promise<number> {
    if (readings.length === 0) return 0;
    const [row] = await this.sql.query<{ added: number }>(STORE, [JSON.stringify(readings.map(readingRow)), nowMs]);
    return row?.added ?? 0;
  }

  /** Latest reading of a source about each drop of an origin that is not archived, by id. */
  readLast({ origin, source }: { readonly origin: string; readonly source: string }): Promise<LastReading[]> {
    return this.sql.query<LastReading>(
      `SELECT id AS "dropId", (SELECT extract(epoch FROM max(observed_at)) * 1000 FROM readings
                               WHERE drop_id = drops.id AND source = $2)::float8 AS "observedAtMs"
       FROM drops WHERE origin = $1 AND archived_at IS NULL ORDER BY id`,
      [origin, source],
    );
  }

  /**
   * Signals of drops at an instant: the latest reading of each that still counts, with the values of the days before. The
   * duration of a jump is not included ({@link readHistories}): it takes many more rows and is rarely needed.
   *
   * @param atMs - inclusive, milliseconds since the epoch.
   * @param past - of the day of that instant.
   */
  async readSignals(dropIds: readonly string[], atMs: number, past: PastDays): Promise<Map<string, KnownSignals>> {
    const rows = await this.sql.query<SignalRow>(LATEST_SIGNALS, [
      dropIds,
      READ_SIGNALS.map(({ id }) => id),
      READ_SIGNALS.map(({ ageMsMax }) => atMs - ageMsMax),
      atMs,
    ]);
    const signals = new Map<string, Partial<Record<SignalId, SignalReading>>>();
    for (const { drop_id, signal, value, observed_at_ms } of rows) {
      const ofDrop = signals.get(drop_id) ?? {};
      const dayValues = past.get(drop_id)?.get(signal) ?? [];
      ofDrop[signal] = { value, observedAtMs: observed_at_ms, dayValues };
      signals.set(drop_id, ofDrop);
    }
    return signals;
  }

  /**
   * Histories of drops over a span; empty for a drop without readings.
   *
   * @param fromMs - first instant that will be queried; `untilMs` the last, both milliseconds since the epoch.
   */
  async readHistories(
    dropIds: readonly string[],
    fromMs: number,
    untilMs: number,
  ): Promise<Map<string, SignalHistory>> {
    const rows = await this.sql.query<SpanRow>(HISTORIES, [
      dropIds,
      READ_SIGNALS.map(({ id }) => id),
      READ_SIGNALS.map(({ ageMsMax }) => fromMs - Math.max(ageMsMax, DAY_MS)),
      fromMs - DAY_MS,
      untilMs,
      dayOf(fromMs) - PAST_DAYS_MAX,
      dayOf(untilMs),
    ]);
    const spans = new Map(dropIds.map((id) => [id, new Map<SignalId, SignalSpan>()]));
    for (const row of rows) {
      const readings = [...pairs(row.last), ...pairs(row.read)].map(([value, observedAtMs]) => ({
        value,
        observedAtMs,
      }));
      if (readings.length === 0) continue;
      const days = pairs(row.days).map(([value, day]) => ({ day, value }));
      spans.get(row.drop_id)?.set(row.signal, { readings, days, past: null });
    }
    return new Map([...spans].map(([id, ofDrop]) => [id, new SignalHistory(ofDrop)]));
  }
}

function readingRow({ dropId, signal, observedAtMs, value, source }: NewReading) {
  return { drop_id: dropId, signal, observed_at: new Date(observedAtMs).toISOString(), value, source };
}

const STORE = `
  WITH observed AS (
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
  ), enqueued AS (
    UPDATE drop_dues AS due
    SET due_at = least(due.due_at, to_timestamp($2::float8 / 1000)),
        pointed_until = least(due.pointed_until, date_trunc('hour', first - interval '1 millisecond', 'UTC'))
    FROM gained JOIN drops ON drops.id = gained.drop_id AND archived_at IS NULL
    WHERE due.drop_id = gained.drop_id
  )
  SELECT count(*)::int AS added FROM added`;

interface SignalRow {
  readonly drop_id: string;
  readonly signal: SignalId;
  readonly value: number;
  readonly observed_at_ms: number;
}

const LATEST_SIGNALS = `
  SELECT d.id AS drop_id, s.id AS signal, latest.value, latest.observed_at_ms
  FROM unnest($1::text[]) AS d (id)
  CROSS JOIN unnest($2::text[], $3::float8[]) AS s (id, since_ms)
  CROSS JOIN LATERAL (
    SELECT value, (extract(epoch FROM observed_at) * 1000)::float8 AS observed_at_ms FROM readings
    WHERE drop_id = d.id AND signal = s.id
      AND observed_at <= to_timestamp($4::float8 / 1000) AND observed_at > to_timestamp(s.since_ms / 1000)
    ORDER BY observed_at DESC LIMIT 1
  ) AS latest`;

interface SpanRow {
  readonly drop_id: string;
  readonly signal: SignalId;
  /** Pairs of value and instant, flat: the driver parses nested arrays far more slowly. */
  readonly read: readonly number[] | null;
  readonly last: readonly number[] | null;
  /** Pairs of value and day, flat. */
  readonly days: readonly number[] | null;
}

function pairs(flat: readonly number[] | null): [number, number][] {
  const made: [number, number][] = [];
  flat?.forEach((second, i) => {
    const first = flat[i - 1];
    if (i % 2 === 1 && first !== undefined) made.push([first, second]);
  });
  return made;
}

const HISTORIES = `
  SELECT d.id AS drop_id, s.id AS signal, span.read, last.read AS last, past.days
  FROM unnest($1::text[]) AS d (id)
  CROSS JOIN unnest($2::text[], $3::float8[]) AS s (id, since_ms)
  CROSS JOIN LATERAL (
    SELECT array_agg(n ORDER BY observed_at, ordinal) AS read
    FROM readings CROSS JOIN LATERAL
      unnest(ARRAY[value, (extract(epoch FROM observed_at) * 1000)::float8]) WITH ORDINALITY AS pair (n, ordinal)
    WHERE drop_id = d.id AND signal = s.id
      AND observed_at > to_timestamp($4::float8 / 1000) AND observed_at <= to_timestamp($5::float8 / 1000)
  ) AS span
  LEFT JOIN LATERAL (
    SELECT ARRAY[value, (extract(epoch FROM observed_at) * 1000)::float8] AS read FROM readings
    WHERE drop_id = d.id AND signal = s.id
      AND observed_at <= to_timestamp($4::float8 / 1000) AND observed_at > to_timestamp(s.since_ms / 1000)
    ORDER BY observed_at DESC LIMIT 1
  ) AS last ON true
  CROSS JOIN LATERAL (
    SELECT array_agg(n ORDER BY day, ordinal) AS days
    FROM signal_days CROSS JOIN LATERAL
      unnest(ARRAY[value, (day - date '1970-01-01')::float8]) WITH ORDINALITY AS pair (n, ordinal)
    WHERE drop_id = d.id AND signal = s.id
      AND day >= date '1970-01-01' + $6::integer AND day < date '1970-01-01' + $7::integer
  ) AS past`;
