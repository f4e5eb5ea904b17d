import { WALLET_LENGTH_MAX } from '@droptrack/contracts';

/** Messages of invalid wallets, with a remedy. They do not contain the text. */
export const WALLET_SENTENCES = {
  empty: 'A wallet is missing: send an EVM address (0x and 40 hex digits) or a Solana address (base58)',
  too_long: `It is longer than ${WALLET_LENGTH_MAX} characters, so it is neither an EVM nor a Solana address`,
  whitespace: 'It contains whitespace; send only the address',
  not_ascii: 'It contains a look-alike or invisible character; copy the address again',
  bech32: 'It looks like a bech32 address (Cosmos, Bitcoin and others); only EVM and Solana addresses can be checked',
  evm_prefix: 'An EVM address begins with 0x, in lower case',
  evm_length: 'An EVM address has exactly 40 hex digits after 0x',
  evm_digits: 'An EVM address contains only 0-9, a-f and A-F after 0x',
  evm_checksum:
    'The EIP-55 checksum of the EVM address is wrong, so a character may be mistyped; copy the address again, or send it ' +
    'in lower case if it is correct',
  base58_alphabet: 'It is neither 0x and 40 hex digits nor base58, which does not contain 0, O, I, l or punctuation',
  solana_length:
    'It is neither an EVM address (0x and 40 hex digits) nor a Solana address (base58 of exactly 32 bytes: 32 to 44 ' +
    'characters)',
} as const;
export type InvalidWalletReason = keyof typeof WALLET_SENTENCES;

/** Invalid wallet, or one of an unsupported kind. Its message never contains the text. */
export class InvalidWalletError extends Error {
  override readonly name = 'InvalidWalletError';
  constructor(
    /** Code of the reason. */
    readonly reason: InvalidWalletReason,
    sentence: string = WALLET_SENTENCES[reason],
  ) {
    super(sentence);
  }
}
