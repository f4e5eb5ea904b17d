import type { KnownSignals } from '@droptrack/catalogue';
import type { Reading, Ruleset, SignalId, SignalReading } from '@droptrack/scoring';
import { dayOf, lookBackMs } from '../readings/look-back';

const DAY_MS = 86_400_000;

/** A reading as it was recorded. */
export interface RecordedReading extends Reading {
  readonly signal: SignalId;
}

/** What is known of one signal: two columns, ascending by when it was true. */
interface SignalReadings {
  readonly observedMs: number[];
  readonly values: number[];
  /** What readings of a day are compared with, until a reading comes that belongs to it. */
  baseline: { readonly sinceDay: number; readonly day: number; readonly values: readonly number[] } | null;
}

/**
 * What is known of one drop while its readings come in, one after the other, in the order in which they were recorded.
 * All that scores are made of is worked out from them alone.
 */
export class KnownReadings {
  readonly #signals = new Map<SignalId, SignalReadings>();

  add({ signal, observedAtMs, value }: RecordedReading): void {
    const known = this.#signals.get(signal) ?? { observedMs: [], values: [], baseline: null };
    this.#signals.set(signal, known);
    const place = firstAfter(known.observedMs, observedAtMs);
    known.observedMs.splice(place, 0, observedAtMs);
    known.values.splice(place, 0, value);
    if (known.baseline !== null && dayOf(observedAtMs) < known.baseline.day) known.baseline = null;
  }

  /**
   * What is known now of an instant: of each signal the latest reading that was true by then.
   *
   * @param atMs - inclusive, milliseconds since the epoch.
   * @param withPast - also what tells how long a jump has lasted.
   */
  at(atMs: number, ruleset: Ruleset, withPast: boolean): KnownSignals {
    const signals: Partial<Record<SignalId, SignalReading>> = {};
    for (const [id, known] of this.#signals) {
      const end = firstAfter(known.observedMs, atMs);
      const latest = readingAt(known, end - 1);
      if (latest === null) continue;
      const dayValues = baselineOf(known, atMs, ruleset);
      signals[id] = withPast
        ? { ...latest, dayValues, earlier: earlierOf(known, end - 1, atMs, lookBackMs(ruleset, id)) }
        : { ...latest, dayValues };
    }
    return signals;
  }
}

function readingAt({ observedMs, values }: SignalReadings, place: number): Reading | null {
  const [observedAtMs, value] = [observedMs[place], values[place]];
  return observedAtMs === undefined || value === undefined ? null : { observedAtMs, value };
}

/** The last value of each of the days before that of an instant. */
function baselineOf(known: SignalReadings, atMs: number, { hype }: Ruleset): readonly number[] {
  const day = dayOf(atMs);
  const sinceDay = day - hype.momentum.baselineDays;
  if (known.baseline?.day === day && known.baseline.sinceDay === sinceDay) return known.baseline.values;
  const values: number[] = [];
  for (let each = sinceDay; each < day; each++) {
    const last = readingAt(known, firstAfter(known.observedMs, (each + 1) * DAY_MS - 1) - 1);
    if (last !== null && dayOf(last.observedAtMs) === each) values.push(last.value);
  }
  known.baseline = { sinceDay, day, values };
  return values;
}

/** Readings of the day before, and the last one before that unless it is out of date. */
function earlierOf(known: SignalReadings, end: number, atMs: number, backMs: number): Reading[] {
  const { observedMs } = known;
  const begin = Math.max(firstAfter(observedMs, atMs - DAY_MS) - 1, firstAfter(observedMs, atMs - backMs));
  const earlier: Reading[] = [];
  for (let place = begin; place < end; place++) {
    const reading = readingAt(known, place);
    if (reading !== null) earlier.push(reading);
  }
  return earlier;
}

/** Index of the first number above a bound; mostly that is the end. */
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
