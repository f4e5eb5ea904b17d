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

const VERSION_SENTENCES = {
  none: 'is not in force: there is nothing to take out of force',
  unknown: 'has no such version',
  no_former: 'has no former version whose rows are kept',
  in_force: 'has this version in force already',
  purged: 'has no rows of this version any more: load its file again',
} as const;
export type ListVersionReason = keyof typeof VERSION_SENTENCES;

/** A version of a list that cannot be put in force, or taken out of it. */
export class ListVersionError extends Error {
  override readonly name = 'ListVersionError';
  constructor(
    readonly dropId: string,
    readonly kind: string,
    readonly reason: ListVersionReason,
  ) {
    super(`The ${kind} list of "${dropId}" ${VERSION_SENTENCES[reason]}`);
  }
}

/** Rows that were asked about are deleted: whether a wallet was among them is not known any more. */
export class ListGoneError extends Error {
  override readonly name = 'ListGoneError';
  constructor() {
    super('The rows of a list that was asked about are deleted');
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

/** Refuses the whole list for one reason. @throws {ListRefusedError} always. */
export function refuseList(message: string): never {
  throw new ListRefusedError([{ line: null, message }], 1);
}
