import { type Dispatcher, request } from 'undici';
import { SourceError } from '../source-error';
import { decodeText, decompress, errorCode, readBody } from './response-body';
import type { HostBreakers, Outcome } from './host-breakers';
import type { Outgoing } from './outgoing';
import { headerLine, isUsedUp, type ResponseHeaders, retryAfterMs } from './response-headers';
import type { RequestOptions } from './source-http';

/** Bytes of the body of a failure that are drained, so that its connection can be reused, or read, if the source explains it. */
const DRAINED_BYTES_MAX = 16_384;

/** Dependencies and limits of one request. */
export interface Exchange {
  readonly hosts: HostBreakers;
  readonly dispatcher: Dispatcher;
  readonly deadline: Deadline;
  readonly nowMs: () => number;
  readonly onRequest: () => void;
  /** True for a status whose body is read. */
  readonly isAnswer: (status: number) => boolean;
  /** True for a status without a body that is no failure: a redirect, or "not modified" of a conditional request. */
  readonly isNotice: (status: number) => boolean;
  readonly bodyBytesMax: number;
  readonly explainFailure: RequestOptions['explainFailure'];
}

/** A response. */
export interface Arrived {
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Encoded body; empty if it was not read. */
  readonly body: Buffer;
}

/**
 * Sends one request through the circuit breaker of its host, without following redirects.
 *
 * @throws {SourceError}
 */
export async function exchange(outgoing: Outgoing, by: Exchange): Promise<Arrived> {
  const { url } = outgoing;
  if (by.deadline.passed !== null) throw tooLate(url.host, by.deadline);
  const admission = by.hosts.enter(url);
  let outcome: Outcome = 'abandoned';
  try {
    by.onRequest();
    const arrived = await arrive(outgoing, by).catch((error: unknown) => {
      outcome = outcomeOf(error, by.deadline);
      throw error;
    });
    outcome = 'answered';
    by.hosts.notices.read(url.host, arrived.headers, by.nowMs());
    if (by.isAnswer(arrived.status) || by.isNotice(arrived.status)) return arrived;
    const failure = await failureOf(arrived, by);
    const requestsPause = failure.kind === 'rate_limited' && failure.retryAfterMs !== null;
    if (requestsPause) by.hosts.pause(url, failure.retryAfterMs);
    else if (arrived.status >= 500) outcome = 'failed';
    throw failure;
  } finally {
    admission.end(outcome);
  }
}

async function arrive({ url, method, headers, body }: Outgoing, by: Exchange): Promise<Arrived> {
  const { signal } = by.deadline;
  let response: Dispatcher.ResponseData;
  try {
    response = await request(url, { method, headers, body, signal, dispatcher: by.dispatcher });
  } catch (error) {
    throw unreached(url.host, error, by.deadline);
  }
  const { statusCode: status, headers: received } = response;
  const bytesAnnounced = Number(headerLine(received, 'content-length') ?? Number.NaN);
  if (!by.isAnswer(status)) {
    if (by.explainFailure === undefined || by.isNotice(status)) {
      await response.body.dump({ limit: DRAINED_BYTES_MAX, signal }).catch(() => undefined);
      return { url, status, headers: received, body: Buffer.alloc(0) };
    }
    const incoming = { host: url.host, bytesAnnounced, bytesMax: DRAINED_BYTES_MAX };
    const body = await readBody(response.body, incoming).catch(() => Buffer.alloc(0));
    return { url, status, headers: received, body };
  }
  try {
    const incoming = { host: url.host, bytesAnnounced, bytesMax: by.bodyBytesMax };
    return { url, status, headers: received, body: await readBody(response.body, incoming) };
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (by.deadline.passed !== null) throw tooLate(url.host, by.deadline);
    throw new SourceError('wrong_shape', `${url.host}: the response was cut off${inBrackets(errorCode(error))}`);
  }
}

/** A response that is too large concerns one page, not the host. */
function outcomeOf(error: unknown, deadline: Deadline): Outcome {
  if (!(error instanceof SourceError) || deadline.passed === 'poll_end') return 'abandoned';
  return error.kind === 'too_large' ? 'answered' : 'failed';
}

function tooLate(host: string, { passed, timeoutMs }: Deadline): SourceError {
  const why =
    passed === 'poll_end' ? 'the poll ended before the response' : `no complete response within ${timeoutMs} ms`;
  return new SourceError('timeout', `${host}: ${why}`);
}

function unreached(host: string, error: unknown, deadline: Deadline): SourceError {
  if (deadline.passed !== null) return tooLate(host, deadline);
  const code = errorCode(error);
  const isLate = code?.includes('TIMEOUT') ?? false;
  return new SourceError(isLate ? 'timeout' : 'network', `${host}: connection failed${inBrackets(code)}`);
}

const inBrackets = (code: string | null): string => (code === null ? '' : ` (${code})`);

/** Error of a failure: of its status, or as the source explains it. */
async function failureOf({ url, status, headers, body }: Arrived, by: Exchange): Promise<SourceError> {
  const failure = statusError(url.host, status, headers, by.nowMs());
  if (by.explainFailure === undefined || failure.kind === 'rate_limited') return failure;
  const limits = { host: url.host, bytesMax: DRAINED_BYTES_MAX };
  const plain = await decompress(body, headerLine(headers, 'content-encoding'), limits).catch(() => Buffer.alloc(0));
  const text = decodeText(plain, headerLine(headers, 'content-type'));
  return by.explainFailure({ status, body: text, retryAfterMs: retryAfterMs(headers, by.nowMs()) }) ?? failure;
}

/** Unavailable for legal reasons (RFC 7725); 453 has no standard and is sent for the same by some hosts. */
const BLOCKED = new Set([451, 453]);

/** Error of a status that is a failure. */
function statusError(host: string, status: number, headers: ResponseHeaders, nowMs: number): SourceError {
  const waitMs = retryAfterMs(headers, nowMs);
  const requestsPause = headerLine(headers, 'retry-after') !== null;
  if (status === 429 || (status === 403 && (requestsPause || isUsedUp(headers))) || (status === 503 && requestsPause)) {
    return new SourceError('rate_limited', `${host}: rate limit exceeded (status ${status})`, waitMs);
  }
  if (status === 402) {
    return new SourceError('unauthorized', `${host}: the plan of the key does not include this (status 402)`);
  }
  if (status === 401 || status === 403) {
    return new SourceError('unauthorized', `${host}: access denied (status ${status})`);
  }
  if (BLOCKED.has(status)) {
    return new SourceError('blocked', `${host}: not available in the country of this machine (status ${status})`);
  }
  if (status === 404 || status === 410) {
    return new SourceError('not_found', `${host}: not found (status ${status})`);
  }
  return new SourceError('status', `${host}: status ${status}`, waitMs);
}

/** Deadline of one request: its own timeout, or the end of its poll. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Timeout of the request alone. */
  readonly timeoutMs: number;
  /** The first of the two to pass; null before either. */
  readonly passed: 'time_out' | 'poll_end' | null;
  /** Removes the timer and the listener. */
  clear(): void;
}

/** Starts a deadline. Not with `AbortSignal.timeout`, whose timer cannot be cleared. */
export function startDeadline(pollEnd: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let passed: Deadline['passed'] = null;
  const pass = (by: 'time_out' | 'poll_end') => {
    passed ??= by;
    controller.abort();
  };
  const endWithPoll = () => pass('poll_end');
  const timer = setTimeout(() => pass('time_out'), timeoutMs);
  pollEnd.addEventListener('abort', endWithPoll, { once: true });
  if (pollEnd.aborted) endWithPoll();
  return {
    signal: controller.signal,
    timeoutMs,
    get passed() {
      return passed;
    },
    clear: () => {
      clearTimeout(timer);
      pollEnd.removeEventListener('abort', endWithPoll);
    },
  };
}
