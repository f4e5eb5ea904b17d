import type { Plan, Problem, ProblemCode, ProblemMember } from '@droptrack/contracts';
import { DroptrackError } from './errors';
import { retryAfterMs } from './retry';

/** Problem code of the API, a code of a newer API, or `unknown` for an error response without a code. */
export type ApiErrorCode = ProblemCode | 'unknown' | (string & Record<never, never>);

/** Metadata of an error response, without the API key. */
interface ErrorMetadata {
  /** HTTP status. */
  readonly status: number;
  /** Media type of the body, or `empty`. */
  readonly kind: string;
  readonly requestId: string | null;
  /** Value of the `Retry-After` header. */
  readonly retryAfter: string | null;
}

/** Error response with the valid members of its problem. */
interface Failure extends ErrorMetadata {
  readonly problem: Partial<Problem>;
}

/**
 * Error response of the API. Branch on `code`; `message` and `detail` are for people and may change.
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
  /** HTTP status. When a proxy turned an error into a success: the `status` of the problem. */
  readonly status: number;
  /** Problem code, such as `drop_not_found`; `unknown` for a response without a code. */
  readonly code: ApiErrorCode;
  /** URL of the page that documents `code`; null when the response has none. */
  readonly type: string | null;
  /** Summary, the same for every error with this `code`; empty when the response has none. */
  readonly title: string;
  /** Explanation of this occurrence, for people; empty when the response has none. Do not parse it. */
  readonly detail: string;
  /** Path of the request without its query; null when the response has none. */
  readonly instance: string | null;
  /** Violations in the input, one per parameter or body member; empty when the input is not the cause. */
  readonly errors: readonly ProblemMember[];
  /** Seconds after which to retry, from `Retry-After`, rounded up; null when the response has no such header. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, kind, problem, requestId, retryAfter }: Failure) {
    const { code = 'unknown', type = null, title = '', detail = '', instance = null, errors = [] } = problem;
    const text = detail || title || `the response is ${kind}, not a problem of the API`;
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
 * Missing, unknown, expired or revoked API key (status 401).
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
 * The plan of the API key does not include the request (code `plan_required`).
 *
 * @example
 * import { PlanRequiredError } from '@droptrack/sdk';
 * await client.drops.get('linea', { as_of: '2026-08-22T10:00:00Z' }).catch((error: unknown) => {
 *   if (error instanceof PlanRequiredError) console.error(`${error.currentPlan} is below ${error.requiredPlan}`);
 * });
 */
export class PlanRequiredError extends ApiError {
  override readonly name = 'PlanRequiredError';
  /** Lowest plan that includes the request; null when the response does not state it. */
  readonly requiredPlan: Plan | null;
  /** Plan of the API key; null when the response does not state it. */
  readonly currentPlan: Plan | null;
  constructor(failure: Failure) {
    super(failure);
    this.requiredPlan = failure.problem.required_plan ?? null;
    this.currentPlan = failure.problem.current_plan ?? null;
  }
}

/**
 * The requested resource does not exist, or belongs to another account (status 404).
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
 * Rate limit exceeded, and the retries are exhausted (status 429). `retryAfterSeconds` is the time until a retry can
 * succeed.
 *
 * @example
 * import { RateLimitError } from '@droptrack/sdk';
 * await client.drops.list().catch((error: unknown) => {
 *   if (error instanceof RateLimitError) console.error(`Retry in ${error.retryAfterSeconds ?? 60} s`);
 * });
 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/**
 * Maps an error response to its error class, by the code of the problem or, without a code, by status.
 *
 * @param value - parsed JSON body; undefined when the body is not JSON. For a problem in a successful response, the
 *   `status` of the problem is used.
 */
export function toApiError(value: unknown, metadata: ErrorMetadata): ApiError {
  const problem = readProblem(value);
  const failure = { ...metadata, problem, ...(metadata.status < 300 && problem.status && { status: problem.status }) };
  if (problem.code === 'plan_required') return new PlanRequiredError(failure);
  if (failure.status === 401) return new AuthenticationError(failure);
  if (failure.status === 404) return new NotFoundError(failure);
  if (failure.status === 429) return new RateLimitError(failure);
  return new ApiError(failure);
}

/** Detects a problem regardless of the HTTP status: no other body has both of these members. */
export function isProblem(value: unknown): boolean {
  const { status, code } = Object(value) as Record<string, unknown>;
  return typeof status === 'number' && typeof code === 'string';
}

/** Returns the members of a problem that have the expected type; none for an HTML page of a proxy. */
function readProblem(value: unknown): Partial<Problem> {
  return Object.fromEntries(
    Object.entries(Object(value)).filter(([name, member]) =>
      name === 'errors' ? Array.isArray(member) : typeof member === (name === 'status' ? 'number' : 'string'),
    ),
  );
}
