import type { KnownSignals } from '@droptrack/catalogue';
import { type Ruleset, RULESETS, type SignalId, type SignalReading, type SignalRule } from '@droptrack/scoring';
import type { Sql } from '../database/database';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The signals that are read, and how old a reading may be that counts by any ruleset: what is too
 * old for the one that scores, it leaves out itself. The calendar's signal is worked out.
 */
export const READ_SIGNALS = readSignals();

function readSignals(): { readonly id: SignalId; readonly ageMsMax: number }[] {
  const ages = new Map<SignalId, number>();
  for (const { hype } of RULESETS)
    for (const { id, aging } of hype.signals)
      if (aging !== null) ages.set(id, Math.max(ages.get(id) ?? 0, ageMsMax(aging, hype.freshnessMin)));
  return [...ages].map(([id, ageMs]) => ({ id, ageMsMax: ageMs }));
}

/** An hour more than the freshness takes to fall to the least: the ruleset draws the line, not the query. */
function ageMsMax({ freshHours, halfLifeHours }: NonNullable<SignalRule['aging']>, freshnessMin: number): number {
  return (freshHours + halfLifeHours * Math.log2(1 / freshnessMin) + 1) * HOUR_MS;
}

/**
 * How far back a ruleset looks for readings that tell how long a jump of a signal has lasted: those of a day, and the
 * one before as long as it would count. The score at an instant is then the same however much of the past is at hand.
 */
export function lookBackMs({ hype }: Ruleset, id: SignalId): number {
  const aging = hype.signals.find((rule) => rule.id === id)?.aging ?? null;
  return aging === null ? DAY_MS : Math.max(DAY_MS, ageMsMax(aging, hype.freshnessMin));
}

/** How many days before the day of an instant a reading is compared with, by any ruleset. */
export const BASELINE_DAYS_MAX = Math.max(...RULESETS.map(({ hype }) => hype.momentum.baselineDays));

/** How long before an instant a reading counts, by any ruleset: as the latest, or as one of the days before; full hours. */
export const LOOK_BACK_MS = Math.max(
  (BASELINE_DAYS_MAX + 1) * DAY_MS,
  ...READ_SIGNALS.map(({ ageMsMax }) => Math.ceil(ageMsMax / HOUR_MS) * HOUR_MS),
);

/** The UTC day of an instant, counted from the epoch. */
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

interface KnownRow {
  readonly drop_id: string;
  readonly signal: SignalId;
  readonly value: number;
  readonly observed_at_ms: number;
  readonly day_values: readonly number[] | null;
}

/**
 * What was read about drops up to an instant: of each signal the latest reading that still
 * counts, with the days it is compared with. How long a jump has lasted is not in it (see
 * {@link scoreAt}): that takes many more rows and is hardly ever asked.
 *
 * @param atMs - inclusive, milliseconds since the epoch.
 * @param ruleset - tells with how many days.
 */
export async function readKnownSignals(
  sql: Sql,
  dropIds: readonly string[],
  atMs: number,
  ruleset: Ruleset,
): Promise<Map<string, KnownSignals>> {
  const rows = await sql.query<KnownRow>(
    `SELECT d.id AS drop_id, s.id AS signal, latest.value, latest.observed_at_ms, days.day_values
     FROM unnest($1::text[]) AS d (id)
     CROSS JOIN unnest($2::text[], $3::float8[]) AS s (id, since_ms)
     CROSS JOIN LATERAL (
       SELECT value, (extract(epoch FROM observed_at) * 1000)::float8 AS observed_at_ms FROM readings
       WHERE drop_id = d.id AND signal = s.id
         AND observed_at <= to_timestamp($4::float8 / 1000) AND observed_at > to_timestamp(s.since_ms / 1000)
       ORDER BY observed_at DESC LIMIT 1
     ) AS latest
     CROSS JOIN LATERAL (
       SELECT array_agg(value) AS day_values FROM signal_days
       WHERE drop_id = d.id AND signal = s.id AND day >= date '1970-01-01' + $5::integer AND day < date '1970-01-01' + $6::integer
     ) AS days`,
    [
      dropIds,
      READ_SIGNALS.map(({ id }) => id),
      READ_SIGNALS.map(({ ageMsMax }) => atMs - ageMsMax),
      atMs,
      dayOf(atMs) - ruleset.hype.momentum.baselineDays,
      dayOf(atMs),
    ],
  );
  const known = new Map<string, Partial<Record<SignalId, SignalReading>>>();
  for (const { drop_id, signal, value, observed_at_ms, day_values } of rows) {
    const ofDrop = known.get(drop_id) ?? {};
    ofDrop[signal] = { value, observedAtMs: observed_at_ms, dayValues: day_values ?? [] };
    known.set(drop_id, ofDrop);
  }
  return known;
}
