/** Two odd multipliers with well-spread bits, of xxHash. */
const [PRIME_A, PRIME_B] = [0x9e3779b1, 0x85ebca77];

/**
 * Stands for a text where only equality counts: 64 bits of it, in base 36. Not for texts that somebody may choose
 * in order to deceive.
 */
export function tagOf(text: string): string {
  let [a, b] = [text.length ^ PRIME_B, PRIME_A];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, PRIME_A);
    b = Math.imul(b ^ unit, PRIME_B);
  }
  // The low bits of a product know only the low bits of its factors: each half is stirred by the other's high ones.
  a = Math.imul(a ^ (b >>> 15), PRIME_B);
  b = Math.imul(b ^ (a >>> 13), PRIME_A);
  return (a >>> 0).toString(36) + (b >>> 0).toString(36).padStart(7, '0');
}
