/** A list that cannot be rebuilt from a chain, or that the chain contradicts. */
export class ListRebuildError extends Error {
  override readonly name = 'ListRebuildError';
  constructor(
    message: string,
    /** Contradictions, each with both values. */
    readonly differences: readonly string[] = [],
  ) {
    super(message);
  }
}
