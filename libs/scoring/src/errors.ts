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
