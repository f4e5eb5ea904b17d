import type { Fact, Provenance } from '@droptrack/catalogue';
import type { Plain, RawFact, RawSource, Sourced, Vouched } from './raw-drop';

/**
 * Effective source: the nearest one, from the fact over its group to the file. An `at` that is nearer than the source
 * overrides its date.
 *
 * @param inherited - effective source one level further out; null for none.
 */
export function resolveSource({ source, at }: Sourced, inherited: Provenance | null): Provenance | null {
  const base = source === undefined ? inherited : readSource(source);
  return base === null || at === undefined ? base : { ...base, at };
}

/** Source in its long form. A plain URL has the kind `reported`. */
function readSource(source: RawSource): Provenance {
  if (source === 'memory') return { kind: 'memory', url: null, at: null };
  if (typeof source === 'string') return { kind: 'reported', url: source, at: null };
  return { kind: source.kind ?? 'reported', url: source.url, at: source.at };
}

/** Fact with its effective source; null if it is missing or declared unknown. */
export function readFact<T extends Plain>(raw: RawFact<T> | undefined, inherited: Provenance | null): Fact<T> | null {
  if (raw === null || raw === undefined) return null;
  if (!isVouched(raw)) return { value: raw, source: inherited };
  return raw.value === null ? null : { value: raw.value, source: resolveSource(raw, inherited) };
}

/** Fact with a converted value. */
export function mapFact<T, U>(fact: Fact<T> | null, convert: (value: T) => U): Fact<U> | null {
  return fact === null ? null : { value: convert(fact.value), source: fact.source };
}

function isVouched<T extends Plain>(raw: T | Vouched<T>): raw is Vouched<T> {
  return typeof raw === 'object' && !Array.isArray(raw);
}
