import { SourceQueryError } from '@droptrack/sources';

/** Rejection of a declared claim, with the member that is wrong. */
export class ClaimFault extends SourceQueryError {
  /** @param path - keys and indexes below the claim, such as `['check', 'args', 1]`; empty for the whole claim. */
  constructor(
    message: string,
    readonly path: readonly (string | number)[],
  ) {
    super(message);
  }
}
