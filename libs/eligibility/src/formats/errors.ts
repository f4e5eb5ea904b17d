/** What is wrong with an entry of a list, or with a file of it. */
export interface EntryFault {
  /** As in `ListEntry.line`; null for all of the file. */
  readonly line: number | null;
  /** Never holds what is in the entry: an amount can tell whose it is, as a wallet does. */
  readonly message: string;
}

/** An entry that cannot be read; those after it can. Its message never holds what is in it. */
export class InvalidEntryError extends Error {
  override readonly name = 'InvalidEntryError';
}

/** A file of which nothing more can be read. Its message never holds what is in it. */
export class UnreadableListError extends Error {
  override readonly name = 'UnreadableListError';
  constructor(
    /** Where it ends to be readable; null for all of the file. */
    readonly line: number | null,
    message: string,
  ) {
    super(message);
  }
}
