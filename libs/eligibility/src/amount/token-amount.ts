/** Maximum length of an amount in characters: 78 digits, as many decimals, and an exponent. */
const LENGTH_MAX = 200;
/** Maximum amount that a token contract can represent. */
const AMOUNT_MAX = 2n ** 256n - 1n;
/** Number of digits of {@link AMOUNT_MAX}. */
const DIGITS_MAX = 78;

/** Length of an address with `0x`. */
const ADDRESS_LENGTH = 42;

/** Form of nearly all amounts, which needs no further check. */
const FEW_DIGITS = /^[0-9]{1,77}$/;
/** Form of all amounts in base units, of at most {@link LENGTH_MAX} digits. */
const MANY_DIGITS = /^[0-9]{1,200}$/;
/** Form with at most 15 digits, which is below 2^53. */
const FEW_TOKENS = /^[0-9]{1,9}(?:\.[0-9]{1,6})?$/;
/** Powers of ten for the decimals of nearly all tokens. */
const POWERS: readonly bigint[] = Array.from({ length: 19 }, (_, exponent) => 10n ** BigInt(exponent));
const POINT = 0x2e;
const ZERO = 0x30;
const HEX = /^0x[0-9a-fA-F]+$/;
const BARE_HEX = /^[0-9a-fA-F]+$/;
/** Word of a contract without `0x`. */
const WORD = /^[0-9a-fA-F]{64}$/;
const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?$/;

/**
 * Parses an amount in base units: digits only.
 *
 * Scientific notation is rejected, even when it is exact, because programs that write it have usually rounded the number.
 *
 * @throws {InvalidAmountError} for other texts.
 */
export function parseBaseAmount(text: string): bigint {
  if (FEW_DIGITS.test(text)) return BigInt(text);
  const { exponent, fraction, whole } = split(text);
  if (exponent !== null) throw new InvalidAmountError('rounded');
  if (fraction !== '') throw new InvalidAmountError('not_whole');
  return bounded(whole);
}

/**
 * Parses an amount in base units like {@link parseBaseAmount}, and returns null for other texts. Without the error and its
 * messages, which the verification of a proof in a browser does not need.
 */
export function readBaseAmount(text: string): bigint | null {
  if (!MANY_DIGITS.test(text)) return null;
  const amount = BigInt(text);
  return amount > AMOUNT_MAX ? null : amount;
}

/**
 * Parses an amount in base units of a file for contracts: digits, or `0x` and hex digits.
 *
 * Exactly 40 hex digits are rejected, because they are an address in the wrong member. Amounts without leading zeros are
 * far shorter.
 *
 * @throws {InvalidAmountError} for other texts.
 */
export function parseContractAmount(text: string): bigint {
  if (!text.startsWith('0x')) return parseBaseAmount(text);
  if (text.length > LENGTH_MAX) throw new InvalidAmountError('too_long');
  if (!HEX.test(text)) throw new InvalidAmountError('not_a_number');
  if (text.length === ADDRESS_LENGTH) throw new InvalidAmountError('address');
  return bounded(text);
}

/**
 * Parses an amount in base units in hexadecimal: `0x` and hex digits, or the 64 hex digits of a word. Fewer digits without
 * `0x` are rejected, because they may be decimal.
 *
 * @throws {InvalidAmountError} for other texts.
 */
export function parseHexAmount(text: string): bigint {
  if (WORD.test(text)) return BigInt(`0x${text}`);
  if (text === '') throw new InvalidAmountError('empty');
  if (!text.startsWith('0x')) throw new InvalidAmountError('not_hex');
  return parseContractAmount(text);
}

/**
 * Parses an amount in base units in hex digits without `0x`, as bn.js writes them. An amount with `0x` is rejected, so that a list has
 * one form.
 *
 * @throws {InvalidAmountError} for other texts.
 */
export function parseBareHexAmount(text: string): bigint {
  if (text === '') throw new InvalidAmountError('empty');
  if (text.length > LENGTH_MAX) throw new InvalidAmountError('too_long');
  if (!BARE_HEX.test(text)) throw new InvalidAmountError('not_bare_hex');
  if (text.length === ADDRESS_LENGTH - 2) throw new InvalidAmountError('address');
  return bounded(`0x${text}`);
}

/**
 * Parses an amount in whole tokens, such as `0.5`, `1200` or `7.776560078957232e-7`, to base units, without rounding.
 *
 * More decimals than the token has are accepted only if they are zeros (`1.50` for a token with one decimal). Other amounts
 * cannot exist, so the list is probably for another token.
 *
 * @param decimals - base units of one token are 10 to this power; integer, 0 to 255.
 * @throws {InvalidAmountError} for other texts.
 */
export function parseTokenAmount(text: string, decimals: number): bigint {
  return FEW_TOKENS.test(text) ? fewTokens(text, decimals) : anyTokens(text, decimals);
}

/** Fast path for few digits, which a number represents exactly. */
function fewTokens(text: string, decimals: number): bigint {
  const { length } = text;
  let [digits, point] = [0, length];
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === POINT) point = at;
    else digits = digits * 10 + code - ZERO;
  }
  const power = POWERS[point === length ? decimals : decimals - (length - point - 1)];
  return power === undefined ? anyTokens(text, decimals) : BigInt(digits) * power;
}

function anyTokens(text: string, decimals: number): bigint {
  const { whole, fraction, exponent } = split(text);
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 0n;
  // The amount in base units is `significant` times 10 to this power.
  const shift = digits.length - significant.length - fraction.length + (exponent ?? 0) + decimals;
  if (shift < 0) throw new InvalidAmountError('too_precise');
  // Before the power is computed: an exponent of 9999 must not cost time.
  if (significant.length + shift > DIGITS_MAX) throw new InvalidAmountError('too_large');
  return bounded(significant + '0'.repeat(shift));
}

/** Formats base units in whole tokens without trailing zeros: 1500000 with 6 decimals is `1.5`. */
export function formatTokenAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
}

interface Parts {
  readonly whole: string;
  /** Digits after the decimal point; empty without one. */
  readonly fraction: string;
  /** Null without one. */
  readonly exponent: number | null;
}

function split(text: string): Parts {
  if (text === '') throw new InvalidAmountError('empty');
  if (text.length > LENGTH_MAX) throw new InvalidAmountError('too_long');
  const [, whole, fraction = '', exponent] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new InvalidAmountError(amountFault(text));
  return { whole, fraction, exponent: exponent === undefined ? null : Number(exponent) };
}

/** Most specific reason for which a text is not a decimal number. */
function amountFault(text: string): InvalidAmountReason {
  if (/^-[0-9.]/.test(text)) return 'negative';
  return /^[0-9][0-9.]*[,'\s_][0-9]/.test(text) ? 'separators' : 'not_a_number';
}

function bounded(digits: string): bigint {
  const amount = BigInt(digits);
  if (amount > AMOUNT_MAX) throw new InvalidAmountError('too_large');
  return amount;
}

/** Messages of invalid amounts. They do not contain the text, because an amount can identify a wallet. */
const SENTENCES = {
  empty: 'the amount is missing',
  too_long: 'the amount is too long to be one',
  not_a_number: 'the amount is not a number: digits and a decimal point only',
  not_hex: 'the amount is not hexadecimal: 0x and hex digits, or 64 hex digits',
  not_bare_hex: 'the amount is not hexadecimal digits without 0x, as was declared',
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
