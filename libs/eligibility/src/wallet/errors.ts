import { WALLET_LENGTH_MAX } from '@droptrack/contracts';

const FAMILIES = 'EVM, Solana, Starknet, Cosmos, Sui, Aptos, Movement, TON or Bitcoin';

/** Messages of invalid wallets, with a remedy. They do not contain the text. */
export const WALLET_SENTENCES = {
  empty: `A wallet is missing: send an address of ${FAMILIES}`,
  too_long: `It is longer than ${WALLET_LENGTH_MAX} characters, so it is not an address of ${FAMILIES}`,
  whitespace: 'It contains whitespace; send only the address',
  not_ascii: 'It contains a look-alike or invisible character; copy the address again',
  hash_or_key:
    'It has the form of a private key or of a transaction id, not of an address; it was not stored or logged here, but if it ' +
    'is a private key, move everything that it controls to a new wallet now, and never send a private key to anyone',
  recovery_phrase:
    'It is a recovery phrase, not an address; it was not stored or logged here, but it has left its device, so move ' +
    'everything that it controls to a wallet with a new phrase now, and never send a phrase to anyone',
  bech32: `It is a bech32 address, but not of an account on a Cosmos chain or of Bitcoin; only addresses of ${FAMILIES} can be checked`,
  bech32_case: 'It is a Cosmos address in mixed case; copy the address again, which has only lower-case letters',
  bech32_checksum:
    'The checksum of the Cosmos address is wrong, so a character may be mistyped; copy the address again',
  bitcoin: 'It is an address of a Bitcoin test network',
  tron: 'It is a Tron address',
  account_id: 'The name of a chain precedes the address, as in CAIP-10; give only the part after the last colon',
  name: 'It is a name, such as of ENS, and not an address; give the address that the name stands for',
  word: 'It is a word and not an address, such as the label of a row with a total',
  evm_prefix: 'An EVM address begins with 0x, in lower case',
  evm_form: 'It is not an EVM address',
  evm_length: 'An EVM address has exactly 40 hex digits after 0x',
  evm_digits: 'An EVM address contains only 0-9, a-f and A-F after 0x',
  evm_checksum:
    'The EIP-55 checksum of the EVM address is wrong, so a character may be mistyped; copy the address again, or send it ' +
    'in lower case if it is correct',
  starknet_length: 'A Starknet address has 64 hex digits after 0x',
  starknet_checksum:
    'The checksum of the Starknet address is wrong, so a character may be mistyped; copy the address again, or send it ' +
    'in lower case if it is correct',
  hex_length: 'The address has 64 hex digits after 0x',
  ton_form: 'A TON address is base64 of 36 bytes, or a workchain of 0 or -1, a colon and 64 hex digits',
  ton_checksum: 'The checksum of the TON address is wrong, so a character may be mistyped; copy the address again',
  ton_testnet: 'It is an address of a TON test network',
  bitcoin_form: 'A Bitcoin address is base58, or bech32 that begins with bc1',
  bitcoin_checksum:
    'The checksum of the Bitcoin address is wrong, so a character may be mistyped; copy the address again',
  cosmos_form: 'A Cosmos address is bech32 with the prefix of its chain, such as cosmos1 or osmo1',
  base58_alphabet:
    'It is neither 0x and hex digits nor bech32 nor base58, which does not contain 0, O, I, l or punctuation',
  solana_length:
    'It is neither an EVM address (0x and 40 hex digits), nor a Solana address (base58 of exactly 32 bytes: 32 to 44 ' +
    'characters), nor a Starknet, Sui, Aptos or Movement address (0x and 64 hex digits), nor a Cosmos address (bech32), nor a TON ' +
    'or Bitcoin address',
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
