import type { Plan } from './plan';

/**
 * All problem codes of the API with their HTTP status. The server's exception filter, the SDK's error classes, the
 * pages under `/problems/` and the API reference share this table: the server cannot send a code that is not in it.
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
  cost_above_limit: 403,
  route_not_found: 404,
  drop_not_found: 404,
  calendar_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  recovery_not_found: 404,
  list_not_found: 404,
  distributor_not_found: 404,
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
  idempotency_key_reused: 422,
  rate_limited: 429,
  too_many_streams: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;
/** Stable, machine-readable code of a problem. */
export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** Invalid parameter of a path or a query. */
export interface InvalidParameter {
  /** Machine-readable code of the error, such as `range` or `required`. */
  code: string;
  /** Human-readable explanation. It can change at any time; do not parse it. */
  detail: string;
  /** Name of the invalid parameter, or of the invalid header. */
  parameter: string;
}

/** Invalid property of a body. */
export interface InvalidProperty {
  /** Machine-readable code of the error, such as `range` or `required`. */
  code: string;
  /** Human-readable explanation. It can change at any time; do not parse it. */
  detail: string;
  /** JSON pointer to the invalid property, as a URI fragment: `#/filters/min_hype`. */
  pointer: string;
}

/** One invalid input: a query or path `parameter`, or a JSON `pointer` into the body. */
export type ProblemMember = InvalidParameter | InvalidProperty;

/** Error response: RFC 9457 problem details, sent as `application/problem+json`. */
export interface Problem {
  /** URL of the page that explains `code`. @format uri */
  type: string;
  /** Short title, identical for every problem with this `code`. */
  title: string;
  /** HTTP status code of the response. @asType integer @minimum 400 @maximum 599 */
  status: number;
  /** Human-readable explanation, one sentence. It can change at any time; do not parse it. */
  detail: string;
  /** Path of the request without the query string; `/` if the path could not be read. */
  instance: string;
  /** Machine-readable code. Branch on this. */
  code: ProblemCode;
  /** Id of the request, identical to the `X-Request-Id` header. @pattern ^[A-Za-z0-9_-]{1,64}$ */
  request_id: string;
  /** Input errors, one per invalid parameter or body property. Empty if the input is not the cause. */
  errors: ProblemMember[];
  /** Lowest plan that includes the requested feature. Present only with `plan_required`. */
  required_plan?: Plan;
  /** Plan of the API key. Present only with `plan_required`. */
  current_plan?: Plan;
}
