import {
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  type Plan,
  PROBLEM_STATUS,
  type ProblemCode,
  type ProblemMember,
} from '@droptrack/contracts';
import { secretReason } from '@droptrack/eligibility/secrets';

/** Headers and members of a rejection beside its code and message. */
interface DomainErrorDetails {
  /** Headers of the response, such as `Retry-After` or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Violations of the input, by parameter or member. */
  readonly errors?: readonly ProblemMember[];
  /** Extension members of the problem (`required_plan`, `current_plan`). */
  readonly members?: { readonly required_plan: Plan; readonly current_plan: Plan };
}

/**
 * A rejection that the client can act on. Guards, pipes and services throw it; the problem filter sends the problem of its
 * code. Every other error is a bug, of which the client receives only `internal_error`.
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly status: number;
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly details: DomainErrorDetails = {},
  ) {
    // Without a stack, which takes longer than the rest of a rejection in front of the framework: its place in the code is of no interest.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = PROBLEM_STATUS[code];
  }
}

/** Default of `Retry-After` while a dependency is unavailable, in seconds. */
const UNAVAILABLE_RETRY_AFTER_SECONDS = 2;

/** A dependency of the response is unavailable; the same request can succeed soon. */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
  constructor(message: string, retryAfterSeconds: number = UNAVAILABLE_RETRY_AFTER_SECONDS) {
    super('unavailable', message, { headers: { 'retry-after': String(retryAfterSeconds) } });
  }
}

/** The rejection of a path that has no route. */
export const ROUTE_NOT_FOUND = new DomainError('route_not_found', 'No route has this path; see /docs for all routes');

/** True if a text has the form of a drop id. */
export const isDropId = (text: string): boolean => text.length <= DROP_ID_LENGTH_MAX && DROP_ID_PATTERN.test(text);

/** The drop does not exist, or is not visible to this key. */
export class DropNotFoundError extends DomainError {
  override readonly name = 'DropNotFoundError';
  constructor(id: string) {
    super(
      'drop_not_found',
      isDropId(id) && secretReason(id) === null
        ? `No drop has the id "${id}"`
        : 'No drop has this id; ids are slugs such as linea',
    );
  }
}

/** The drop was removed from the catalogue; its slug is never used again. */
export class DropArchivedError extends DomainError {
  override readonly name = 'DropArchivedError';
  constructor(id: string) {
    super('drop_archived', `The drop "${id}" is archived`);
  }
}

/**
 * The account has reached its maximum number of resources of a kind.
 *
 * @param noun - the kind in the singular, such as `endpoint`.
 */
export const accountLimitReached = (noun: string, max: number): DomainError => {
  const detail = `exceeds the limit of ${max} ${noun}s per account; delete one first`;
  return new DomainError('validation_failed', `The new ${noun} ${detail}`, {
    errors: [{ pointer: '#', code: 'limit', detail }],
  });
};
