/** Error in an entry or in a file of a list. */
export interface EntryViolation {
  /** Position as in `ListEntry.line`; null for the whole file. */
  readonly line: number | null;
  /** Never contains data of the entry: a wallet or an amount can identify a person. */
  readonly message: string;
}

/** Invalid entry; reading continues after it. Its message never contains data of the entry. */
export class InvalidEntryError extends Error {
  override readonly name = 'InvalidEntryError';
}

/** File that cannot be read further. Its message never contains data of the file. */
export class UnreadableListError extends Error {
  override readonly name = 'UnreadableListError';
  constructor(
    /** Position of the failure; null for the whole file. */
    readonly line: number | null,
    message: string,
  ) {
    super(message);
  }
}
