import { base58 } from '@scure/base';

const KEY_BYTES = 32;
/** Base58 of 32 bytes has 32 to 44 characters; the bound keeps the decoding of other texts short. */
const BASE58_LENGTH_MAX = 44;

/** Bytes of a Solana address; null for a text that is none. */
export function publicKeyBytes(text: string): Uint8Array | null {
  if (text.length > BASE58_LENGTH_MAX || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return null;
  const bytes = base58.decode(text);
  return bytes.length === KEY_BYTES ? bytes : null;
}

/** Base58 of a Solana address. */
export const publicKeyText = (bytes: Uint8Array): string => base58.encode(bytes);
