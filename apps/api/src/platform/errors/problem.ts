import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@droptrack/contracts';
import { withoutSecrets } from '../server/path';
import type { DomainError } from './domain-error';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Titles of problems, the same for every occurrence (RFC 9457 §3.1.3). */
export const PROBLEM_TITLES: Record<ProblemCode, string> = {
  invalid_parameter: 'Invalid parameter',
  unknown_parameter: 'Unknown parameter',
  repeated_parameter: 'Repeated parameter',
  invalid_cursor: 'Invalid cursor',
  as_of_out_of_range: 'Instant out of range',
  cost_above_limit: 'Cost above the limit',
  malformed_json: 'Malformed JSON',
  malformed_request: 'Malformed request',
  missing_api_key: 'Missing API key',
  invalid_api_key: 'Invalid API key',
  expired_api_key: 'Expired API key',
  revoked_api_key: 'Revoked API key',
  plan_required: 'Plan required',
  route_not_found: 'Route not found',
  drop_not_found: 'Drop not found',
  calendar_not_found: 'Calendar not found',
  webhook_not_found: 'Webhook not found',
  delivery_not_found: 'Delivery not found',
  recovery_not_found: 'Recovery not found',
  list_not_found: 'List not found',
  distributor_not_found: 'Distributor not found',
  method_not_allowed: 'Method not allowed',
  not_acceptable: 'Not acceptable',
  request_timeout: 'Request timeout',
  drop_archived: 'Drop archived',
  endpoint_sunset: 'Endpoint sunset',
  payload_too_large: 'Payload too large',
  unsupported_media_type: 'Unsupported media type',
  expectation_failed: 'Expectation failed',
  validation_failed: 'Validation failed',
  invalid_wallet: 'Invalid wallet',
  idempotency_key_reused: 'Idempotency key reused',
  rate_limited: 'Rate limited',
  too_many_streams: 'Too many streams',
  headers_too_large: 'Headers too large',
  internal_error: 'Internal error',
  unavailable: 'Unavailable',
};

/** Path of the page that explains a code: `/problems/invalid-parameter`. */
export const problemPath = (code: ProblemCode): string => `/problems/${code.replaceAll('_', '-')}`;

/** Longest path in the member `instance` of a problem, in characters. */
const INSTANCE_LENGTH_MAX = 256;

/** Member `instance` of a problem: the path of its request, without secrets. */
export const instanceOf = (path: string): string => withoutSecrets(path).slice(0, INSTANCE_LENGTH_MAX);

/** Request in which a problem occurred. */
interface ProblemContext {
  /** Base of URLs, without a slash at the end. */
  readonly publicUrl: string;
  /** Path of the request, without its query. */
  readonly instance: string;
  readonly requestId: string;
}

/** A rejection as RFC 9457 problem details. */
export function presentProblem({ code, message, details }: DomainError, context: ProblemContext): Problem {
  return {
    type: context.publicUrl + problemPath(code),
    title: PROBLEM_TITLES[code],
    status: PROBLEM_STATUS[code],
    detail: message,
    instance: context.instance,
    code,
    request_id: context.requestId,
    errors: [...(details.errors ?? [])],
    ...details.members,
  };
}
