import { ApiError, RateLimitError } from '@droptrack/sdk';

/**
 * Reasons for which the API gave no data: no response in time, an error of its own, or the limit of the key. Of several, the
 * last one is shown.
 */
export const FAILURES = ['outage', 'trouble', 'limit'] as const;
export type Failure = (typeof FAILURES)[number];

/** Sentences about the reasons, without a full stop. */
export const FAILURE_SENTENCES: Readonly<Record<Failure, string>> = {
  outage: 'The API does not respond',
  trouble: 'The API cannot serve this site at the moment',
  limit: 'This site has reached the limit of its API key',
};

/** Reason of an error that the SDK throws for a request without data. */
export function failureOf(error: Error): Failure {
  if (error instanceof RateLimitError) return 'limit';
  return error instanceof ApiError ? 'trouble' : 'outage';
}

/** Reason of a response without data; null for one with data, and for a rejection of the request itself. */
export function failureOfStatus(status: number): Exclude<Failure, 'outage'> | null {
  if (status === 429) return 'limit';
  return status >= 500 ? 'trouble' : null;
}
