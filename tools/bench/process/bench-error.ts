/** Something did not run as it should: a bench never fails for being slow. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}
