import {
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  type Plan,
  PROBLEM_STATUS,
  type ProblemCode,
  type ProblemMember,
} from '@droptrack/contracts';

/** What a refusal may carry beside its code and sentence. */
export interface DomainErrorDetails {
  /** Headers the answer needs, such as `Retry-After` or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is wrong with the input, member by member. */
  readonly errors?: readonly ProblemMember[];
  /** Extension members of the problem (`required_plan`, `current_plan`). */
  readonly members?: { readonly required_plan: Plan; readonly current_plan: Plan };
}

/**
 * A refusal that the caller can act on. Guards, pipes and services throw it; the
 * filter turns it into the answer its code stands for. Anything else that is
 * thrown is a bug, and the caller sees only `internal_error`.
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly status: number;
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly details: DomainErrorDetails = {},
  ) {
    super(message);
    this.status = PROBLEM_STATUS[code];
  }
}

/** The wire's seconds to wait before a request that met an unavailable part is worth repeating. */
const UNAVAILABLE_RETRY_AFTER_SECONDS = 2;

/** A part that the answer needs is away; the same request may succeed soon. */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
  constructor(message: string, retryAfterSeconds: number = UNAVAILABLE_RETRY_AFTER_SECONDS) {
    super('unavailable', message, { headers: { 'retry-after': String(retryAfterSeconds) } });
  }
}

/** Whether a text can be the id of a drop. */
export const isDropId = (text: string): boolean => text.length <= DROP_ID_LENGTH_MAX && DROP_ID_PATTERN.test(text);

/** There is no such drop, or none that this key may see. */
export class DropNotFoundError extends DomainError {
  override readonly name = 'DropNotFoundError';
  constructor(id: string) {
    super(
      'drop_not_found',
      isDropId(id) ? `No drop has the id "${id}"` : 'No drop has this id; ids are slugs such as linea',
    );
  }
}

/** The drop was taken out of the catalogue; its slug is never used again. */
export class DropArchivedError extends DomainError {
  override readonly name = 'DropArchivedError';
  constructor(id: string) {
    super('drop_archived', `The drop "${id}" is archived`);
  }
}
