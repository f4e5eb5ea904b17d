/** Bytes that one permutation absorbs, for 256 bits. */
const BLOCK_BYTES = 136;
const HASH_BYTES = 32;
/** The state has 5 x 5 lanes of 64 bits; each is two words of 32 bits, the lower first. */
const ROW_WORDS = 10;
const STATE_WORDS = 50;
const ROUNDS = 24;

/**
 * Keccak-256 as Ethereum uses it: FIPS 202 with the padding of the competition.
 *
 * It is part of the SDK, in which every byte counts: the one of `@noble/hashes` has three times the code
 * (docs/decisions/0045-client-core.md).
 *
 * @returns 32 new bytes.
 */
export function keccak256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(bytes.length + BLOCK_BYTES - (bytes.length % BLOCK_BYTES));
  const input = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 0x01;
  input.setUint8(padded.length - 1, input.getUint8(padded.length - 1) | 0x80);
  const state = new Int32Array(STATE_WORDS);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let i = 0; i < BLOCK_BYTES / 4; i += 1) state[i] = word(state, i) ^ input.getInt32(at + 4 * i, true);
    permute(state);
  }
  const digest = new DataView(new ArrayBuffer(HASH_BYTES));
  for (let i = 0; i < HASH_BYTES / 4; i += 1) digest.setInt32(4 * i, word(state, i), true);
  return new Uint8Array(digest.buffer);
}

/** Keccak-f[1600] (FIPS 202 §3.3). */
function permute(state: Int32Array): void {
  const { targets, rotations, constants } = TABLES;
  const row = new Int32Array(ROW_WORDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let x = 0; x < ROW_WORDS; x += 1) {
      row[x] = word(state, x) ^ word(state, x + 10) ^ word(state, x + 20) ^ word(state, x + 30) ^ word(state, x + 40);
    }
    for (let x = 0; x < ROW_WORDS; x += 2) {
      const next = (x + 2) % ROW_WORDS;
      const previous = (x + 8) % ROW_WORDS;
      const low = word(row, previous) ^ rotated(word(row, next), word(row, next + 1), 1);
      const high = word(row, previous + 1) ^ rotated(word(row, next + 1), word(row, next), 1);
      for (let y = x; y < STATE_WORDS; y += ROW_WORDS) {
        state[y] = word(state, y) ^ low;
        state[y + 1] = word(state, y + 1) ^ high;
      }
    }
    let low = word(state, 2);
    let high = word(state, 3);
    for (let step = 0; step < ROUNDS; step += 1) {
      const to = word(targets, step);
      const bits = word(rotations, step);
      const first = bits < 32 ? low : high;
      const second = bits < 32 ? high : low;
      low = word(state, to);
      high = word(state, to + 1);
      state[to] = rotated(first, second, bits);
      state[to + 1] = rotated(second, first, bits);
    }
    for (let y = 0; y < STATE_WORDS; y += ROW_WORDS) {
      for (let x = 0; x < ROW_WORDS; x += 1) row[x] = word(state, y + x);
      for (let x = 0; x < ROW_WORDS; x += 1) {
        state[y + x] = word(row, x) ^ (~word(row, (x + 2) % ROW_WORDS) & word(row, (x + 4) % ROW_WORDS));
      }
    }
    state[0] = word(state, 0) ^ word(constants, 2 * round);
    state[1] = word(state, 1) ^ word(constants, 2 * round + 1);
  }
}

/** Upper half of `high` and `low` rotated left by `bits` modulo 32, of which 0 does not occur. */
const rotated = (high: number, low: number, bits: number): number => (high << bits) | (low >>> -bits);

/** Every index is in range, which the compiler cannot know. */
const word = (words: ArrayLike<number>, at: number): number => words[at] as number;

/** Tables of the rounds. */
interface Tables {
  /** Walk of rho and pi over the lanes: target of each step, as the index of its lower word. */
  readonly targets: number[];
  /** Rotation of each step in bits, 1 to 62. */
  readonly rotations: number[];
  /** Constants of iota, two words per round, the lower first. */
  readonly constants: number[];
}

/** Computed as FIPS 202 §3.2 defines them, because that is shorter than their values. */
function roundTables(): Tables {
  const tables: Tables = { targets: [], rotations: [], constants: [] };
  let [x, y, register] = [1, 0, 1];
  for (let step = 0; step < ROUNDS; step += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    tables.targets.push(ROW_WORDS * y + 2 * x);
    tables.rotations.push((((step + 1) * (step + 2)) / 2) % 64);
    let [low, high] = [0, 0];
    for (let bit = 0; bit < 7; bit += 1) {
      register = ((register << 1) ^ ((register >> 7) * 0x71)) % 256;
      if ((register & 2) === 0) continue;
      if (bit < 6) low ^= 1 << (2 ** bit - 1);
      else high = 1 << 31;
    }
    tables.constants.push(low, high);
  }
  return tables;
}

const TABLES = roundTables();
