/** Digits, letters and what numbers and ids are written with: nothing that would have to be quoted. */
const PLAIN = /^[0-9A-Za-z_.+-]*(?:,[0-9A-Za-z_.+-]+)*$/;

/**
 * Numbers or ids as the text of a PostgreSQL array. The driver looks at each character of each value for what to quote,
 * which for thousands of numbers takes longer than to store them.
 *
 * @throws {RangeError} for a text that would have to be quoted.
 */
export function plainArray(values: readonly (number | string | null)[]): string {
  const text = values.map((value) => value ?? 'NULL').join();
  if (!PLAIN.test(text)) throw new RangeError('An array of numbers or ids holds something else');
  return `{${text}}`;
}

/** Numbers of an array as PostgreSQL writes it. */
export function numbersOf(text: string): string[] {
  return text.length > 2 ? text.slice(1, -1).split(',') : [];
}
