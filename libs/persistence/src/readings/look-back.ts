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

/** Most days before a reading that any ruleset compares it with. */
export const BASELINE_DAYS_MAX = Math.max(...RULESETS.map(({ hype }) => hype.momentum.baselineDays));

/** Longest past that a score can depend on, in any ruleset: full hours. */
export const LOOK_BACK_MS = Math.max(
  (BASELINE_DAYS_MAX + 1) * DAY_MS,
  ...READ_SIGNALS.map(({ ageMsMax }) => Math.ceil(ageMsMax / HOUR_MS) * HOUR_MS),
);

/** UTC day of an instant, counted from the epoch. */
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);
