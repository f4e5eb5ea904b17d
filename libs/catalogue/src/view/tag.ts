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
