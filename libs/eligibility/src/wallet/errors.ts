import { WALLET_LENGTH_MAX } from '@droptrack/contracts';

/** Messages of invalid wallets, with a remedy. They do not contain the text. */
export const WALLET_SENTENCES = {
  empty: 'A wallet is missing: give an EVM address (0x and 40 hex digits) or a Solana address (base58)',
  too_long: `It is longer than ${WALLET_LENGTH_MAX} characters, so it is neither an EVM nor a Solana address`,
  whitespace: 'It holds a space or a line break; send the address alone',
  not_ascii: 'It holds a character that only looks like one of an address, or an invisible one; copy the address again',
  bech32: 'It looks like a bech32 address (Cosmos, Bitcoin and others); only EVM and Solana addresses can be checked',
  evm_prefix: 'An EVM address begins with 0x, in lower case',
  evm_length: 'An EVM address has exactly 40 hex digits after 0x',
  evm_digits: 'An EVM address holds only 0-9, a-f and A-F after 0x',
  evm_checksum:
    'Its upper and lower case letters do not agree with the EIP-55 checksum of an EVM address, so a character may be ' +
    'wrong; copy it again, or send it in lower case if it is right',
  base58_alphabet: 'It is neither 0x and 40 hex digits nor base58, which has no 0, O, I, l and no signs',
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
