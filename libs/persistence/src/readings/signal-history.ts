import type { KnownSignals } from '@droptrack/catalogue';
import { DEFAULT_RULESET, type Reading, type Ruleset, type SignalId, type SignalReading } from '@droptrack/scoring';
import { dayOf, type DayValue, lookBackMs, pastDays, valuesBefore } from './look-back';

const DAY_MS = 86_400_000;

/** One signal of one drop over a span. */
export interface SignalSpan {
  /** Ascending, from a day before the span, preceded by the last reading before that day. */
  readonly readings: readonly Reading[];
  /** Last value of each UTC day, days counted from the epoch. */
  readonly days: readonly DayValue[];
  /** Memoized past: it is the same for all hours of a day. */
  past: { readonly day: number; readonly values: readonly (number | null)[] } | null;
}

/** Readings of one drop over a span of time, from which its signals at any instant of the span follow. */
export class SignalHistory {
  constructor(private readonly spans: ReadonlyMap<SignalId, SignalSpan>) {}

  /**
   * Signals at an instant.
   *
   * @param atMs - within the span, inclusive; milliseconds since the epoch.
   * @param ruleset - determines the length of the past.
   */
  at(atMs: number, ruleset: Ruleset = DEFAULT_RULESET): KnownSignals {
    const known: Partial<Record<SignalId, SignalReading>> = {};
    const today = dayOf(atMs);
    for (const [id, span] of this.spans) {
      const { readings } = span;
      const end = firstAfter(readings, atMs);
      const latest = readings[end - 1];
      if (latest === undefined) continue;
      // Readings of the day before and the last one before it show how long a jump has lasted.
      const begin = Math.max(
        firstAfter(readings, atMs - DAY_MS) - 1,
        firstAfter(readings, atMs - lookBackMs(ruleset, id)),
      );
      const count = pastDays(ruleset, id);
      if (span.past?.day !== today || span.past.values.length !== count)
        span.past = { day: today, values: valuesBefore(today, count, span.days) };
      known[id] = { ...latest, dayValues: span.past.values, earlier: readings.slice(begin, end - 1) };
    }
    return known;
  }

  /** True without any reading, however old. */
  get isEmpty(): boolean {
    return this.spans.size === 0;
  }
}

/** History of a drop without readings. */
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
