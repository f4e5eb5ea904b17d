/** A text that cannot be the secret of an endpoint. The text itself is in no message: it may be another secret. */
export class InvalidSecretError extends Error {
  override readonly name = 'InvalidSecretError';
}

/** A message that no receiver could verify, such as one whose id would break the header it goes into. */
export class UnsignableMessageError extends Error {
  override readonly name = 'UnsignableMessageError';
}
