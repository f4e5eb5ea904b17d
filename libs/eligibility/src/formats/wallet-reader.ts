import { base58 } from '@scure/base';
import { InvalidWalletError } from '../wallet/errors';
import { parseWallet, type Wallet } from '../wallet/parse-wallet';

/** Characters of `0x` and 40 hex digits. */
const LENGTH = 42;
const DIGITS = 40;
const BYTES = 20;

/** What each character code is as a hex digit; 255 for none. */
const NIBBLES = new Uint8Array(128).fill(255);
for (let value = 0; value < 16; value++) {
  NIBBLES[value.toString(16).charCodeAt(0)] = value;
  NIBBLES[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}
/** This bit tells a lower-case letter from its upper case, and is set in digits. */
const LOWER = 0x20;

/**
 * Makes a reader of wallets that takes and refuses what {@link parseWallet} does, ten times as fast: the checksum is
 * reckoned only of addresses in mixed case, by the function given, and `address` only once it is asked for.
 *
 * @param keccak256 - of bytes that it must not keep; gives 32 bytes.
 */
export function walletReader(keccak256: (bytes: Uint8Array) => Uint8Array): (text: string) => Wallet {
  const lower = new Uint8Array(DIGITS);
  return (text) => {
    if (text.length !== LENGTH || !text.startsWith('0x')) return parseWallet(text);
    const bytes = new Uint8Array(BYTES);
    let [hasUpper, hasLower] = [false, false];
    for (let i = 0; i < DIGITS; i++) {
      const code = text.charCodeAt(i + 2);
      const nibble = code < 128 ? (NIBBLES[code] ?? 255) : 255;
      // It says what is wrong.
      if (nibble === 255) return parseWallet(text);
      if (nibble > 9) {
        if ((code & LOWER) === 0) hasUpper = true;
        else hasLower = true;
      }
      lower[i] = code | LOWER;
      bytes[i >> 1] = ((bytes[i >> 1] ?? 0) << 4) | nibble;
    }
    if (hasUpper && hasLower && !isChecksummed(text, keccak256(lower))) throw new InvalidWalletError('evm_checksum');
    return new EvmWallet(bytes);
  };
}

/** Whether letters are in upper case where the hash of the lower-case digits has a digit of 8 and above (EIP-55). */
function isChecksummed(text: string, hash: Uint8Array): boolean {
  for (let i = 0; i < DIGITS; i++) {
    const code = text.charCodeAt(i + 2);
    const high = ((hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 7 : 3)) & 1;
    if (code > 0x39 && ((code & LOWER) === 0) !== (high === 1)) return false;
  }
  return true;
}

/** Wallet of a list: its address is written when somebody asks, which of a million nobody does. */
class EvmWallet implements Wallet {
  readonly type = 'evm';
  constructor(readonly bytes: Uint8Array) {}
  get address(): string {
    const digits = Array.from(this.bytes, (byte) => byte.toString(16).padStart(2, '0'));
    return parseWallet(`0x${digits.join('')}`).address;
  }
}

class SolanaWallet implements Wallet {
  readonly type = 'solana';
  constructor(readonly bytes: Uint8Array) {}
  get address(): string {
    return base58.encode(this.bytes);
  }
}

/** @param bytes - 32. */
export const solanaWallet = (bytes: Uint8Array): Wallet => new SolanaWallet(bytes);
