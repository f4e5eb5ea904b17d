import { type Dispatcher, request } from 'undici';
import { SourceError } from '../source.error';
import type { Deadline } from './deadline';
import { errorCode } from './error-code';
import { headerLine, type ResponseHeaders } from './header-line';
import type { HostBreakers, Outcome } from './host-breakers';
import type { Outgoing } from './outgoing';
import { readBody } from './read-body';
import { refusal } from './refusal';

/** Of a body that nobody reads this much is taken in, so that its connection can be used again. */
const DRAINED_BYTES_MAX = 16_384;

/** What one request is made with. */
export interface Exchange {
  readonly hosts: HostBreakers;
  readonly dispatcher: Dispatcher;
  readonly deadline: Deadline;
  readonly nowMs: () => number;
  readonly onRequest: () => void;
  /** Of this status the body is read. */
  readonly isAnswer: (status: number) => boolean;
  /** Neither an answer nor a failure: a redirect, or "not modified" where that was asked for. */
  readonly isNotice: (status: number) => boolean;
  readonly bodyBytesMax: number;
}

/** What came back. */
export interface Arrived {
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** As it came over the wire; empty where it was not read. */
  readonly body: Buffer;
}

/**
 * One request and its answer, through the gate of its host; follows nothing.
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
    if (by.isAnswer(arrived.status) || by.isNotice(arrived.status)) return arrived;
    const refused = refusal(url.host, arrived.status, arrived.headers, by.nowMs());
    const asksToWait = refused.kind === 'rate_limited' && refused.retryAfterMs !== null;
    if (asksToWait) by.hosts.leaveAlone(url, refused.retryAfterMs);
    else if (arrived.status >= 500) outcome = 'failed';
    throw refused;
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
  if (!by.isAnswer(status)) {
    await response.body.dump({ limit: DRAINED_BYTES_MAX, signal }).catch(() => undefined);
    return { url, status, headers: received, body: Buffer.alloc(0) };
  }
  try {
    const bytesAnnounced = Number(headerLine(received, 'content-length') ?? Number.NaN);
    const incoming = { host: url.host, bytesAnnounced, bytesMax: by.bodyBytesMax };
    return { url, status, headers: received, body: await readBody(response.body, incoming) };
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (by.deadline.passed !== null) throw tooLate(url.host, by.deadline);
    throw new SourceError('wrong_shape', `${url.host}: the answer was cut off${inBrackets(errorCode(error))}`);
  }
}

/** What is too large is about one page; the host is well. */
function outcomeOf(error: unknown, deadline: Deadline): Outcome {
  if (!(error instanceof SourceError) || deadline.passed === 'poll_end') return 'abandoned';
  return error.kind === 'too_large' ? 'answered' : 'failed';
}

function tooLate(host: string, { passed, timeoutMs }: Deadline): SourceError {
  const why = passed === 'poll_end' ? 'the poll ended before its answer' : `no whole answer within ${timeoutMs} ms`;
  return new SourceError('timeout', `${host}: ${why}`);
}

function unreached(host: string, error: unknown, deadline: Deadline): SourceError {
  if (deadline.passed !== null) return tooLate(host, deadline);
  const code = errorCode(error);
  const isLate = code?.includes('TIMEOUT') ?? false;
  return new SourceError(isLate ? 'timeout' : 'network', `${host}: could not be reached${inBrackets(code)}`);
}

const inBrackets = (code: string | null): string => (code === null ? '' : ` (${code})`);
