/** Invalid secret of an endpoint. Its message does not contain the text, which may be another secret. */
export class InvalidSecretError extends Error {
  override readonly name = 'InvalidSecretError';
}

/** Message that cannot be signed, such as one with an id that is not valid in a header. */
export class UnsignableMessageError extends Error {
  override readonly name = 'UnsignableMessageError';
}
