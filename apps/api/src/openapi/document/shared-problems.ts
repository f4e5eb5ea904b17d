import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { notAcceptable } from '../../platform/input/accept.guard';
import { limitExceeded, limitOf } from '../../platform/rate-limit/token-bucket';
import type { ProblemOccasion } from './route-docs';

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
  NotAcceptable: [{ error: notAcceptable(false), instance: INSTANCE }],
  InternalError: [on('internal_error', 'Something went wrong on our side')],
  Unavailable: [{ error: new UnavailableError('The data cannot be confirmed at the moment'), instance: INSTANCE }],
} as const satisfies Record<string, readonly ProblemOccasion[]>;
export type SharedProblemName = keyof typeof SHARED_PROBLEMS;
