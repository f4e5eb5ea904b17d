import { createHash, randomInt } from 'node:crypto';
import type { Plan } from '@droptrack/contracts';
import { crc32 } from '@droptrack/pagination';

const PREFIX = 'dtk_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters of the random part (178 bits) and of the checksum. */
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;
const PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** An API key as it is stored, without the key itself. */
export interface ApiKey {
  readonly id: string;
  /** First 8 characters of the key, `dtk_` included. */
  readonly prefix: string;
  readonly last4: string;
  readonly plan: Plan;
  /** Name given by its owner. */
  readonly label: string;
  /** The key's own limit; null for the plan's. */
  readonly requestsPerMinute: number | null;
  readonly createdAt: Date;
  /** Null for a key that does not expire. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** To the minute; null for an unused key. */
  readonly lastUsedAt: Date | null;
  /** Id of the key that replaced it. */
  readonly replacedById: string | null;
  /** Id of the first key in its chain of rotations. Webhook endpoints belong to it. */
  readonly account: string;
}

/**
 * New key: `dtk_`, 30 random base62 characters and 6 characters of checksum. The checksum detects a mistyped or truncated
 * key without a look-up, and keeps false positives of secret scanners low.
 */
export function generateApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return PREFIX + random + checksumOf(PREFIX + random);
}

/** The text if it has the format of a key and a valid checksum, else null; the key need not exist. */
export function parseApiKey(text: string): string | null {
  if (text.length !== LENGTH || !PATTERN.test(text)) return null;
  const end = LENGTH - CHECKSUM_LENGTH;
  return checksumOf(text.slice(0, end)) === text.slice(end) ? text : null;
}

/** SHA-256 of the key. Needs neither salt nor stretching, because a key has 178 random bits. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key, 'ascii').digest();
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
