/** Lists of numbers and ids that need no quotes. */
const PLAIN = /^[0-9A-Za-z_.+-]*(?:,[0-9A-Za-z_.+-]+)*$/;

/**
 * Numbers or ids as a PostgreSQL array literal. The driver checks each character of each value for quoting, which for
 * thousands of numbers takes longer than storing them.
 *
 * @throws {RangeError} for a value that needs quotes.
 */
export function plainArray(values: readonly (number | string | null)[]): string {
  const text = values.map((value) => value ?? 'NULL').join();
  if (!PLAIN.test(text)) throw new RangeError('An array of numbers or ids holds something else');
  return `{${text}}`;
}

/** Numbers of a PostgreSQL array literal. */
export function numbersOf(text: string): string[] {
  return text.length > 2 ? text.slice(1, -1).split(',') : [];
}
