import type { Fact, Provenance } from '@droptrack/catalogue';
import type { Plain, RawFact, RawSource, Sourced, Vouched } from './raw-drop';

/**
 * The source in force: the nearest one, outwards from the fact over its group to
 * the file. An `at` that stands nearer than the source dates it anew.
 *
 * @param inherited - what is in force one step further out; null for nothing.
 */
export function resolveSource({ source, at }: Sourced, inherited: Provenance | null): Provenance | null {
  const base = source === undefined ? inherited : readSource(source);
  return base === null || at === undefined ? base : { ...base, at };
}

/** A bare address is a report until somebody says what kind it is. */
function readSource(source: RawSource): Provenance {
  if (source === 'memory') return { kind: 'memory', url: null, at: null };
  if (typeof source === 'string') return { kind: 'reported', url: source, at: null };
  return { kind: source.kind ?? 'reported', url: source.url, at: source.at };
}

/** A fact with the source in force; null where it is absent or stated to be unknown. */
export function readFact<T extends Plain>(raw: RawFact<T> | undefined, inherited: Provenance | null): Fact<T> | null {
  if (raw === null || raw === undefined) return null;
  if (!isVouched(raw)) return { value: raw, source: inherited };
  return raw.value === null ? null : { value: raw.value, source: resolveSource(raw, inherited) };
}

/** The same fact in another form. */
export function mapFact<T, U>(fact: Fact<T> | null, convert: (value: T) => U): Fact<U> | null {
  return fact === null ? null : { value: convert(fact.value), source: fact.source };
}

function isVouched<T extends Plain>(raw: T | Vouched<T>): raw is Vouched<T> {
  return typeof raw === 'object' && !Array.isArray(raw);
}
