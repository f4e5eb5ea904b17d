import type { KnownSignals } from '@droptrack/catalogue';
import type { Reading, Ruleset, SignalId, SignalReading } from '@droptrack/scoring';
import { dayOf, lookBackMs, pastDays } from '../readings/look-back';

const DAY_MS = 86_400_000;

/** A reading as it was recorded. */
export interface RecordedReading extends Reading {
  readonly signal: SignalId;
}

/** Readings of one signal: two columns, ascending by the instant of observation. */
interface SignalReadings {
  readonly observedMs: number[];
  readonly values: number[];
  /** Memoized past of a day, until a reading arrives that belongs to it. */
  past: { readonly day: number; readonly values: readonly (number | null)[] } | null;
}

/**
 * Readings of one drop, added in the order in which they were recorded. All inputs of scores are computed from them alone,
 * without the stored daily values.
 */
export class KnownReadings {
  readonly #signals = new Map<SignalId, SignalReadings>();

  add({ signal, observedAtMs, value }: RecordedReading): void {
    const known = this.#signals.get(signal) ?? { observedMs: [], values: [], past: null };
    this.#signals.set(signal, known);
    const index = firstAfter(known.observedMs, observedAtMs);
    known.observedMs.splice(index, 0, observedAtMs);
    known.values.splice(index, 0, value);
    if (known.past !== null && dayOf(observedAtMs) < known.past.day) known.past = null;
  }

  /**
   * Signals at an instant, from the readings added so far.
   *
   * @param atMs - inclusive, milliseconds since the epoch.
   * @param withPast - includes the earlier readings that show the duration of a jump.
   */
  at(atMs: number, ruleset: Ruleset, withPast: boolean): KnownSignals {
    const signals: Partial<Record<SignalId, SignalReading>> = {};
    for (const [id, known] of this.#signals) {
      const end = firstAfter(known.observedMs, atMs);
      const latest = readingAt(known, end - 1);
      if (latest === null) continue;
      const dayValues = pastOf(known, dayOf(atMs), pastDays(ruleset, id));
      signals[id] = withPast
        ? { ...latest, dayValues, earlier: earlierOf(known, end - 1, atMs, lookBackMs(ruleset, id)) }
        : { ...latest, dayValues };
    }
    return signals;
  }
}

function readingAt({ observedMs, values }: SignalReadings, index: number): Reading | null {
  const [observedAtMs, value] = [observedMs[index], values[index]];
  return observedAtMs === undefined || value === undefined ? null : { observedAtMs, value };
}

/** Last value of each of the days before a day, latest first; null for a day without a reading. */
function pastOf(known: SignalReadings, today: number, count: number): readonly (number | null)[] {
  if (known.past?.day === today && known.past.values.length === count) return known.past.values;
  const values = Array.from({ length: count }, (_, index) => {
    const day = today - 1 - index;
    const last = readingAt(known, firstAfter(known.observedMs, (day + 1) * DAY_MS - 1) - 1);
    return last !== null && dayOf(last.observedAtMs) === day ? last.value : null;
  });
  known.past = { day: today, values };
  return values;
}

/** Readings of the day before, and the last one before that unless it is too old. */
function earlierOf(known: SignalReadings, end: number, atMs: number, backMs: number): Reading[] {
  const { observedMs } = known;
  const begin = Math.max(firstAfter(observedMs, atMs - DAY_MS) - 1, firstAfter(observedMs, atMs - backMs));
  const earlier: Reading[] = [];
  for (let index = begin; index < end; index++) {
    const reading = readingAt(known, index);
    if (reading !== null) earlier.push(reading);
  }
  return earlier;
}

/** Index of the first number above a bound; usually the end. */
function firstAfter(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length];
  if ((ascending[high - 1] ?? -Infinity) <= bound) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
