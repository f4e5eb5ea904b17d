import type { HeaderObject, ParameterObject, Reference } from './openapi-types';
import { CLIENT_ID_PATTERN } from '../../platform/server/request-id';
import { EXAMPLE_PAGE, EXAMPLE_REQUEST_ID } from './example-catalogue';
import { PUBLIC_URL } from './public-url';

const always = (description: string, schema: object, example: string): HeaderObject => ({
  description,
  required: true,
  schema: { type: 'string', ...schema },
  example,
});

const sometimes = (description: string, schema: object, example: string): HeaderObject => ({
  description,
  schema: { type: 'string', ...schema },
  example,
});

const fixed = (description: string, value: string): HeaderObject => always(description, { const: value }, value);

const REQUEST_ID_PATTERN = '^[A-Za-z0-9_-]{1,64}$';

/** What is said of the limit, on every answer to a request that took from it. */
const RATE_LIMIT = {
  policy: {
    description: 'The limit: requests at once (`q`), and the seconds in which as many come in again (`w`).',
    pattern: '^"[a-z]+";q=[1-9][0-9]*;w=[1-9][0-9]*$',
    example: '"pro";q=600;w=60',
  },
  state: {
    description: 'What is left: whole requests (`r`), and seconds to the next one (`t`, 0 when the limit is full).',
    pattern: '^"[a-z]+";r=[0-9]+;t=[0-9]+$',
    example: '"pro";r=599;t=1',
  },
  unless: 'Not sent when the request was refused before its key was known.',
} as const;

/** Headers of answers, by the name of their component. */
export const HEADERS = {
  CacheControl: fixed('May be kept by the caller alone, and must be asked for again.', 'private, no-cache'),
  ContentEncoding: sometimes(
    'The compression, when `Accept-Encoding` asked for one and the body has more than 1 KiB.',
    { enum: ['br', 'gzip'] },
    'br',
  ),
  DataAsOf: always(
    'The instant up to which the answer is complete, RFC 3339 UTC with milliseconds.',
    { format: 'date-time' },
    EXAMPLE_PAGE.asOf,
  ),
  Deprecation: always('Since when the route is deprecated (RFC 9745).', { pattern: '^@[0-9]+$' }, '@1790000000'),
  DeprecationLink: always('Where it is explained what to use instead.', {}, '<…>; rel="deprecation"; type="text/html"'),
  ETag: always(
    'Weak tag of the body without `as_of`: it stays the same until something in the answer changes.',
    { pattern: '^W/"[A-Za-z0-9_-]+"$' },
    EXAMPLE_PAGE.etag,
  ),
  FileETag: always(
    'Weak tag of the file: it stays the same until the file changes.',
    { pattern: '^W/"[A-Za-z0-9_-]+"$' },
    EXAMPLE_PAGE.etag,
  ),
  ListVersion: always('Version of the list that the rows are of.', { pattern: '^[1-9][0-9]*$' }, '3'),
  Location: always('Address of what was made.', { format: 'uri' }, `${PUBLIC_URL}/v1/webhooks/wh_3kT9vPq2Lm`),
  NextLink: sometimes(
    'Address of the next page with `rel="next"` (RFC 8288); not sent with the last page.',
    { pattern: '^<[^>]+>; rel="next"$' },
    `<${PUBLIC_URL}${EXAMPLE_PAGE.nextPath}>; rel="next"`,
  ),
  NoStore: fixed("Not to be kept: a refusal, or an answer about what is the caller's own.", 'no-store'),
  RateLimit: always(RATE_LIMIT.state.description, { pattern: RATE_LIMIT.state.pattern }, RATE_LIMIT.state.example),
  RateLimitIfCounted: sometimes(
    `${RATE_LIMIT.state.description} ${RATE_LIMIT.unless}`,
    { pattern: RATE_LIMIT.state.pattern },
    RATE_LIMIT.state.example,
  ),
  RateLimitPolicy: always(
    RATE_LIMIT.policy.description,
    { pattern: RATE_LIMIT.policy.pattern },
    RATE_LIMIT.policy.example,
  ),
  RateLimitPolicyIfCounted: sometimes(
    `${RATE_LIMIT.policy.description} ${RATE_LIMIT.unless}`,
    { pattern: RATE_LIMIT.policy.pattern },
    RATE_LIMIT.policy.example,
  ),
  RequestId: always(
    "The request's id: the client's own, or one of ours. Name it when you report a fault.",
    { pattern: REQUEST_ID_PATTERN },
    EXAMPLE_REQUEST_ID,
  ),
  RetryAfter: always('Whole seconds to wait before the next attempt.', { pattern: '^[1-9][0-9]*$' }, '2'),
  Sunset: always('The last day of the route (RFC 8594).', {}, 'Wed, 22 Sep 2027 00:00:00 GMT'),
  Vary: always('What the answer depends on beside its address.', { pattern: '^Authorization, Accept, Accept-Encoding(, Origin)?$' }, 'Authorization, Accept, Accept-Encoding'), // prettier-ignore
  WwwAuthenticate: always(
    'How to identify yourself; names `invalid_token` when a key was sent.',
    { pattern: '^Bearer realm="droptrack"' },
    'Bearer realm="droptrack", error="invalid_token"',
  ),
} as const satisfies Record<string, HeaderObject>;

export const headerRef = (name: keyof typeof HEADERS): Reference => ({ $ref: `#/components/headers/${name}` });

/** The fields about the limit, for answers that always bear them and for those that may. */
export const RATE_HEADERS = {
  always: { 'RateLimit-Policy': headerRef('RateLimitPolicy'), RateLimit: headerRef('RateLimit') },
  ifCounted: { 'RateLimit-Policy': headerRef('RateLimitPolicyIfCounted'), RateLimit: headerRef('RateLimitIfCounted') },
} as const;

/**
 * Headers that clients may send, by the name of their component. Like those of the query, their examples stand in
 * the schema, where the reference page does not send them unless the reader types them.
 */
export const REQUEST_HEADERS = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` you have, a list of them, or `*`: if the answer would bear one of them, it is 304.',
    schema: { type: 'string', examples: [EXAMPLE_PAGE.etag] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'An id of your own for this request: a UUID, a ULID, a W3C trace id, or one of ours (`req_…`). Any other value is ' +
      'replaced, not rejected: ids are logged, and no form that is kept can hold a wallet or an API key.',
    schema: { type: 'string', pattern: CLIENT_ID_PATTERN.source, examples: ['0b0f3c2e-5a4d-4c1b-9f3e-7d2a1b6c8e90'] },
  },
} as const satisfies Record<string, ParameterObject>;

export const parameterRef = (name: keyof typeof REQUEST_HEADERS): Reference => ({
  $ref: `#/components/parameters/${name}`,
});
