/** An amount of US dollars, such as `$1B`, `$500M`, `$1,500,000,000`, `1.5b`. */
export const USD = '\\$?(?:\\d{1,3}(?:,\\d{3}){1,4}|\\d{1,13}(?:\\.\\d{1,4})?) ?(?:[KMBT]|million|billion|trillion)?';

const FORM = /^[>≥]? ?\$?(?<digits>[\d,.]+) ?(?<unit>[a-z]*)\+?$/i;
const EXPONENTS: Readonly<Record<string, number>> = {
  '': 0,
  k: 3,
  m: 6,
  million: 6,
  b: 9,
  billion: 9,
  t: 12,
  trillion: 12,
};
/** Range of values that are plausible for a token. Below it, a unit is missing: "$500" stands for millions. */
const USD_MIN = 100_000;
const USD_MAX = 1e13;

/**
 * Parses an amount, also as a label such as `>$1B` or `$300M+`.
 *
 * @returns null for other texts, ranges, and implausible amounts.
 */
export function parseUsd(text: string): number | null {
  const groups = new RegExp(`^[>≥]? ?${USD}\\+?$`, 'i').test(text) ? FORM.exec(text)?.groups : undefined;
  const exponent = EXPONENTS[groups?.['unit']?.toLowerCase() ?? 'none'];
  if (groups === undefined || exponent === undefined) return null;
  // By the exponent of the text, which is exact: 1.1 * 1e9 is not.
  const usd = Number(`${groups['digits']?.replaceAll(',', '')}e${exponent}`);
  return usd >= USD_MIN && usd <= USD_MAX ? usd : null;
}
