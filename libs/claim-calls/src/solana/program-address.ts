import { sha256 as portable } from '@droptrack/sha256';

const MARKER = new TextEncoder().encode('ProgramDerivedAddress');
const BUMP_MAX = 255;
/** Bumps of which an address is searched: half of all hashes are points of the curve, so that 1 in 2^32 addresses has a smaller one. */
const BUMPS = 32;

/**
 * Address that a program derives from seeds: the SHA-256 of seeds, bump, program and a marker, with the greatest bump for
 * which the hash is no point of the curve, so that no private key has the address.
 *
 * @param seeds - at most 32 bytes each.
 * @param program - 32 bytes.
 * @returns 32 bytes; null if no bump has such a hash, which does not happen in practice.
 */
export function programAddress(seeds: readonly Uint8Array[], program: Uint8Array): Uint8Array | null {
  const addressWith = addressesOf(seeds, program, portable);
  for (let bump = BUMP_MAX; bump >= 0; bump -= 1) {
    const address = addressWith(bump);
    if (!isCurvePoint(address)) return address;
  }
  return null;
}

/**
 * True for the address of an existing account that a program derived from seeds; much faster than deriving it.
 *
 * @param sha256 - that of the platform is faster than the portable one.
 */
export function isDerived(
  address: Uint8Array,
  seeds: readonly Uint8Array[],
  program: Uint8Array,
  sha256: (bytes: Uint8Array) => Uint8Array = portable,
): boolean {
  const addressWith = addressesOf(seeds, program, sha256);
  for (let bump = BUMP_MAX; bump > BUMP_MAX - BUMPS; bump -= 1) {
    if (addressWith(bump).every((byte, n) => byte === address[n])) return true;
  }
  return false;
}

/** Hashes of seeds by their bump. */
function addressesOf(
  seeds: readonly Uint8Array[],
  program: Uint8Array,
  sha256: (bytes: Uint8Array) => Uint8Array,
): (bump: number) => Uint8Array {
  const bumpAt = seeds.reduce((length, seed) => length + seed.length, 0);
  const text = Uint8Array.from([...seeds, [0], program, MARKER].flatMap((part) => [...part]));
  return (bump) => {
    text[bumpAt] = bump;
    return sha256(text);
  };
}

/** Prime of the field of Ed25519, and the constant of its curve (RFC 8032, section 5.1). */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** True for 32 bytes that are a compressed point of Ed25519, as public keys are: x² = (y² - 1) / (d y² + 1) has a root. */
export function isCurvePoint(bytes: Uint8Array): boolean {
  // The bytes are little-endian, and their highest bit is the sign of x.
  const y = bytes.reduceRight((sum, byte, n) => (sum << 8n) | BigInt(n === 31 ? byte & 127 : byte), 0n);
  const square = (y * y) % P;
  // A product has a root exactly if the quotient has one.
  const power = powerOf(((square + P - 1n) * (D * square + 1n)) % P, (P - 1n) / 2n);
  return power <= 1n;
}

/** Power modulo {@link P}. */
function powerOf(base: bigint, exponent: bigint): bigint {
  let power = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = (power * square) % P;
    square = (square * square) % P;
  }
  return power;
}
