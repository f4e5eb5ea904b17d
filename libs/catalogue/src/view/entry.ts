import type { Revision } from '../revision';

/**
 * Memoizes a function of a revision by object identity. The live and the delayed view fold the same objects and so share
 * entries, which halves memory and serialization. An entry is released with its revision.
 */
export function oncePerRevision<T>(make: (revision: Revision) => T): (revision: Revision) => T {
  const made = new WeakMap<Revision, { readonly entry: T }>();
  return (revision) => {
    const known = made.get(revision);
    if (known !== undefined) return known.entry;
    const entry = make(revision);
    made.set(revision, { entry });
    return entry;
  };
}

/** Odd multipliers of xxHash with well-distributed bits. */
const [PRIME_A, PRIME_B] = [0x9e3779b1, 0x85ebca77];

/**
 * Hashes a text to 64 bits in base 36, for comparison. It is not cryptographic: do not use it for texts that an attacker
 * controls.
 */
export function tagOf(text: string): string {
  let [a, b] = [text.length ^ PRIME_B, PRIME_A];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, PRIME_A);
    b = Math.imul(b ^ unit, PRIME_B);
  }
  // The low bits of a product depend only on the low bits of its factors, so each half is mixed with the high bits of the other.
  a = Math.imul(a ^ (b >>> 15), PRIME_B);
  b = Math.imul(b ^ (a >>> 13), PRIME_A);
  return (a >>> 0).toString(36) + (b >>> 0).toString(36).padStart(7, '0');
}

/** Formats an instant as RFC 3339 UTC with milliseconds. */
export function wireInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

/**
 * Parses an instant of the wire to milliseconds since the epoch. An invalid text is null, because a sort key of NaN would
 * break the order of all rows.
 */
export function instantMs(text: string | null): number | null {
  const atMs = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs;
}
