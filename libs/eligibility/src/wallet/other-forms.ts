import { sha256 } from '@droptrack/sha256';
import { createBase58check } from '@scure/base';
import type { InvalidWalletReason } from './errors';

/** Rejections that say little about a text of another form. */
const VAGUE: ReadonlySet<InvalidWalletReason> = new Set<InvalidWalletReason>([
  'whitespace',
  'not_ascii',
  'bech32',
  'bech32_checksum',
  'base58_alphabet',
  'solana_length',
]);

/**
 * Forms of texts that stand in lists in place of a wallet. An account id can also begin with the short name of a chain: `eth:0x…`.
 * Source: github.com/ChainAgnostic/CAIPs, `CAIPs/caip-10.md`.
 */
const FORMS: readonly (readonly [InvalidWalletReason, RegExp])[] = [
  ['account_id', /^(?:[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}|[-a-z0-9]{2,20}:0x[0-9a-fA-F]{40})$/],
  ['bitcoin', /^(?:tb1|bcrt1)[02-9ac-hj-np-z]{8,87}$/i],
  ['name', /^[^\s:/@]{1,80}\.[a-z]{2,20}$/i],
  ['word', /^\p{L}[\p{L} ._:-]{0,29}$/u],
];

/** Lengths of base58 with a checksum, of 20 bytes and a version. */
const CHECKED = /^[1-9A-HJ-NP-Za-km-z]{26,35}$/;
/** Versions of the addresses of keys and of scripts on test networks of Bitcoin, and of Tron's. Source: github.com/christsim/multicoin-address-validator. */
const VERSIONS: ReadonlyMap<number | undefined, InvalidWalletReason> = new Map([
  [0x6f, 'bitcoin'],
  [0xc4, 'bitcoin'],
  [0x41, 'tron'],
]);
const PAYLOAD_BYTES = 21;

/** Reason for a text that is no wallet: that of its form, if it has one, else the given one. */
export function reasonByForm(text: string, reason: InvalidWalletReason): InvalidWalletReason {
  if (!VAGUE.has(reason)) return reason;
  return FORMS.find(([, form]) => form.test(text))?.[0] ?? reasonByVersion(text) ?? reason;
}

function reasonByVersion(text: string): InvalidWalletReason | undefined {
  if (!CHECKED.test(text)) return undefined;
  try {
    const payload = createBase58check(sha256).decode(text);
    return payload.length === PAYLOAD_BYTES ? VERSIONS.get(payload[0]) : undefined;
  } catch {
    // Without a valid checksum it is no such address.
    return undefined;
  }
}
