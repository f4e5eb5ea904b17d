import { WALLET_LENGTH_MAX, WALLET_TYPES, type WalletType } from '@droptrack/contracts';
import { InvalidWalletError, type InvalidWalletReason, WALLET_SENTENCES } from './errors';

/** Replacements of messages that name all families, for a drop that accepts some. */
const SENTENCES_WITHOUT_FAMILIES: Partial<Readonly<Record<InvalidWalletReason, string>>> = {
  empty: 'A wallet is missing',
  too_long: `It is longer than ${WALLET_LENGTH_MAX} characters`,
  bech32: 'It is a bech32 address, but of no account that can be checked',
  base58_alphabet: 'A Solana address is base58, which does not contain 0, O, I, l or punctuation',
  solana_length: 'A Solana address is base58 of exactly 32 bytes: 32 to 44 characters',
};

/** Family of the reasons that concern one family. */
const FAMILY_OF: Partial<Readonly<Record<InvalidWalletReason, WalletType>>> = {
  evm_prefix: 'evm',
  evm_form: 'evm',
  evm_length: 'evm',
  evm_digits: 'evm',
  evm_checksum: 'evm',
  starknet_length: 'starknet',
  starknet_checksum: 'starknet',
  bech32_case: 'cosmos',
  bech32_checksum: 'cosmos',
  cosmos_form: 'cosmos',
  ton_form: 'ton',
  ton_checksum: 'ton',
  bitcoin_form: 'bitcoin',
  bitcoin_checksum: 'bitcoin',
  base58_alphabet: 'solana',
  solana_length: 'solana',
};

/** Reason for a text in the form of another family, or of none. */
const REASON_OF: Readonly<Record<WalletType, InvalidWalletReason>> = {
  evm: 'evm_form',
  solana: 'solana_length',
  starknet: 'starknet_length',
  cosmos: 'cosmos_form',
  sui: 'hex_length',
  aptos: 'hex_length',
  movement: 'hex_length',
  ton: 'ton_form',
  bitcoin: 'bitcoin_form',
};

const ACCEPTED: Readonly<Record<WalletType, string>> = {
  evm: 'EVM addresses (0x and 40 hex digits)',
  solana: 'Solana addresses (base58 of 32 bytes)',
  starknet: 'Starknet addresses (0x and 64 hex digits)',
  cosmos: 'Cosmos addresses (bech32)',
  sui: 'Sui addresses (0x and 64 hex digits)',
  aptos: 'Aptos addresses (0x and 64 hex digits)',
  movement: 'Movement addresses (0x and 64 hex digits)',
  ton: 'TON addresses (base64 of 36 bytes, or workchain:hash)',
  bitcoin: 'Bitcoin addresses (base58 or bech32)',
};

/**
 * Adapts the rejection of a wallet to the families that a drop accepts, so that the message suggests only valid wallets. It
 * is separate from the error so that the SDK does not bundle it.
 */
export function invalidWalletFor(error: InvalidWalletError, families: readonly WalletType[]): InvalidWalletError {
  if (families.length === WALLET_TYPES.length || error.reason === 'recovery_phrase') return error;
  const own = FAMILY_OF[error.reason];
  const isOwn = own !== undefined && families.includes(own);
  const reason = isOwn || own === undefined ? error.reason : reasonFor(families, error.reason);
  const sentence = SENTENCES_WITHOUT_FAMILIES[reason] ?? WALLET_SENTENCES[reason];
  // A message about the only accepted family names it already.
  if (isOwn && families.length === 1) return new InvalidWalletError(reason, sentence);
  return new InvalidWalletError(reason, `${sentence}; ${acceptance(families)}`);
}

/** Reason of the only accepted family; with several or none, the given one. */
function reasonFor([family, ...others]: readonly WalletType[], reason: InvalidWalletReason): InvalidWalletReason {
  return family === undefined || others.length > 0 ? reason : REASON_OF[family];
}

function acceptance(families: readonly WalletType[]): string {
  if (families.length === 0) return 'this service cannot check the wallet type of this drop';
  return `this drop accepts only ${families.map((family) => ACCEPTED[family]).join(' and ')}`;
}
