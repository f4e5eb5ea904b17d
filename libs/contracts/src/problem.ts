import type { Plan } from './plan';

/**
 * Every problem code the API can answer with, and its HTTP status. One table, read
 * by the server's filter, the SDK's errors, the pages under `/problems/` and the
 * reference: a code that is not here cannot be sent.
 */
export const PROBLEM_STATUS = {
  invalid_parameter: 400,
  unknown_parameter: 400,
  repeated_parameter: 400,
  invalid_cursor: 400,
  as_of_out_of_range: 400,
  malformed_json: 400,
  malformed_request: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  expired_api_key: 401,
  revoked_api_key: 401,
  plan_required: 403,
  route_not_found: 404,
  drop_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  recovery_not_found: 404,
  list_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  drop_archived: 410,
  endpoint_sunset: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  validation_failed: 422,
  invalid_wallet: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;
/** A code of the table. */
export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** One faulty input: a query or path `parameter`, or a JSON `pointer` into the body. */
export type ProblemMember = { code: string; detail: string } & ({ parameter: string } | { pointer: string });

/** RFC 9457 problem details, as `application/problem+json`. */
export interface Problem {
  /** Address of the page that explains `code`. @format uri */
  type: string;
  /** The same for every problem of this code. */
  title: string;
  /** The answer's status. @asType integer @minimum 400 @maximum 599 */
  status: number;
  /** One sentence for a person; may change at any time. Never parse it. */
  detail: string;
  /** Path of the request, without its query; `/` where no path could be read. */
  instance: string;
  /** What to branch on. */
  code: ProblemCode;
  /** The answer's `X-Request-Id`. @pattern ^[A-Za-z0-9_-]{1,64}$ */
  request_id: string;
  /** What is wrong with the input, member by member; empty when it is not the input. */
  errors: ProblemMember[];
  /** With `plan_required`: the least plan that may use this. */
  required_plan?: Plan;
  /** With `plan_required`: the key's plan. */
  current_plan?: Plan;
}
