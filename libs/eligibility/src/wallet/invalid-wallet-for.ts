import { WALLET_LENGTH_MAX, type WalletType } from '@droptrack/contracts';
import { InvalidWalletError, type InvalidWalletReason, WALLET_SENTENCES } from './errors';

/** Replacements of messages that name both families, for a drop that accepts one. */
const SENTENCES_WITHOUT_FAMILIES: Partial<Readonly<Record<InvalidWalletReason, string>>> = {
  empty: 'A wallet is missing',
  too_long: `It is longer than ${WALLET_LENGTH_MAX} characters`,
  bech32: 'It looks like a bech32 address (Cosmos, Bitcoin and others)',
  base58_alphabet: 'A Solana address is base58, which does not contain 0, O, I, l or punctuation',
  solana_length: 'A Solana address is base58 of exactly 32 bytes: 32 to 44 characters',
};

/** Family of the reasons that concern one family. */
const FAMILY_OF: Partial<Readonly<Record<InvalidWalletReason, WalletType>>> = {
  evm_prefix: 'evm',
  evm_length: 'evm',
  evm_digits: 'evm',
  evm_checksum: 'evm',
  base58_alphabet: 'solana',
  solana_length: 'solana',
};

/** Reason for a text in the form of another family, or of none. */
const REASON_OF: Readonly<Record<WalletType, InvalidWalletReason>> = { evm: 'evm_prefix', solana: 'solana_length' };

const ACCEPTED: Readonly<Record<WalletType | 'none', string>> = {
  evm: 'this drop accepts only EVM addresses (0x and 40 hex digits)',
  solana: 'this drop accepts only Solana addresses (base58 of 32 bytes)',
  none: 'this service cannot check the wallet type of this drop',
};

/**
 * Adapts the rejection of a wallet to the families that a drop accepts, so that the message suggests only valid wallets. It
 * is separate from the error so that the SDK does not bundle it.
 */
export function invalidWalletFor(error: InvalidWalletError, families: readonly WalletType[]): InvalidWalletError {
  const [family, ...others] = families;
  if (others.length > 0) return error;
  const own = FAMILY_OF[error.reason];
  const reason = family === undefined || own === undefined || own === family ? error.reason : REASON_OF[family];
  const sentence = SENTENCES_WITHOUT_FAMILIES[reason] ?? WALLET_SENTENCES[reason];
  // A message about the accepted family names it already.
  if (own !== undefined && own === family) return new InvalidWalletError(reason, sentence);
  return new InvalidWalletError(reason, `${sentence}; ${ACCEPTED[family ?? 'none']}`);
}
