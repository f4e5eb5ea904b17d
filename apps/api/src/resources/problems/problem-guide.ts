import { type ProblemCode, SNAPSHOT_ROWS_PER_TOKEN } from '@droptrack/contracts';

/** What a person who met a problem wants to know. */
export interface ProblemGuide {
  /** When the service answers so. */
  readonly when: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** One page's text for every code that can be sent; the pages under `/problems/` show it. */
export const PROBLEM_GUIDES: Record<ProblemCode, ProblemGuide> = {
  invalid_parameter: {
    when: 'A query parameter has a value that its rules do not allow.',
    remedy:
      'Look at the members of errors: each names the parameter and the values it takes. Values are never corrected silently.',
  },
  unknown_parameter: {
    when: 'The query names a parameter that this route does not have.',
    remedy: 'Check the spelling against the reference; parameters are in snake_case.',
  },
  repeated_parameter: {
    when: 'A query parameter that takes one value occurs more than once.',
    remedy: 'Send it once. Parameters that take several values may be repeated, or hold them separated by commas.',
  },
  invalid_cursor: {
    when: 'The cursor was altered, cut, or made for another list, sort or filter.',
    remedy:
      'Send next_cursor exactly as you got it and keep sort, order and filters as they were; only limit may change. Otherwise begin the list again without a cursor.',
  },
  as_of_out_of_range: {
    when: 'as_of lies in the future or before the history that is kept.',
    remedy: 'Ask for an instant within the history, no later than the as_of of a fresh answer.',
  },
  malformed_json: {
    when: 'The body does not parse as JSON.',
    remedy: 'Send one JSON object, encoded as UTF-8.',
  },
  malformed_request: {
    when: 'The bytes are not an HTTP/1.1 request, the Host header is missing, or the body is not framed as its headers say.',
    remedy: 'Use an HTTP client library; the connection is closed.',
  },
  missing_api_key: {
    when: 'The request carries no API key.',
    remedy: 'Send the header "Authorization: Bearer dtk_…" with every request.',
  },
  invalid_api_key: {
    when: 'The API key is not one of ours: mistyped, cut, or never issued.',
    remedy: 'Compare it with what you were given. A key is dtk_ and 36 letters and digits.',
  },
  expired_api_key: {
    when: 'The API key was valid until a date that has passed, or was rotated and its grace time is over.',
    remedy: 'Use the new key, or ask the operator for one.',
  },
  revoked_api_key: {
    when: 'The operator has withdrawn the API key.',
    remedy: 'Ask the operator for a new key.',
  },
  plan_required: {
    when: "The key's plan does not include what was asked for.",
    remedy: 'required_plan names the least plan that has it.',
  },
  route_not_found: {
    when: 'No route has this path.',
    remedy: 'Compare the path with the reference; all data routes begin with /v1.',
  },
  drop_not_found: {
    when: 'No drop has this id.',
    remedy: 'Ids are slugs in lower case, as GET /v1/drops lists them.',
  },
  webhook_not_found: {
    when: 'No webhook endpoint of this key has this id.',
    remedy: 'List your endpoints with GET /v1/webhooks.',
  },
  delivery_not_found: {
    when: 'No delivery of this endpoint has this id, or it is older than the log of deliveries.',
    remedy: 'List the deliveries of the endpoint.',
  },
  recovery_not_found: {
    when: 'No recovery of this endpoint has this id, or it was requested more than 30 days ago.',
    remedy: 'Use the id in the response of POST /v1/webhooks/{id}/recover, with the same endpoint.',
  },
  list_not_found: {
    when: 'No allocation list is published for this drop.',
    remedy: 'Ask again after its eligibility.list_published event.',
  },
  method_not_allowed: {
    when: 'The path exists, but not for this method.',
    remedy: 'The Allow header names the methods it takes.',
  },
  not_acceptable: {
    when: 'The Accept header excludes application/json.',
    remedy: 'Send "Accept: application/json", or leave the header out.',
  },
  request_timeout: {
    when: 'The request did not arrive whole within 30 seconds.',
    remedy: 'Send it again over a new connection.',
  },
  drop_archived: {
    when: 'The drop was taken out of the catalogue.',
    remedy: 'Stop asking for it: its id is never used again.',
  },
  endpoint_sunset: {
    when: 'The route was deprecated, and its last day has passed.',
    remedy: 'Follow the Link with rel="deprecation": it says what to use instead.',
  },
  payload_too_large: {
    when: 'The body is larger than 16 KiB (batches: 64 KiB).',
    remedy: 'Send less at once.',
  },
  unsupported_media_type: {
    when: 'The body is not declared as JSON in UTF-8, or is compressed.',
    remedy: 'Send "Content-Type: application/json", and the body as it is.',
  },
  expectation_failed: {
    when: 'The Expect header names something other than 100-continue.',
    remedy: 'Leave the header out.',
  },
  validation_failed: {
    when: 'Members of the body are missing, unknown or of the wrong kind.',
    remedy: 'Look at the members of errors: each points to the member at fault.',
  },
  invalid_wallet: {
    when:
      'The wallet is neither an EVM address (with a correct checksum where it is in mixed case) nor a Solana address. ' +
      'detail names the families that the drop accepts, and both where the drop does not exist.',
    remedy: 'Copy the address once more from the wallet; look-alike letters and cut ends are the usual cause.',
  },
  rate_limited: {
    when:
      "The key's bucket is empty: more requests came than its plan allows. Or another bound is reached: two bulk exports " +
      'of a key at once; per account four webhook tests and four challenges at once, one recovery at a time, recovered ' +
      'deliveries, challenges or new endpoints in 24 hours; keys that do not work from one address.',
    remedy:
      'Wait for as many seconds as Retry-After says. A batch takes one token per pair, a bulk export one for each ' +
      `${SNAPSHOT_ROWS_PER_TOKEN.drops} drops, ${SNAPSHOT_ROWS_PER_TOKEN.hype} points or ` +
      `${SNAPSHOT_ROWS_PER_TOKEN.allocations} wallets.`,
  },
  headers_too_large: {
    when: 'The request line and the headers together exceed 16 KiB.',
    remedy: 'Send fewer or shorter headers, and parameters in the body where the route takes one.',
  },
  internal_error: {
    when: 'Something went wrong on our side.',
    remedy: 'Try again. If it stays, tell the operator the request_id.',
  },
  unavailable: {
    when: 'A part of the service that the answer needs is away for the moment.',
    remedy: 'Try again after as many seconds as Retry-After says.',
  },
};
