/**
 * Numbers that look random and are not: functions of a text and of whole numbers, and of nothing else. The hash is
 * FNV-1a, the mixing that of MurmurHash3 (32 bits); neither is fit to keep a secret.
 */

/** FNV-1a over UTF-16 code units, mixed; an unsigned integer of 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** A hash and a whole number (below 2^32 in size) made into another hash. */
export function hashPair(hash: number, index: number): number {
  return mix(hash ^ mix(index + 0x9e3779b9));
}

/** A hash as a number from 0 up to, but not, 1. */
export function unitOf(hash: number): number {
  return hash / 2 ** 32;
}

/** About standard normal, within ±3.5: the sum of twelve even ones would do no better here. */
export function normalOf(hash: number): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += unitOf(hashPair(hash, i));
  return (sum - 2) * Math.sqrt(3);
}

/** The finaliser of MurmurHash3. */
function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
