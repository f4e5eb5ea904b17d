import { type ListReference, listTitle } from './list-key';

/** Reasons for which a drop accepts no list. */
const SENTENCES = {
  unknown: (id: string) => `There is no drop "${id}"`,
  archived: (id: string) => `The drop "${id}" is archived`,
  changed: (id: string) => `The definition of "${id}" was changed while its list was read; load the list again`,
} as const;
type ListDropReason = keyof typeof SENTENCES;

/** The drop accepts no list. */
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
  none: 'is not active: there is no version to deactivate',
  not_active: 'is not active: name both versions',
  unknown: 'does not exist',
  no_former: 'has no former version with rows',
  already_active: 'has this version active already',
  purged: 'has no rows any more: load its file again',
  tokens: 'is of several tokens, whose amounts have no difference',
} as const;
export type ListVersionReason = keyof typeof VERSION_SENTENCES;

/** The version of a list cannot be activated, deactivated or compared. */
export class ListVersionError extends Error {
  override readonly name = 'ListVersionError';
  constructor(
    list: ListReference,
    readonly reason: ListVersionReason,
    /** Null for no particular version. */
    readonly version: number | null = null,
  ) {
    const subject = `${version === null ? 'The' : `Version ${version} of the`} ${listTitle(list)}`;
    super(`${subject} of "${list.dropId}" ${VERSION_SENTENCES[reason]}`);
  }
}

/** The rows of the list are deleted, so that its wallets are no longer known. */
export class ListGoneError extends Error {
  override readonly name = 'ListGoneError';
  constructor() {
    super('The rows of the requested list are deleted');
  }
}

/** Violation in a row of a list, or in the list as a whole. */
export interface ListViolation {
  /** From 1, including the header; null for the whole list. */
  readonly line: number | null;
  /** Never contains data of the line: no message contains a wallet. */
  readonly message: string;
}

/** Maximum number of violations in an error, some 150 MB: a caller can write all of them to a file. */
export const LIST_VIOLATIONS_MAX = 1_000_000;

/** The list has violations: nothing was stored, and the former list stays active. */
export class ListRejectedError extends Error {
  override readonly name = 'ListRejectedError';
  constructor(
    /** The first {@link LIST_VIOLATIONS_MAX}, by line. */
    readonly violations: readonly ListViolation[],
    /** Number of all violations. */
    readonly total: number,
  ) {
    const [first] = violations;
    const where = first === undefined || first.line === null ? '' : `line ${first.line}: `;
    super(
      `The list was rejected: ${where}${first?.message ?? 'it is invalid'}${total > 1 ? `, and ${total - 1} more` : ''}`,
    );
  }
}

/** Rejects the whole list for one reason. @throws {ListRejectedError} always. */
export function rejectList(message: string): never {
  throw new ListRejectedError([{ line: null, message }], 1);
}
