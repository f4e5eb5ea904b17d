import { createHash, randomInt } from 'node:crypto';
import { crc32 } from '@droptrack/pagination';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters of the random part (178 bits) and of the checksum. */
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/**
 * Secrets of one kind: a prefix, 30 random base62 characters and 6 characters of checksum. The checksum detects a mistyped
 * or truncated secret without a look-up, and keeps false positives of secret scanners low.
 */
export class TokenFormat {
  readonly #pattern: RegExp;

  /** @param prefix - four characters that name the kind, such as `dtk_`. */
  constructor(private readonly prefix: string) {
    this.#pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
  }

  generate(): string {
    const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return this.prefix + random + checksumOf(this.prefix + random);
  }

  /** The text if it has this format and a valid checksum, else null; the secret need not exist. */
  parse(text: string): string | null {
    if (!this.#pattern.test(text)) return null;
    const end = this.prefix.length + RANDOM_LENGTH;
    return checksumOf(text.slice(0, end)) === text.slice(end) ? text : null;
  }
}

/** SHA-256 of a secret. Needs neither salt nor stretching, because a secret has 178 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'ascii').digest();
}

/** CRC32 (ISO-HDLC) over the ASCII bytes, in base62, left-padded with `0`. */
function checksumOf(text: string): string {
  let rest = crc32(Buffer.from(text, 'ascii'));
  let digits = '';
  while (rest > 0) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}
