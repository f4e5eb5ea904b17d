import { type Ruleset, RULESETS, type SignalId, type SignalRule } from '@droptrack/scoring';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Signals that are read from sources, each with the maximum age of a reading that counts in any ruleset. A ruleset that
 * draws the line earlier discards older readings itself. The signal of the calendar is computed, not read.
 */
export const READ_SIGNALS = readSignals();

function readSignals(): { readonly id: SignalId; readonly ageMsMax: number }[] {
  const ages = new Map<SignalId, number>();
  for (const { hype } of RULESETS)
    for (const { id, aging } of hype.signals)
      if (aging !== null) ages.set(id, Math.max(ages.get(id) ?? 0, ageMsMax(aging, hype.freshnessMin)));
  return [...ages].map(([id, ageMs]) => ({ id, ageMsMax: ageMs }));
}

/** Time in which freshness falls to its minimum, plus an hour: the ruleset draws the exact line, not the query. */
function ageMsMax({ freshHours, halfLifeHours }: NonNullable<SignalRule['aging']>, freshnessMin: number): number {
  return (freshHours + halfLifeHours * Math.log2(1 / freshnessMin) + 1) * HOUR_MS;
}

/**
 * Length of the past that a ruleset needs to measure how long a jump of a signal has lasted: a day, plus the age up to
 * which the reading before it counts. With exactly this much, a score does not depend on how much more is stored.
 */
export function lookBackMs({ hype }: Ruleset, id: SignalId): number {
  const aging = hype.signals.find((rule) => rule.id === id)?.aging ?? null;
  return aging === null ? DAY_MS : Math.max(DAY_MS, ageMsMax(aging, hype.freshnessMin));
}

/** Days before the day of an instant whose values a signal needs at it: for its momentum, and for its mean. */
export function pastDays({ hype }: Ruleset, id: SignalId): number {
  const rule = hype.signals.find((each) => each.id === id);
  const baseline = rule?.momentum === true ? hype.momentum.baselineDays : 0;
  return rule?.kind === 'count' ? Math.max(baseline, hype.averaging?.days ?? 0) : baseline;
}

/** Most days before the day of an instant whose values any signal needs, in any ruleset. */
export const PAST_DAYS_MAX = Math.max(
  ...RULESETS.flatMap((ruleset) => ruleset.hype.signals.map(({ id }) => pastDays(ruleset, id))),
);

/** Value of a UTC day, counted from the epoch. */
export interface DayValue {
  readonly day: number;
  readonly value: number;
}

/** Values of the days before a day, latest first; null for a day without one. */
export function valuesBefore(today: number, count: number, values: Iterable<DayValue>): (number | null)[] {
  const past = new Array<number | null>(count).fill(null);
  for (const { day, value } of values) if (day < today && day >= today - count) past[today - 1 - day] = value;
  return past;
}

/** Longest past that a score can depend on, in any ruleset: full hours. */
export const LOOK_BACK_MS = Math.max(
  (PAST_DAYS_MAX + 1) * DAY_MS,
  ...READ_SIGNALS.map(({ ageMsMax }) => Math.ceil(ageMsMax / HOUR_MS) * HOUR_MS),
);

/** UTC day of an instant, counted from the epoch. */
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);
