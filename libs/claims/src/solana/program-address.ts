import { ed25519 } from '@noble/curves/ed25519';
import { hash } from 'node:crypto';

const MARKER = Buffer.from('ProgramDerivedAddress');
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
  const addressWith = addressesOf(seeds, program);
  for (let bump = BUMP_MAX; bump >= 0; bump -= 1) {
    const address = new Uint8Array(addressWith(bump));
    if (!isOnCurve(address)) return address;
  }
  return null;
}

/** True for the address of an existing account that a program derived from seeds; much faster than deriving it. */
export function isDerived(address: Uint8Array, seeds: readonly Uint8Array[], program: Uint8Array): boolean {
  const addressWith = addressesOf(seeds, program);
  for (let bump = BUMP_MAX; bump > BUMP_MAX - BUMPS; bump -= 1) if (addressWith(bump).equals(address)) return true;
  return false;
}

/** Hashes of seeds by their bump. */
function addressesOf(seeds: readonly Uint8Array[], program: Uint8Array): (bump: number) => Buffer {
  const seeded = Buffer.concat(seeds);
  const text = Buffer.concat([seeded, Uint8Array.of(0), program, MARKER]);
  return (bump) => {
    text[seeded.length] = bump;
    return hash('sha256', text, 'buffer');
  };
}

/** True for bytes that are a compressed point of Ed25519. */
function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes);
    return true;
  } catch {
    return false;
  }
}
