import {
  PLAN_TERMS,
  PLANS,
  type ProblemCode,
  RANGE_ROWS_PER_TOKEN,
  SNAPSHOT_ROWS_PER_TOKEN,
  STREAM_LIMITS,
} from '@droptrack/contracts';

/** Explanation of a problem for developers. */
interface ProblemGuide {
  /** Condition under which the problem occurs. */
  readonly when: string;
  /** Way to resolve it. */
  readonly remedy: string;
}

/** Explanations of all problems, shown on the pages under `/problems/` and in the OpenAPI document. */
export const PROBLEM_GUIDES: Record<ProblemCode, ProblemGuide> = {
  invalid_parameter: {
    when: 'A query parameter or the Idempotency-Key header has an invalid value.',
    remedy: 'Check errors: each item contains a parameter and its allowed values. Values are never corrected silently.',
  },
  unknown_parameter: {
    when: 'The query contains a parameter that this route does not support.',
    remedy: 'Check the spelling against the API reference. Parameter names are in snake_case.',
  },
  repeated_parameter: {
    when: 'A query parameter that accepts a single value occurs more than once.',
    remedy: 'Send the parameter once. Only parameters that accept several values can be repeated or comma-separated.',
  },
  invalid_cursor: {
    when: 'The cursor was modified, truncated, or created for another list, sort or filter.',
    remedy:
      'Send next_cursor unchanged and with the same sort, order and filters; only limit may change. Otherwise, start ' +
      'again without a cursor.',
  },
  as_of_out_of_range: {
    when: 'as_of is in the future or before the start of the retained history.',
    remedy: 'Send an instant within the retained history, no later than the as_of of a recent response.',
  },
  malformed_json: {
    when: 'The body is not valid JSON.',
    remedy: 'Send one JSON object, encoded as UTF-8.',
  },
  malformed_request: {
    when: 'The input is not a valid HTTP/1.1 request, the Host header is missing, or the framing of the body contradicts its headers.',
    remedy: 'Use an HTTP client library. The connection is closed after this response.',
  },
  missing_api_key: {
    when: 'The request contains no API key.',
    remedy: 'Send the header "Authorization: Bearer dtk_…" with every request.',
  },
  invalid_api_key: {
    when: 'The API key does not exist: it is mistyped, truncated, or was never issued.',
    remedy: 'Compare the key with the one that was issued. A key is dtk_ followed by 36 letters and digits.',
  },
  expired_api_key: {
    when: 'The API key has passed its expiry date, or was rotated and its grace period is over.',
    remedy: 'Use the new key, or request one from the operator.',
  },
  revoked_api_key: {
    when: 'The operator revoked the API key.',
    remedy: 'Request a new key from the operator.',
  },
  plan_required: {
    when: 'The plan of the API key does not include this operation or parameter.',
    remedy: 'Use a key with the plan in required_plan or higher.',
  },
  cost_above_limit: {
    when: 'The request costs more tokens than the rate limit of the API key has in a minute. It consumes none.',
    remedy:
      'Split the request: send fewer wallets or pairs at a time. For a single wallet, a key with a higher limit is needed.',
  },
  route_not_found: {
    when: 'No route has this path.',
    remedy: 'Compare the path with the API reference. All data routes start with /v1.',
  },
  drop_not_found: {
    when: 'No drop has this id.',
    remedy: 'Use an id from GET /v1/drops. Ids are lower-case slugs.',
  },
  calendar_not_found: {
    when:
      'No calendar of this account has this id, or no calendar has this address: it is mistyped, the address was replaced, ' +
      'the calendar was deleted, or its account has no valid API key.',
    remedy: 'Use an id from GET /v1/calendars. For a new address, rotate or create the calendar, and subscribe again.',
  },
  webhook_not_found: {
    when: 'No webhook endpoint of this account has this id.',
    remedy: 'Use an id from GET /v1/webhooks.',
  },
  delivery_not_found: {
    when: 'No delivery of this endpoint has this id, or the delivery is no longer retained.',
    remedy: 'Use an id from GET /v1/webhooks/{id}/deliveries.',
  },
  recovery_not_found: {
    when: 'No recovery of this endpoint has this id, or it was requested more than 30 days ago.',
    remedy: 'Use the id returned by POST /v1/webhooks/{id}/recover, with the same endpoint.',
  },
  list_not_found: {
    when: 'The drop has no active allocation list or none of the requested name, another version of the list is active, or the list_version of a check does not exist or its rows are deleted.',
    remedy:
      'Retry after the eligibility.list_published event of the drop, or send the request without version or list_version, or with the name of a list that detail names.',
  },
  distributor_not_found: {
    when: 'The catalogue names no distributor of the drop, or none of a style whose claim calls are known.',
    remedy: 'Use the claim page of the drop: claim.url of an eligibility check.',
  },
  method_not_allowed: {
    when: 'The path exists, but does not support this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    when: 'The Accept header excludes the media type of the response.',
    remedy: 'Send "Accept: application/json" (bulk exports: application/x-ndjson), or omit the header.',
  },
  request_timeout: {
    when: 'The request was not received completely within 30 seconds.',
    remedy: 'Retry on a new connection.',
  },
  drop_archived: {
    when: 'The drop was removed from the catalogue.',
    remedy: 'Stop requesting it. Its id is never reused.',
  },
  endpoint_sunset: {
    when: 'The operation was deprecated and its sunset date has passed.',
    remedy: 'Use the replacement described at the Link with rel="deprecation".',
  },
  payload_too_large: {
    when: 'The body is larger than 16 KiB (batches: 64 KiB).',
    remedy: 'Send a smaller body, for example fewer checks per batch.',
  },
  unsupported_media_type: {
    when: 'The Content-Type is not application/json in UTF-8, or the body is compressed.',
    remedy: 'Send "Content-Type: application/json" and an uncompressed body.',
  },
  expectation_failed: {
    when: 'The Expect header has a value other than 100-continue.',
    remedy: 'Omit the header.',
  },
  validation_failed: {
    when: 'Properties of the body are missing, unknown or invalid.',
    remedy: 'Check errors: each item contains a pointer to the invalid property.',
  },
  invalid_wallet: {
    when:
      'The wallet is not an address of a supported type (EVM, Solana, Starknet, Cosmos, Sui, Aptos, Movement, TON, Bitcoin), ' +
      'its checksum is wrong, or it has the form of a private key and the drop accepts no such addresses. detail ' +
      'contains the wallet types that the drop accepts; for an unknown drop, all.',
    remedy: 'Copy the address from the wallet again. Usual causes are look-alike letters and truncation.',
  },
  idempotency_key_reused: {
    when: 'A request of the last 24 hours with the same Idempotency-Key and another body created a resource.',
    remedy: 'Send a new key for every new resource, and the same key only to repeat a request unchanged.',
  },
  too_many_streams: {
    when:
      'The API key has as many open streams on this instance as its plan permits: ' +
      `${PLANS.map((plan) => `${PLAN_TERMS[plan].streams} (${plan})`).join(', ')}; or all keys of its account, which ` +
      `rotations created, have ${STREAM_LIMITS.keysPerAccount} times as many.`,
    remedy:
      'Share one stream within your service, and close streams that are no longer read. After a lost connection, the ' +
      'server can need some time to notice it: wait for the number of seconds in Retry-After.',
  },
  rate_limited: {
    when:
      "The API key's token bucket is empty: there were more requests than the plan allows. Or another limit was " +
      'exceeded: two concurrent bulk exports per key; per account, four concurrent webhook tests, four concurrent ' +
      'challenges, one recovery at a time, and the number of recovered deliveries, challenges and new endpoints within ' +
      '24 hours; failed authentication and pictures per client address.',
    remedy:
      'Wait for the number of seconds in Retry-After. A batch consumes one token per pair; a bulk export consumes one ' +
      `per ${SNAPSHOT_ROWS_PER_TOKEN.drops} drops, ${SNAPSHOT_ROWS_PER_TOKEN.hype} points or ` +
      `${SNAPSHOT_ROWS_PER_TOKEN.allocations} wallets, and an allocation range one per ${RANGE_ROWS_PER_TOKEN} rows.`,
  },
  headers_too_large: {
    when: 'The request line and headers exceed 16 KiB in total.',
    remedy: 'Send fewer or shorter headers and parameters.',
  },
  internal_error: {
    when: 'An unexpected error occurred in the service.',
    remedy: 'Retry. If the error persists, report the request_id to the operator.',
  },
  unavailable: {
    when: 'A component that the response depends on is temporarily unavailable.',
    remedy: 'Retry after the number of seconds in Retry-After.',
  },
};
