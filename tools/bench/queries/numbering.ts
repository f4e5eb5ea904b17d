/** `number` in digits of their own bases, the first digit changing fastest. */
export function digitsOf(number: number, bases: readonly number[]): number[] {
  let rest = number;
  return bases.map((base) => {
    const digit = rest % base;
    rest = Math.floor(rest / base);
    return digit;
  });
}

/** How many numbers digits of these bases can write. */
export const countOf = (bases: readonly number[]): number => bases.reduce((product, base) => product * base, 1);

/** All ways to choose up to `most` of the values, none included. */
export function choicesOf<T>(values: readonly T[], most: number): T[][] {
  const [first, ...others] = values;
  if (first === undefined || most === 0) return [[]];
  return [...choicesOf(others, most), ...choicesOf(others, most - 1).map((choice) => [first, ...choice])];
}

/** Share of a circle by which steps come around most evenly: the golden section. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Puts the numbers below `size` in another order, the same each time, in which any stretch is
 * spread over all of them.
 *
 * @param size - at most 2^26, so that the product stays exact.
 */
export function scattered(size: number): (number: number) => number {
  let step = Math.max(1, Math.round(size * GOLDEN));
  while (greatestDivisor(step, size) !== 1) step += 1;
  return (number) => (number * step) % size;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
