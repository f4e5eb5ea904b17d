import { base58 } from '@scure/base';
import { wordlist as czech } from '@scure/bip39/wordlists/czech';
import { wordlist as english } from '@scure/bip39/wordlists/english';
import { wordlist as french } from '@scure/bip39/wordlists/french';
import { wordlist as italian } from '@scure/bip39/wordlists/italian';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese';
import { wordlist as korean } from '@scure/bip39/wordlists/korean';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese';
import type { InvalidWalletReason } from './wallet/errors';

/** Reasons of a text that may give control of a wallet. Nothing may repeat, store or forward such a text. */
export type SecretReason = Extract<InvalidWalletReason, 'recovery_phrase' | 'hash_or_key'>;

const LISTS = [
  czech,
  english,
  french,
  italian,
  japanese,
  korean,
  portuguese,
  simplifiedChinese,
  spanish,
  traditionalChinese,
];

/** Words of the shortest phrase of BIP-39. One may be mistyped: the others suffice to find it. */
const PHRASE_WORDS_MIN = 12;
/** Least share of words of BIP-39 in a text with a phrase, which may stand in a sentence; in prose it is about a quarter. */
const PHRASE_SHARE_MIN = 0.7;
/** Characters that are examined: more than a phrase of 24 words with its numbers. */
const EXAMINED_LENGTH = 2_000;

const HEX_KEY = /^\s*(?:0x)?[0-9a-f]{64}\s*$/i;
const BASE58_KEY = /^\s*([1-9A-HJ-NP-Za-km-z]{64,88})\s*$/;
/** A key of 32 or 64 bytes, as the tools of Solana write it to files. */
const BYTES_KEY = /^\s*\[(?:\s*\d{1,3}\s*,){31,63}\s*\d{1,3}\s*\]\s*$/;
const KEY_BYTES = 64;

let words: ReadonlySet<string> | undefined;

/**
 * Reason for which a text may be a secret; null if it has the form of none: a recovery phrase of BIP-39 in any of its languages, with
 * at most one unknown word, and 64 hex digits, base58 of 64 bytes or a JSON array of bytes, which are a private key or a transaction id.
 *
 * An address of Starknet, Sui, Aptos or Movement has 64 hex digits too: the caller knows whether one is expected. It is apart from the parsing of wallets so
 * that the SDK does not bundle the words.
 */
export function secretReason(text: string): SecretReason | null {
  const examined = text.slice(0, EXAMINED_LENGTH);
  if (HEX_KEY.test(examined) || BYTES_KEY.test(examined) || isBase58Key(examined)) return 'hash_or_key';
  return isPhrase(examined) ? 'recovery_phrase' : null;
}

function isBase58Key(text: string): boolean {
  const key = BASE58_KEY.exec(text)?.[1];
  return key !== undefined && base58.decode(key).length === KEY_BYTES;
}

function isPhrase(text: string): boolean {
  // The lists of BIP-39 are in NFKD, where accents are characters of their own.
  const found =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  if (found.length < PHRASE_WORDS_MIN) return false;
  words ??= new Set(LISTS.flat());
  const known = found.filter((word) => words?.has(word)).length;
  return known >= PHRASE_WORDS_MIN - 1 && known >= found.length * PHRASE_SHARE_MIN;
}
