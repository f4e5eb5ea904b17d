/**
 * Deterministic pseudo-random numbers as functions of texts and whole numbers: FNV-1a, mixed as in MurmurHash3 (32 bits).
 * Not for secrets.
 */

/** FNV-1a over UTF-16 code units, mixed; an unsigned integer of 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** Hash of a hash and a whole number (below 2^32). */
export function hashPair(hash: number, index: number): number {
  return mix(hash ^ mix(index + 0x9e3779b9));
}

/** Maps a hash to a number from 0, inclusive, to 1, exclusive. */
export function unitOf(hash: number): number {
  return hash / 2 ** 32;
}

/** Approximately standard normal within ±3.5, as a sum of four uniform numbers. */
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
