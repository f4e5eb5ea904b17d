/** A figure that no honest source can have given: NaN, infinite, out of its range, or from the future. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
  constructor(
    readonly input: string,
    reason: string,
  ) {
    super(`Input "${input}" ${reason}`);
  }
}
