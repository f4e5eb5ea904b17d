import { SourceError } from '../source.error';
import { headerLine, type ResponseHeaders } from './header-line';
import { isUsedUp, retryAfterMs } from './retry-after';

/** What a status that is no answer stands for. */
export function refusal(host: string, status: number, headers: ResponseHeaders, nowMs: number): SourceError {
  const waitMs = retryAfterMs(headers, nowMs);
  const asksToWait = headerLine(headers, 'retry-after') !== null;
  if (status === 429 || (status === 403 && (asksToWait || isUsedUp(headers))) || (status === 503 && asksToWait)) {
    return new SourceError('rate_limited', `${host}: wants to be asked less often (status ${status})`, waitMs);
  }
  if (status === 401 || status === 403) {
    return new SourceError('unauthorized', `${host}: does not let us in (status ${status})`);
  }
  if (status === 404 || status === 410) {
    return new SourceError('not_found', `${host}: knows nothing of what was asked (status ${status})`);
  }
  return new SourceError('status', `${host}: answered with status ${status}`, waitMs);
}
