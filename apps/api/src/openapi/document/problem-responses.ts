import { PROBLEM_STATUS } from '@droptrack/contracts';
import { presentProblem, PROBLEM_TITLES } from '../../platform/errors/problem';
import { PROBLEM_GUIDES } from '../../resources/problems/problem-guide';
import { EXAMPLE_REQUEST_ID, PUBLIC_URL } from './example-catalogue';
import { headerRef, RATE_HEADERS } from './headers';
import type { ExampleObject, Reference, ResponseObject, Responses } from './openapi-types';
import type { ProblemOccasion } from './route-docs';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { notAcceptable } from '../../platform/input/accept.guard';
import { limitExceeded, limitOf } from '../../platform/rate-limit/key-limit';

/** Headers of responses with a specific status. */
const HEADERS_OF_STATUS: Readonly<Record<number, Readonly<Record<string, Reference>>>> = {
  400: RATE_HEADERS.ifCounted,
  401: { 'WWW-Authenticate': headerRef('WwwAuthenticate') },
  403: RATE_HEADERS.ifCounted,
  404: RATE_HEADERS.ifCounted,
  406: RATE_HEADERS.ifCounted,
  410: RATE_HEADERS.ifCounted,
  415: RATE_HEADERS.ifCounted,
  422: RATE_HEADERS.ifCounted,
  429: { 'Retry-After': headerRef('RetryAfter'), ...RATE_HEADERS.ifCounted },
  500: RATE_HEADERS.ifCounted,
  503: { 'Retry-After': headerRef('RetryAfter'), ...RATE_HEADERS.ifCounted },
};

/** Problem responses by status, with one example per code (the first of each code). */
export function problemResponses(occasions: readonly ProblemOccasion[]): Record<string, ResponseObject> {
  const statuses = [...new Set(occasions.map(({ error }) => PROBLEM_STATUS[error.code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      problemResponse(
        status,
        occasions.filter(({ error }) => error.status === status),
      ),
    ]),
  );
}

/** Components for problems that many routes share. */
export function sharedResponses(): Record<string, ResponseObject> {
  const entries = Object.entries(SHARED_PROBLEMS) as [SharedProblemName, readonly ProblemOccasion[]][];
  return Object.fromEntries(entries.map(([name, occasions]) => [name, problemResponse(statusOf(name), occasions)]));
}

/** References to these components, by status. */
export const sharedRefs = (names: readonly SharedProblemName[]): Responses =>
  Object.fromEntries(names.map((name) => [statusOf(name), { $ref: `#/components/responses/${name}` }]));

const statusOf = (name: SharedProblemName): number => SHARED_PROBLEMS[name][0].error.status;

function problemResponse(status: number, occasions: readonly ProblemOccasion[]): ResponseObject {
  const codes = [...new Set(occasions.map(({ error }) => error.code))];
  const first = codes.flatMap((code) => occasions.find(({ error }) => error.code === code) ?? []);
  return {
    'x-problem-codes': codes,
    description: codes.map((code) => `- \`${code}\`: ${PROBLEM_GUIDES[code].when}`).join('\n'),
    headers: {
      'X-Request-Id': headerRef('RequestId'),
      'Cache-Control': headerRef('NoStore'),
      ...HEADERS_OF_STATUS[status],
    },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(first.map((occasion) => [occasion.error.code, exampleOf(occasion)])),
      },
    },
  };
}

function exampleOf({ error, instance }: ProblemOccasion): ExampleObject {
  const context = { publicUrl: PUBLIC_URL, instance, requestId: EXAMPLE_REQUEST_ID };
  return { summary: PROBLEM_TITLES[error.code], value: presentProblem(error, context) };
}

/** Path in the examples of shared problems. */
const INSTANCE = '/v1/drops';

const on = (...args: ConstructorParameters<typeof DomainError>): ProblemOccasion => ({
  error: new DomainError(...args),
  instance: INSTANCE,
});

/** Problems that many routes share, by component name: one component per status. */
export const SHARED_PROBLEMS = {
  Unauthorized: [
    on('missing_api_key', 'Send an API key: Authorization: Bearer dtk_…'),
    on('invalid_api_key', 'The API key does not exist'),
    on('expired_api_key', 'The API key has expired'),
    on('revoked_api_key', 'The API key was revoked'),
  ],
  TooManyRequests: [
    { error: limitExceeded(limitOf({ plan: 'free', requestsPerMinute: null }).terms, 0), instance: INSTANCE },
  ],
  NotAcceptable: [{ error: notAcceptable(null), instance: INSTANCE }],
  InternalError: [on('internal_error', 'Something went wrong on our side')],
  Unavailable: [{ error: new UnavailableError('The data cannot be confirmed at the moment'), instance: INSTANCE }],
} as const satisfies Record<string, readonly ProblemOccasion[]>;
export type SharedProblemName = keyof typeof SHARED_PROBLEMS;
