const BLOCK_BYTES = 64;
const ROUNDS = 64;

/**
 * Incremental SHA-256 (FIPS 180-4).
 *
 * It is part of the SDK, in which every byte counts: `@noble/hashes` has three times the code, and `crypto.subtle` is
 * asynchronous and requires all bytes at once.
 */
export class Sha256 {
  readonly #state = INITIAL.slice();
  readonly #words = new Int32Array(ROUNDS);
  /** Bytes of an incomplete block. */
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #length = 0;

  /** Adds bytes, which are not kept. */
  update(bytes: Uint8Array): this {
    const rest = this.#rest;
    const filled = this.#length % BLOCK_BYTES;
    this.#length += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(BLOCK_BYTES - filled, bytes.length);
      rest.set(bytes.subarray(0, at), filled);
      if (filled + at < BLOCK_BYTES) return this;
      this.#compress(new DataView(rest.buffer), 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.#compress(view, at);
    rest.set(bytes.subarray(at));
    return this;
  }

  /** Returns the digest, 32 bytes. No bytes can be added afterwards. */
  digest(): Uint8Array {
    const length = this.#length;
    const zeros = BLOCK_BYTES - ((length + 8) % BLOCK_BYTES);
    const padding = new DataView(new ArrayBuffer(zeros + 8));
    padding.setUint8(0, 0x80);
    padding.setUint32(zeros, length / 2 ** 29);
    padding.setUint32(zeros + 4, length * 8);
    this.update(new Uint8Array(padding.buffer));
    const digest = new DataView(new ArrayBuffer(4 * this.#state.length));
    this.#state.forEach((value, index) => digest.setInt32(4 * index, value));
    return new Uint8Array(digest.buffer);
  }

  #compress(view: DataView, offset: number): void {
    const words = this.#words;
    const state = this.#state;
    for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(offset + 4 * t);
    for (let t = 16; t < ROUNDS; t += 1) {
      const early = word(words, t - 15);
      const late = word(words, t - 2);
      const mixed =
        (rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)) +
        (rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10));
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
        (h +
          (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
          ((e & f) ^ (~e & g)) +
          word(CONSTANTS, t) +
          word(words, t)) |
        0;
      const mixed = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
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

/** Every index is within the array. `| 0` marks the word as an integer for engines. */
const word = (words: Int32Array, index: number): number => (words[index] as number) | 0;

const rotated = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));

/**
 * Constants of the standard: the first 32 bits of the fractional parts of the roots of the first primes. No root is within
 * 2^-40 of a rounding boundary, so engines with different last digits compute the same constants.
 */
function firstBits(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const INITIAL = firstBits(8, Math.sqrt);
const CONSTANTS = firstBits(ROUNDS, Math.cbrt);

/** SHA-256 of bytes: 32 new bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => new Sha256().update(bytes).digest();
