/** A program or a response that is not as expected. A slow result is never an error. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}
