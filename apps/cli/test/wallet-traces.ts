import { createHash } from 'node:crypto';
import type { Wallet } from '@droptrack/eligibility';

/** Length of a trace in characters: 56 bits in hex, so that matches by chance are excluded. */
const LENGTH = 14;
const HASHES = ['sha256', 'sha1', 'md5', 'sha3-256'];

/**
 * * Finds wallets in texts in many forms: in any case, with and without `0x`, truncated to their beginning or end, as bytes
 * * in hex, base64 or numbers, as one large number, or as a plain hash.
 */
export class WalletTraces {
  readonly #inAnyCase = new Map<string, string>();
  readonly #asTheyAre = new Map<string, string>();

  constructor(wallets: readonly Wallet[]) {
    for (const wallet of wallets) {
      for (const form of caselessForms(wallet)) this.#inAnyCase.set(form.toLowerCase(), wallet.address);
      for (const form of exactForms(wallet)) this.#asTheyAre.set(form, wallet.address);
    }
  }

  /** Addresses of the wallets with a trace in a text. */
  in(text: string): Set<string> {
    const lower = text.toLowerCase();
    const found = new Set<string>();
    for (let at = 0; at + LENGTH <= text.length; at += 1) {
      const wallet =
        this.#inAnyCase.get(lower.slice(at, at + LENGTH)) ?? this.#asTheyAre.get(text.slice(at, at + LENGTH));
      if (wallet !== undefined) found.add(wallet);
    }
    return found;
  }
}

const ends = (text: string): string[] => [text.slice(0, LENGTH), text.slice(-LENGTH)];

/** Spellings of a wallet, without a prefix. */
function spellings({ address, bytes, type }: Wallet): string[] {
  if (type === 'solana') return [address];
  const digits = Buffer.from(bytes).toString('hex');
  return [digits, digits.toUpperCase(), address.slice(2)];
}

function hashes(wallet: Wallet): Buffer[] {
  const texts = spellings(wallet).flatMap((text) => [text, `0x${text}`]);
  return [Buffer.from(wallet.bytes), ...texts].flatMap((text) =>
    HASHES.map((name) => createHash(name).update(text).digest()),
  );
}

function caselessForms(wallet: Wallet): string[] {
  const bytes = Buffer.from(wallet.bytes);
  const hex = bytes.toString('hex');
  return [
    ...spellings(wallet).flatMap((text) => [...ends(text), ...ends(Buffer.from(text).toString('hex'))]),
    ...[bytes, ...hashes(wallet)].flatMap((each) => ends(each.toString('hex'))),
    ...ends(BigInt(`0x${hex}`).toString()),
    ...ends(bytes.join(',')),
    ...ends(bytes.join(', ')),
  ];
}

function exactForms(wallet: Wallet): string[] {
  const bytes = [Buffer.from(wallet.bytes), ...spellings(wallet).map((text) => Buffer.from(text)), ...hashes(wallet)];
  return bytes.flatMap(inBase64).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** Base64 of bytes at any offset: three forms, each without the characters that depend on preceding bytes. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const begin = Math.ceil((before * 8) / 6);
    return text.slice(begin, begin + LENGTH);
  });
}
