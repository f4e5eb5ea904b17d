/** Messages of invalid amounts. They do not contain the text, because an amount can identify a wallet. */
const SENTENCES = {
  empty: 'the amount is missing',
  too_long: 'the amount is too long to be one',
  not_a_number: 'the amount is not a number: digits and a decimal point only',
  negative: 'the amount is negative',
  separators:
    'the amount holds a comma, an apostrophe or a space; write it without thousands separators, with a decimal point',
  address: 'the amount has the form of an address',
  not_whole: 'the amount is not a whole number of base units; is the list in whole tokens (unit token)?',
  rounded:
    'the amount is in scientific notation, which has lost digits of a number of base units; ' +
    'export the list with the digits in full',
  too_precise: 'the amount has more decimals than the token has',
  too_large: 'the amount is above 2^256 - 1, the most a token can count',
} as const;
export type InvalidAmountReason = keyof typeof SENTENCES;

/** Invalid amount of a token. Its message never contains the text. */
export class InvalidAmountError extends Error {
  override readonly name = 'InvalidAmountError';
  constructor(
    /** Code of the reason. */
    readonly reason: InvalidAmountReason,
  ) {
    super(SENTENCES[reason]);
  }
}
