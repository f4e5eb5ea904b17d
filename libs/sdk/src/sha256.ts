const BLOCK_BYTES = 64;
const ROUNDS = 64;

/**
 * SHA-256 (FIPS 180-4) of bytes that come in pieces.
 *
 * The platforms' own (`crypto.subtle`) wants all bytes at once, and the libraries that do not weigh half as much as a
 * whole client that lists. It sums transfers; what checks signatures takes an audited one.
 */
export class Sha256 {
  readonly #state = firstBits(8, Math.sqrt);
  readonly #rounds = firstBits(ROUNDS, Math.cbrt);
  readonly #words = new Int32Array(ROUNDS);
  /** Less than a block. */
  #rest: Uint8Array = new Uint8Array(0);
  #length = 0;

  /** Takes the next bytes. */
  update(bytes: Uint8Array): void {
    const all = joined(this.#rest, bytes);
    const view = new DataView(all.buffer, all.byteOffset, all.length);
    let at = 0;
    for (; at + BLOCK_BYTES <= all.length; at += BLOCK_BYTES) this.#compress(view, at);
    this.#rest = all.slice(at);
    this.#length += bytes.length;
  }

  /** The sum, as 64 hex digits. Nothing can be added behind it. */
  end(): string {
    const length = this.#length;
    const zeros = BLOCK_BYTES - ((length + 8) % BLOCK_BYTES);
    const padding = new DataView(new ArrayBuffer(zeros + 8));
    padding.setUint8(0, 0x80);
    padding.setUint32(zeros, length / 2 ** 29);
    padding.setUint32(zeros + 4, length * 8);
    this.update(new Uint8Array(padding.buffer));
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #compress(view: DataView, offset: number): void {
    const words = this.#words;
    const rounds = this.#rounds;
    const state = this.#state;
    for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(offset + 4 * t);
    for (let t = 16; t < ROUNDS; t += 1) {
      const early = word(words, t - 15);
      const late = word(words, t - 2);
      const mixed =
        (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
      words[t] = word(words, t - 16) + word(words, t - 7) + mixed;
    }
    let a = word(state, 0);
    let b = word(state, 1);
    let c = word(state, 2);
    let d = word(state, 3);
    let e = word(state, 4);
    let f = word(state, 5);
    let g = word(state, 6);
    let h = word(state, 7);
    for (let t = 0; t < ROUNDS; t += 1) {
      const added =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + word(rounds, t) + word(words, t)) |
        0;
      const mixed = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + added) | 0;
      d = c;
      c = b;
      b = a;
      a = (added + mixed) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => (state[index] = word(state, index) + value));
  }
}

/** Puts bytes behind others. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Every index here is one of the array, and `| 0` lets engines know that the word is an integer. */
const word = (words: Int32Array, index: number): number => (words[index] as number) | 0;

const turned = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));

/**
 * First 32 bits of the fractions of the first primes' roots: what the standard begins with. No root is within 2^-40
 * of where the next of the 32 bits begins, so engines whose last digits differ give the same.
 */
function firstBits(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}
