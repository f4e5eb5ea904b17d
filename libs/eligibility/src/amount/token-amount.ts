import { InvalidAmountError, type InvalidAmountReason } from './errors';

/** Longest amount that is looked at, in characters: 78 digits, as many decimals, and an exponent fit. */
const LENGTH_MAX = 200;
/** The most that a token's contract can count. */
const AMOUNT_MAX = 2n ** 256n - 1n;
/** Digits of {@link AMOUNT_MAX}. */
const DIGITS_MAX = 78;

/** Characters of `0x` and an address. */
const ADDRESS_LENGTH = 42;

/** Of nearly every amount: nothing to check any further. */
const FEW_DIGITS = /^[0-9]{1,77}$/;
/** At most 15 digits in all: less than 2^53, however large a part stands before the point. */
const FEW_TOKENS = /^[0-9]{1,9}(?:\.[0-9]{1,6})?$/;
/** Of ten, as many as nearly every token has decimals. */
const POWERS: readonly bigint[] = Array.from({ length: 19 }, (_, exponent) => 10n ** BigInt(exponent));
const POINT = 0x2e;
const ZERO = 0x30;
const HEX = /^0x[0-9a-fA-F]+$/;
const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?$/;

/**
 * Reads an amount of base units: plain digits, nothing else.
 *
 * Scientific notation is refused, although it may be exact: what writes numbers of base units that way has
 * rounded them.
 *
 * @throws {InvalidAmountError} whose message never holds the text.
 */
export function parseBaseAmount(text: string): bigint {
  if (FEW_DIGITS.test(text)) return BigInt(text);
  const { exponent, fraction, whole } = split(text);
  if (exponent !== null) throw new InvalidAmountError('rounded');
  if (fraction !== '') throw new InvalidAmountError('not_whole');
  return bounded(whole);
}

/**
 * Reads an amount of base units as files made for contracts write it: plain digits, or `0x` and hex digits.
 *
 * Of exactly 40 hex digits it is refused: that is an address, and whoever mistook one for an amount would give out
 * more than any token has. No amount that is written without needless zeros comes near it.
 *
 * @throws {InvalidAmountError} whose message never holds the text.
 */
export function parseContractAmount(text: string): bigint {
  if (!text.startsWith('0x')) return parseBaseAmount(text);
  if (text.length > LENGTH_MAX) throw new InvalidAmountError('too_long');
  if (!HEX.test(text)) throw new InvalidAmountError('not_a_number');
  if (text.length === ADDRESS_LENGTH) throw new InvalidAmountError('address');
  return bounded(text);
}

/**
 * Reads an amount of whole tokens, such as `0.5`, `1200` or `7.776560078957232e-7`, into base units. Exact: every
 * digit counts, none is rounded.
 *
 * Decimals beyond those of the token are accepted only where they are zeros (`1.50` of a token with one decimal):
 * such an amount is not one the token can hold, so the list is about something else.
 *
 * @param decimals - base units of one token are 10 to this power; integer, 0..255.
 * @throws {InvalidAmountError} whose message never holds the text.
 */
export function parseTokenAmount(text: string, decimals: number): bigint {
  return FEW_TOKENS.test(text) ? fewTokens(text, decimals) : anyTokens(text, decimals);
}

/** Of few enough digits to be counted without loss as a number: several times as fast as to put a text together. */
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
  // Before the power is reckoned: an exponent of 9999 must cost nothing.
  if (significant.length + shift > DIGITS_MAX) throw new InvalidAmountError('too_large');
  return bounded(significant + '0'.repeat(shift));
}

/** An amount of base units in whole tokens, without needless zeros: 1500000 with 6 decimals is `1.5`. */
export function formatTokenAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
}

interface Parts {
  readonly whole: string;
  /** Digits after the point; empty without one. */
  readonly fraction: string;
  /** Null without one. */
  readonly exponent: number | null;
}

function split(text: string): Parts {
  if (text === '') throw new InvalidAmountError('empty');
  if (text.length > LENGTH_MAX) throw new InvalidAmountError('too_long');
  const [, whole, fraction = '', exponent] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new InvalidAmountError(reasonOf(text));
  return { whole, fraction, exponent: exponent === undefined ? null : Number(exponent) };
}

/** Why a text is no decimal number, where that can be told. */
function reasonOf(text: string): InvalidAmountReason {
  if (/^-[0-9.]/.test(text)) return 'negative';
  return /^[0-9][0-9.]*[,'\s_][0-9]/.test(text) ? 'separators' : 'not_a_number';
}

function bounded(digits: string): bigint {
  const amount = BigInt(digits);
  if (amount > AMOUNT_MAX) throw new InvalidAmountError('too_large');
  return amount;
}
