import type { HeaderObject, ParameterObject, Reference } from './openapi-types';
import { DELAYED_VIEW } from '../../platform/input/data-view';
import { IDEMPOTENCY_KEY_PATTERN } from '../../platform/input/idempotency-key';
import { CLIENT_ID_PATTERN } from '../../platform/fast-path/access-log';
import { EXAMPLE_PAGE, EXAMPLE_REQUEST_ID, PUBLIC_URL } from './example-catalogue';

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

/** Texts and patterns of the rate-limit headers. */
const RATE_LIMIT = {
  policy: {
    description:
      'Rate limit of the key: capacity of the bucket in requests (`q`), and seconds in which an empty bucket refills (`w`).',
    pattern: '^"[a-z]+";q=[1-9][0-9]*;w=[1-9][0-9]*$',
    example: '"pro";q=600;w=60',
  },
  state: {
    description:
      'State of the bucket: remaining requests (`r`), and seconds until the next one is added (`t`; 0 if the bucket is full).',
    pattern: '^"[a-z]+";r=[0-9]+;t=[0-9]+$',
    example: '"pro";r=599;t=1',
  },
  unless: 'Absent if the request was rejected before its key was verified.',
  ofKey: 'Absent if the operator permits shared caches to use the response for all keys.',
} as const;

/** Response headers by component name. */
export const HEADERS = {
  CacheControl: fixed(
    'The response may be stored by the client only, and must be revalidated before use.',
    'private, no-cache',
  ),
  ContentEncoding: sometimes(
    'Compression of the body. Present if `Accept-Encoding` allows it and the body is larger than 1 KiB.',
    { enum: ['br', 'gzip'] },
    'br',
  ),
  DataAsOf: always(
    'Instant up to which the response is complete, RFC 3339 UTC with milliseconds.',
    { format: 'date-time' },
    EXAMPLE_PAGE.asOf,
  ),
  DataSequence: sometimes(
    'Position in the log at which the response is correct: a stream with it as `after` continues without a gap. Absent from past states (`as_of`).',
    { pattern: '^[0-9]+$' },
    '8843',
  ),
  Deprecation: always(
    'Time since which the operation is deprecated, as Unix time (RFC 9745).',
    { pattern: '^@[0-9]+$' },
    '@1790000000',
  ),
  DeprecationLink: always(
    'URL of the page that describes the replacement.',
    {},
    '<…>; rel="deprecation"; type="text/html"',
  ),
  ETag: always(
    'Weak entity tag of the body without `as_of`. It changes only if the data changes.',
    { pattern: '^W/"[A-Za-z0-9_-]+"$' },
    EXAMPLE_PAGE.etag,
  ),
  FileETag: always(
    'Weak entity tag of the file. It changes only if the file changes.',
    { pattern: '^W/"[A-Za-z0-9_-]+"$' },
    EXAMPLE_PAGE.etag,
  ),
  IdempotentReplayed: sometimes(
    'Present on the stored response to an earlier request with the same `Idempotency-Key`.',
    { const: 'true' },
    'true',
  ),
  ListVersion: always('Version of the exported list.', { pattern: '^[1-9][0-9]*$' }, '3'),
  Location: always('URL of the created resource.', { format: 'uri' }, `${PUBLIC_URL}/v1/webhooks/wh_3kT9vPq2Lm`),
  NextLink: sometimes(
    'URL of the next page with `rel="next"` (RFC 8288). Absent on the last page.',
    { pattern: '^<[^>]+>; rel="next"$' },
    `<${PUBLIC_URL}${EXAMPLE_PAGE.nextPath}>; rel="next"`,
  ),
  NoStore: fixed('The response must not be stored: it is an error, or contains data of your account.', 'no-store'),
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
  RateLimitPolicyOfKey: sometimes(
    `${RATE_LIMIT.policy.description} ${RATE_LIMIT.ofKey}`,
    { pattern: RATE_LIMIT.policy.pattern },
    RATE_LIMIT.policy.example,
  ),
  RateLimitOfKey: sometimes(
    `${RATE_LIMIT.state.description} ${RATE_LIMIT.ofKey}`,
    { pattern: RATE_LIMIT.state.pattern },
    RATE_LIMIT.state.example,
  ),
  RequestId: always(
    'Id of the request: the id sent by the client, or a generated one. Include it when you report a problem.',
    { pattern: REQUEST_ID_PATTERN },
    EXAMPLE_REQUEST_ID,
  ),
  RetryAfter: always('Seconds to wait before the next attempt.', { pattern: '^[1-9][0-9]*$' }, '2'),
  Sunset: always('Date after which the operation no longer exists (RFC 8594).', {}, 'Wed, 22 Sep 2027 00:00:00 GMT'),
  Vary: always('Request headers that the response depends on.', { pattern: '^Authorization, Accept, Accept-Encoding(, Origin)?$' }, 'Authorization, Accept, Accept-Encoding'), // prettier-ignore
  VersionCacheControl: always(
    'By default, the response may be stored by the client only, and must be revalidated before use. An operator can permit shared caches for a limited time.',
    { pattern: '^(private, no-cache|public, max-age=[1-9][0-9]*)$' },
    'private, no-cache',
  ),
  VersionETag: always(
    'Strong entity tag of the body in its content coding. It changes only with the version of a list.',
    { pattern: '^"[A-Za-z0-9_-]+"$' },
    '"q3Vn0n0fJm1WZ5dR0yXk2eY7c8uT4hLsB9aGpIoKfMw"',
  ),
  VersionVary: always(
    'Request headers that the response depends on. Without `Authorization`, if the operator permits shared caches to use it for all keys.',
    { pattern: '^(Authorization, )?Accept, Accept-Encoding(, Origin)?$' },
    'Authorization, Accept, Accept-Encoding',
  ),
  WwwAuthenticate: always(
    'Authentication scheme. Contains `error="invalid_token"` if the request carries a key.',
    { pattern: '^Bearer realm="droptrack"' },
    'Bearer realm="droptrack", error="invalid_token"',
  ),
} as const satisfies Record<string, HeaderObject>;

export const headerRef = (name: keyof typeof HEADERS): Reference => ({ $ref: `#/components/headers/${name}` });

/** Rate-limit headers of responses that always carry them, and of responses that may. */
export const RATE_HEADERS = {
  always: { 'RateLimit-Policy': headerRef('RateLimitPolicy'), RateLimit: headerRef('RateLimit') },
  ifCounted: { 'RateLimit-Policy': headerRef('RateLimitPolicyIfCounted'), RateLimit: headerRef('RateLimitIfCounted') },
  unlessShared: { 'RateLimit-Policy': headerRef('RateLimitPolicyOfKey'), RateLimit: headerRef('RateLimitOfKey') },
} as const;

/**
 * Optional request headers by component name. Examples are part of the schema, because Swagger UI prefills and sends
 * those beside it.
 */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A random key of this request, such as a UUID. For 24 hours, a request of the account with the same key and body ' +
      'returns the stored response, so that it can be repeated safely.',
    schema: {
      type: 'string',
      pattern: IDEMPOTENCY_KEY_PATTERN.source,
      examples: ['5f0c6b1e-9a53-4c3e-8a53-0f6a0f1f4f0b'],
    },
  },
  DataView: {
    name: 'X-Data-View',
    in: 'header',
    description:
      '`delayed`: responds from the delayed view, which the plan `free` reads, whatever the plan of the key. For services ' +
      'that show the data to visitors without a key. Features and limits of the key stay the same.',
    schema: { type: 'string', enum: [DELAYED_VIEW] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'One `ETag`, a list of them, or `*`. If the current `ETag` matches, the response is 304 without a body.',
    schema: { type: 'string', examples: [EXAMPLE_PAGE.etag] },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The last `id` that was received; `EventSource` sends it when it reconnects. It has the same meaning as `after`, and wins over it.',
    schema: { type: 'string', pattern: '^[0-9]{0,15}$', examples: ['8843'] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for this request: a UUID, a ULID, a W3C trace id, or an id generated by this API (`req_…`). Any other ' +
      'value is replaced, not rejected: request ids are logged and must not contain a wallet or an API key.',
    schema: { type: 'string', pattern: CLIENT_ID_PATTERN.source, examples: ['0b0f3c2e-5a4d-4c1b-9f3e-7d2a1b6c8e90'] },
  },
} as const satisfies Record<string, ParameterObject>;

export const parameterRef = (name: keyof typeof REQUEST_HEADERS): Reference => ({
  $ref: `#/components/parameters/${name}`,
});
