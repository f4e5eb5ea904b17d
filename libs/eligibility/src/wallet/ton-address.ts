import type { InvalidWalletReason } from './errors';
import { textKey } from './text-key';
import type { Wallet } from './wallet';

/** Workchain and hash. */
const RAW = /^(0|-1):([0-9a-fA-F]{64})$/;
/** Base64, also of URLs, of 36 bytes. */
const FRIENDLY = /^[A-Za-z0-9+/_-]{48}$/;
const BYTES = 36;
const CHECKED_BYTES = 34;

/** Tags of user-friendly addresses: bounceable and non-bounceable, and the flag of test networks. */
const TAGS: readonly number[] = [0x11, 0x51];
const TEST_FLAG = 0x80;
const WORKCHAINS: ReadonlyMap<number, string> = new Map([
  [0x00, '0'],
  [0xff, '-1'],
]);

/**
 * Parses an address of TON: `workchain:hash` in hex digits, or the user-friendly form of tag, workchain, hash and CRC16 in base64.
 * The workchains are 0 and -1. Normalized is the raw form in lower case: one account has several user-friendly forms.
 * Source: docs.ton.org, "Internal addresses".
 *
 * @param text - printable ASCII of bounded length.
 * @returns null for texts of another form.
 */
export function readTonAddress(text: string): Wallet | InvalidWalletReason | null {
  const [, workchain, hash] = RAW.exec(text) ?? [];
  if (workchain !== undefined && hash !== undefined) return walletOf(workchain, hash.toLowerCase());
  if (!FRIENDLY.test(text)) return null;
  const bytes = bytesOf(text);
  const [tag = 0, chain = 0] = bytes;
  if (!TAGS.includes(tag & ~TEST_FLAG)) return null;
  if (crc16(bytes.subarray(0, CHECKED_BYTES)) !== (bytes[BYTES - 2] ?? 0) * 256 + (bytes[BYTES - 1] ?? 0)) {
    return 'ton_checksum';
  }
  if ((tag & TEST_FLAG) !== 0) return 'ton_testnet';
  const known = WORKCHAINS.get(chain);
  if (known === undefined) return 'ton_form';
  return walletOf(known, Array.from(bytes.subarray(2, CHECKED_BYTES), hexOf).join(''));
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

function walletOf(workchain: string, hash: string): Wallet {
  const address = `${workchain}:${hash}`;
  return { type: 'ton', bytes: textKey(address), address };
}

function bytesOf(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

const POLYNOMIAL = 0x1021;

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ ((crc & 0x8000) === 0 ? 0 : POLYNOMIAL)) & 0xffff;
  }
  return crc;
}
