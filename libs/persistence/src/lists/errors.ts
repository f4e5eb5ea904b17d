/** What keeps a list from being loaded for a drop, whatever is in it. */
const SENTENCES = {
  unknown: (id: string) => `There is no drop "${id}"`,
  archived: (id: string) => `The drop "${id}" is archived`,
  changed: (id: string) => `The definition of "${id}" was changed while its list was read; load the list again`,
} as const;
export type ListDropReason = keyof typeof SENTENCES;

/** A drop that a list cannot be loaded for. */
export class ListDropError extends Error {
  override readonly name = 'ListDropError';
  constructor(
    readonly dropId: string,
    readonly reason: ListDropReason,
  ) {
    super(SENTENCES[reason](dropId));
  }
}

/** What is wrong with a row of a list, or with all of it. */
export interface ListFault {
  /** From 1, the header being a line too; null for the whole list. */
  readonly line: number | null;
  /** Never holds what is in the line: wallets are in no message. */
  readonly message: string;
}

/** Most faults that a refusal names. */
export const LIST_FAULTS_MAX = 100;

/** A list with faults: nothing of it was taken, and the former one stays in force. */
export class ListRefusedError extends Error {
  override readonly name = 'ListRefusedError';
  constructor(
    /** The first {@link LIST_FAULTS_MAX}, by line. */
    readonly faults: readonly ListFault[],
    /** How many there are. */
    readonly total: number,
  ) {
    const [first] = faults;
    const where = first === undefined || first.line === null ? '' : `line ${first.line}: `;
    super(
      `The list is refused: ${where}${first?.message ?? 'it has faults'}${total > 1 ? `, and ${total - 1} more` : ''}`,
    );
  }
}
