import { SourceError } from '../source.error';
import { headerLine, type ResponseHeaders } from './header-line';
import { isUsedUp, retryAfterMs } from './retry-after';

/** Error of a status that is a failure. */
export function refusal(host: string, status: number, headers: ResponseHeaders, nowMs: number): SourceError {
  const waitMs = retryAfterMs(headers, nowMs);
  const asksToWait = headerLine(headers, 'retry-after') !== null;
  if (status === 429 || (status === 403 && (asksToWait || isUsedUp(headers))) || (status === 503 && asksToWait)) {
    return new SourceError('rate_limited', `${host}: rate limit exceeded (status ${status})`, waitMs);
  }
  if (status === 401 || status === 403) {
    return new SourceError('unauthorized', `${host}: access denied (status ${status})`);
  }
  if (status === 404 || status === 410) {
    return new SourceError('not_found', `${host}: not found (status ${status})`);
  }
  return new SourceError('status', `${host}: status ${status}`, waitMs);
}
