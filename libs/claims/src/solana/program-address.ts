import { ed25519 } from '@noble/curves/ed25519';
import { createHash } from 'node:crypto';

const MARKER = Buffer.from('ProgramDerivedAddress');
const BUMP_MAX = 255;

/**
 * Address that a program derives from seeds: the SHA-256 of seeds, bump, program and a marker, with the greatest bump for
 * which the hash is no point of the curve, so that no private key has the address.
 *
 * @param seeds - at most 32 bytes each.
 * @param program - 32 bytes.
 * @returns 32 bytes; null if no bump has such a hash, which does not happen in practice.
 */
export function programAddress(seeds: readonly Uint8Array[], program: Uint8Array): Uint8Array | null {
  for (let bump = BUMP_MAX; bump >= 0; bump -= 1) {
    const hash = createHash('sha256');
    for (const part of [...seeds, Uint8Array.of(bump), program, MARKER]) hash.update(part);
    const address = new Uint8Array(hash.digest());
    if (!isOnCurve(address)) return address;
  }
  return null;
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
