import type { Plan, Problem, ProblemCode, ProblemMember } from '@droptrack/contracts';
import { DroptrackError } from './errors';
import { retryAfterMs } from './retry';

/** A code of the API's table, of a newer table, or `unknown` when the answer names none. */
export type ApiErrorCode = ProblemCode | 'unknown' | (string & Record<never, never>);

/** An answer that is an error, as far as it could be read. */
interface Failure {
  readonly status: number;
  readonly headers: Headers;
  readonly problem: Partial<Problem>;
}

/** The API answered with an error. Branch on `code`; `message` and `detail` are for people. */
export class ApiError extends DroptrackError {
  override readonly name: string = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Address of the page that explains `code`; null when the answer names none. */
  readonly type: string | null;
  /** One sentence for a person; empty when the answer has none. Never parse it. */
  readonly detail: string;
  /** What is wrong with the input, member by member; empty when it is not the input. */
  readonly errors: readonly ProblemMember[];
  /** To be named when asking for help; null when the answer bears none. */
  readonly requestId: string | null;
  /** After how many seconds the API asks to come back; null when it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, headers, problem }: Failure) {
    const { code = 'unknown', type = null, detail = '', errors = [] } = problem;
    super(`${status} ${code}: ${detail === '' ? 'the answer gives no details' : detail}`);
    const waitMs = retryAfterMs(headers.get('retry-after'), Date.now());
    this.status = status;
    this.code = code;
    this.type = type;
    this.detail = detail;
    this.errors = errors;
    this.requestId = problem.request_id ?? headers.get('x-request-id');
    this.retryAfterSeconds = waitMs === null ? null : Math.ceil(waitMs / 1_000);
  }

  /** The right class for an answer, however broken its body is; the status decides when there is no code. */
  static from(status: number, headers: Headers, body: string): ApiError {
    const failure = { status, headers, problem: readProblem(body) };
    if (failure.problem.code === 'plan_required') return new PlanRequiredError(failure);
    if (status === 401) return new AuthenticationError(failure);
    if (status === 404) return new NotFoundError(failure);
    if (status === 429) return new RateLimitError(failure);
    return new ApiError(failure);
  }
}

/** The API key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** The key's plan lacks what was asked for. */
export class PlanRequiredError extends ApiError {
  override readonly name = 'PlanRequiredError';
  /** The least plan that may use it. */
  readonly requiredPlan: Plan | null;
  readonly currentPlan: Plan | null;
  constructor(failure: Failure) {
    super(failure);
    this.requiredPlan = failure.problem.required_plan ?? null;
    this.currentPlan = failure.problem.current_plan ?? null;
  }
}

/** There is no such drop, or no such path. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** The key's plan allows no more requests now, and the retries are used up. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

const TEXT_MEMBERS = ['type', 'detail', 'code', 'request_id', 'required_plan', 'current_plan'];

/** The members of a problem that have their type; a proxy's page of HTML has none. */
function readProblem(body: string): Partial<Problem> {
  const members = Object.entries(parseObject(body));
  return Object.fromEntries(
    members.filter(([name, value]) =>
      name === 'errors' ? Array.isArray(value) : TEXT_MEMBERS.includes(name) && typeof value === 'string',
    ),
  );
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
