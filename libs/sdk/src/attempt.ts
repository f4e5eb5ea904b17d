import { AbortError, ConnectionError, TimeoutError } from './errors';
import type { Fetch } from './options';

/** A request that changes nothing, ready to be sent any number of times. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Headers;
  /** JSON; undefined with a GET. */
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer of any status, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Sends a request once and reads the whole answer.
 *
 * Time-out and abort hold even if `fetch` takes no notice of its signal.
 *
 * @throws {ConnectionError} when no whole answer came.
 * @throws {TimeoutError} when it did not come in time.
 * @throws {AbortError} when the request's own signal fired.
 */
export async function attempt(fetch: Fetch, request: Request): Promise<Reply> {
  const stop = new AbortController();
  const onAbort = () => stop.abort(aborted(request.signal));
  const onTimeout = () => stop.abort(new TimeoutError(`No whole answer within ${request.timeoutMs} ms`));
  const timer = setTimeout(onTimeout, request.timeoutMs);
  request.signal?.addEventListener('abort', onAbort);
  try {
    return await Promise.race([failure(stop.signal), send(fetch, request, stop.signal)]);
  } catch (cause) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw new ConnectionError(`No whole answer from ${new URL(request.url).origin}`, { cause });
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onAbort);
  }
}

/** The error for a signal that has fired. */
export const aborted = (signal: AbortSignal | undefined): AbortError =>
  new AbortError('The call was aborted', { cause: signal?.reason });

async function send(fetch: Fetch, { method, url, headers, body }: Request, signal: AbortSignal): Promise<Reply> {
  const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Never comes true; fails with the reason of the signal. */
const failure = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
