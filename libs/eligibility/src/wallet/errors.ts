import { WALLET_LENGTH_MAX, type WalletType } from '@droptrack/contracts';

/** What is wrong with a text that should be a wallet, and what to do about it. No sentence repeats the text. */
const SENTENCES = {
  empty: 'A wallet is missing: give an EVM address (0x and 40 hex digits) or a Solana address (base58)',
  too_long: `It is longer than ${WALLET_LENGTH_MAX} characters, so it is neither an EVM nor a Solana address`,
  whitespace: 'It holds a space or a line break; send the address alone',
  not_ascii: 'It holds a character that only looks like one of an address, or an invisible one; copy the address anew',
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
export type InvalidWalletReason = keyof typeof SENTENCES;

/** The sentences that name both families, for a drop that does not accept both. */
const SENTENCES_WITHOUT_FAMILIES: Partial<Readonly<Record<InvalidWalletReason, string>>> = {
  empty: 'A wallet is missing',
  too_long: `It is longer than ${WALLET_LENGTH_MAX} characters`,
  bech32: 'It looks like a bech32 address (Cosmos, Bitcoin and others)',
  base58_alphabet: 'A Solana address is base58, which has no 0, O, I, l and no signs',
  solana_length: 'A Solana address is base58 of exactly 32 bytes: 32 to 44 characters',
};

/** Reasons that are about addresses of one family. */
const FAMILY_OF: Partial<Readonly<Record<InvalidWalletReason, WalletType>>> = {
  evm_prefix: 'evm',
  evm_length: 'evm',
  evm_digits: 'evm',
  evm_checksum: 'evm',
  base58_alphabet: 'solana',
  solana_length: 'solana',
};

/** For a text that has the form of another family, or of none. */
const REASON_OF: Readonly<Record<WalletType, InvalidWalletReason>> = { evm: 'evm_prefix', solana: 'solana_length' };

const ACCEPTED: Readonly<Record<WalletType | 'none', string>> = {
  evm: 'this drop accepts only EVM addresses (0x and 40 hex digits)',
  solana: 'this drop accepts only Solana addresses (base58 of 32 bytes)',
  none: 'wallets of the kind that this drop accepts cannot be checked here',
};

/** A text that is no wallet of a kind that can be checked. Its message never holds the text. */
export class InvalidWalletError extends Error {
  override readonly name = 'InvalidWalletError';
  constructor(
    /** For programs. */
    readonly reason: InvalidWalletReason,
    sentence: string = SENTENCES[reason],
  ) {
    super(sentence);
  }

  /**
   * The same rejection for a drop that accepts these families only. Its sentence names them: a wallet mended by the rules
   * of another family would be no use.
   */
  forFamilies(families: readonly WalletType[]): InvalidWalletError {
    const [family, ...others] = families;
    if (others.length > 0) return this;
    const own = FAMILY_OF[this.reason];
    const reason = family === undefined || own === undefined || own === family ? this.reason : REASON_OF[family];
    const sentence = SENTENCES_WITHOUT_FAMILIES[reason] ?? SENTENCES[reason];
    // A sentence about the family that counts names it already.
    if (own !== undefined && own === family) return new InvalidWalletError(reason, sentence);
    return new InvalidWalletError(reason, `${sentence}; ${ACCEPTED[family ?? 'none']}`);
  }
}
