/** @throws {InvalidInputError} unless `min` <= value <= `max`; NaN and the infinities are always rejected. */
export function assertWithin(input: string, value: number, min = 0, max = Number.MAX_VALUE): void {
  if (!(value >= min && value <= max)) throw new InvalidInputError(input, `is ${value}, not within ${min} and ${max}`);
}

/** @throws {InvalidInputError} unless 0 < value <= `max`. */
export function assertPositive(input: string, value: number, max = Number.MAX_VALUE): void {
  if (!(value > 0 && value <= max)) throw new InvalidInputError(input, `is ${value}, not above 0 and at most ${max}`);
}

/** @throws {InvalidInputError} unless the value is a finite instant, in milliseconds since the epoch. */
export function assertInstant(input: string, atMs: number): void {
  if (!Number.isFinite(atMs)) throw new InvalidInputError(input, `is ${atMs}, not an instant`);
}

/** Invalid input: NaN, infinite, outside its range, or observed after the scored instant. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
  constructor(
    readonly input: string,
    reason: string,
  ) {
    super(`Input "${input}" ${reason}`);
  }
}
