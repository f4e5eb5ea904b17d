/** Why there is no release, in words that say what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
