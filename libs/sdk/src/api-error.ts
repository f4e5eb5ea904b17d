import type { Plan, Problem, ProblemCode, ProblemMember } from '@droptrack/contracts';
import { DroptrackError } from './errors';
import { retryAfterMs } from './retry';

/** A code of the API's table, of a newer table, or `unknown` when the answer names none. */
export type ApiErrorCode = ProblemCode | 'unknown' | (string & Record<never, never>);

/** What came around a body that is an error; the key is in none of it. */
interface Surroundings {
  /** HTTP status. */
  readonly status: number;
  /** Media type of the body, or `empty`. */
  readonly kind: string;
  readonly requestId: string | null;
  /** The header `Retry-After`. */
  readonly retryAfter: string | null;
}

/** An answer that is an error, as far as it could be read. */
interface Failure extends Surroundings {
  readonly problem: Partial<Problem>;
}

/**
 * The API answered with an error. Branch on `code`; `message` and `detail` are for people.
 *
 * @example
 * import { ApiError } from '@droptrack/sdk';
 * await client.drops.get('atlantis').catch((error: unknown) => {
 *   if (error instanceof ApiError && error.code === 'drop_archived') console.log(error.detail, error.requestId);
 *   else throw error;
 * });
 */
export class ApiError extends DroptrackError {
  override readonly name: string = 'ApiError';
  /** HTTP status; that of the problem where it came as a success. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Address of the page that explains `code`; null when the answer names none. */
  readonly type: string | null;
  /** The same sentence for every error of this `code`; empty when the answer has none. */
  readonly title: string;
  /** One sentence for a person; empty when the answer has none. Never parse it. */
  readonly detail: string;
  /** Path of the request, without its query; null when the answer names none. */
  readonly instance: string | null;
  /** What is wrong with the input, member by member; empty when it is not the input. */
  readonly errors: readonly ProblemMember[];
  /** After how many whole seconds the API asks to come back; null when it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, kind, problem, requestId, retryAfter }: Failure) {
    const { code = 'unknown', type = null, title = '', detail = '', instance = null, errors = [] } = problem;
    const text = detail || title || `the answer is ${kind}, no problem of the API`;
    super(`${status} ${code}: ${text}`, { requestId: problem.request_id ?? requestId });
    const waitMs = retryAfterMs(retryAfter, Date.now());
    this.status = status;
    this.code = code;
    this.type = type;
    this.title = title;
    this.detail = detail;
    this.instance = instance;
    this.errors = errors;
    this.retryAfterSeconds = waitMs === null ? null : Math.ceil(waitMs / 1_000);
  }
}

/**
 * The API key is missing, unknown, expired or revoked: status 401.
 *
 * @example
 * import { AuthenticationError } from '@droptrack/sdk';
 * await client.me().catch((error: unknown) => {
 *   if (error instanceof AuthenticationError && error.code === 'expired_api_key') console.error('Rotate the key');
 * });
 */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/**
 * The key's plan lacks what was asked for: code `plan_required`.
 *
 * @example
 * import { PlanRequiredError } from '@droptrack/sdk';
 * await client.drops.get('linea', { as_of: '2026-08-22T10:00:00Z' }).catch((error: unknown) => {
 *   if (error instanceof PlanRequiredError) console.error(`${error.currentPlan} is less than ${error.requiredPlan}`);
 * });
 */
export class PlanRequiredError extends ApiError {
  override readonly name = 'PlanRequiredError';
  /** The least plan that may use it; null when the answer does not say. */
  readonly requiredPlan: Plan | null;
  /** That of the key; null when the answer does not say. */
  readonly currentPlan: Plan | null;
  constructor(failure: Failure) {
    super(failure);
    this.requiredPlan = failure.problem.required_plan ?? null;
    this.currentPlan = failure.problem.current_plan ?? null;
  }
}

/**
 * There is no such drop, or no such path: status 404.
 *
 * @example
 * import { NotFoundError } from '@droptrack/sdk';
 * const drop = await client.drops.get('atlantis').catch((error: unknown) => {
 *   if (error instanceof NotFoundError) return null;
 *   throw error;
 * });
 */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/**
 * The key's plan allows no more requests now, and the retries are used up: status 429.
 *
 * @example
 * import { RateLimitError } from '@droptrack/sdk';
 * await client.drops.list().catch((error: unknown) => {
 *   if (error instanceof RateLimitError) console.error(`Again in ${error.retryAfterSeconds ?? 60} s`);
 * });
 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/**
 * The right class for an answer, however broken its body is; the status decides when there is no code.
 *
 * @param value - the body, as JSON; undefined when it is none. Of a problem that came as a success its own status counts.
 */
export function toApiError(value: unknown, around: Surroundings): ApiError {
  const problem = readProblem(value);
  const failure = { ...around, problem, ...(around.status < 300 && problem.status && { status: problem.status }) };
  if (problem.code === 'plan_required') return new PlanRequiredError(failure);
  if (failure.status === 401) return new AuthenticationError(failure);
  if (failure.status === 404) return new NotFoundError(failure);
  if (failure.status === 429) return new RateLimitError(failure);
  return new ApiError(failure);
}

/** Whether a body is a problem whatever status it came with; no data has both of these members. */
export function isProblem(value: unknown): boolean {
  const { status, code } = Object(value) as Record<string, unknown>;
  return typeof status === 'number' && typeof code === 'string';
}

/** The members of a problem that have their type; a proxy's page of HTML has none. */
function readProblem(value: unknown): Partial<Problem> {
  return Object.fromEntries(
    Object.entries(Object(value)).filter(([name, member]) =>
      name === 'errors' ? Array.isArray(member) : typeof member === (name === 'status' ? 'number' : 'string'),
    ),
  );
}
