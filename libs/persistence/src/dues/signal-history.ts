import type { KnownSignals } from '@droptrack/catalogue';
import { DEFAULT_RULESET, type Reading, type Ruleset, type SignalId, type SignalReading } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import { BASELINE_DAYS_MAX, dayOf, lookBackMs, READ_SIGNALS } from './known-signals';

const DAY_MS = 86_400_000;

/** One signal of one drop over a span. */
interface SignalSpan {
  /** Ascending; from a day before the span, and the last one before that. */
  readings: readonly Reading[];
  /** Last value of each UTC day, days counted from the epoch. */
  days: readonly { readonly day: number; readonly value: number }[];
  /** What a day's readings are compared with: asked for hour after hour of the same day. */
  baseline: { readonly sinceDay: number; readonly day: number; readonly values: readonly number[] } | null;
}

/** What was read about one drop over a span of time: what was known at any instant of it. */
export class SignalHistory {
  constructor(private readonly spans: ReadonlyMap<SignalId, SignalSpan>) {}

  /**
   * @param atMs - within the span, inclusive; milliseconds since the epoch.
   * @param ruleset - tells with how many days a reading is compared.
   */
  at(atMs: number, ruleset: Ruleset = DEFAULT_RULESET): KnownSignals {
    const known: Partial<Record<SignalId, SignalReading>> = {};
    const today = dayOf(atMs);
    const sinceDay = today - ruleset.hype.momentum.baselineDays;
    for (const [id, span] of this.spans) {
      const { readings } = span;
      const end = firstAfter(readings, atMs);
      const latest = readings[end - 1];
      if (latest === undefined) continue;
      // Of the day before, and the last one before that: they tell how long a jump has lasted.
      const begin = Math.max(
        firstAfter(readings, atMs - DAY_MS) - 1,
        firstAfter(readings, atMs - lookBackMs(ruleset, id)),
      );
      if (span.baseline?.day !== today || span.baseline.sinceDay !== sinceDay)
        span.baseline = { sinceDay, day: today, values: valuesBetween(span, sinceDay, today) };
      known[id] = { ...latest, dayValues: span.baseline.values, earlier: readings.slice(begin, end - 1) };
    }
    return known;
  }

  /** Whether anything was read up to an instant, however old. */
  get isEmpty(): boolean {
    return this.spans.size === 0;
  }
}

function valuesBetween({ days }: SignalSpan, sinceDay: number, untilDay: number): number[] {
  return days.filter(({ day }) => day >= sinceDay && day < untilDay).map(({ value }) => value);
}

/** Of a drop that nothing was read about. */
export const NO_HISTORY = new SignalHistory(new Map());

/** Index of the first reading after an instant. */
function firstAfter(readings: readonly Reading[], atMs: number): number {
  let low = 0;
  let high = readings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((readings[middle]?.observedAtMs ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface SpanRow {
  readonly drop_id: string;
  readonly signal: SignalId;
  /** Pairs of value and instant, flat: arrays of arrays are read far slower. */
  readonly read: readonly number[] | null;
  readonly last: readonly number[] | null;
  /** Pairs of value and day, flat. */
  readonly days: readonly number[] | null;
}

/**
 * Reads the histories of drops over a span. A drop without readings has an empty one.
 *
 * @param fromMs - first instant that will be asked for; `untilMs` the last, both milliseconds since the epoch.
 */
export async function readHistories(
  sql: Sql,
  dropIds: readonly string[],
  fromMs: number,
  untilMs: number,
): Promise<Map<string, SignalHistory>> {
  const rows = await sql.query<SpanRow>(HISTORIES, [
    dropIds,
    READ_SIGNALS.map(({ id }) => id),
    READ_SIGNALS.map(({ ageMsMax }) => fromMs - Math.max(ageMsMax, DAY_MS)),
    fromMs - DAY_MS,
    untilMs,
    dayOf(fromMs) - BASELINE_DAYS_MAX,
    dayOf(untilMs),
  ]);
  const spans = new Map(dropIds.map((id) => [id, new Map<SignalId, SignalSpan>()]));
  for (const row of rows) {
    const readings = readingsOf(row);
    if (readings.length === 0) continue;
    spans
      .get(row.drop_id)
      ?.set(row.signal, { readings, days: pairs(row.days).map(([value, day]) => ({ day, value })), baseline: null });
  }
  return new Map([...spans].map(([id, ofDrop]) => [id, new SignalHistory(ofDrop)]));
}

function readingsOf({ read, last }: SpanRow): Reading[] {
  return [...pairs(last), ...pairs(read)].map(([value, observedAtMs]) => ({ value, observedAtMs }));
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
    SELECT array_agg(n ORDER BY observed_at, place) AS read
    FROM readings CROSS JOIN LATERAL
      unnest(ARRAY[value, (extract(epoch FROM observed_at) * 1000)::float8]) WITH ORDINALITY AS pair (n, place)
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
    SELECT array_agg(n ORDER BY day, place) AS days
    FROM signal_days CROSS JOIN LATERAL
      unnest(ARRAY[value, (day - date '1970-01-01')::float8]) WITH ORDINALITY AS pair (n, place)
    WHERE drop_id = d.id AND signal = s.id
      AND day >= date '1970-01-01' + $6::integer AND day < date '1970-01-01' + $7::integer
  ) AS past`;
