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

/** The bytes of an answer, as they come. */
export interface Bytes {
  /**
   * The next of them; null at the end.
   *
   * @throws {ConnectionError} {@link TimeoutError} {@link AbortError}
   */
  next(): Promise<Uint8Array | null>;
  /** Ends the transfer. */
  close(): void;
}

/** An answer of which a success is yet to be read. */
export interface StreamReply extends Reply {
  /** Null where `body` has it all. */
  readonly bytes: Bytes | null;
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
export function attempt(fetch: Fetch, request: Request): Promise<Reply> {
  const stop = new AbortController();
  return inTime(request, stop, async () => {
    const response = await send(fetch, request, stop.signal);
    return { status: response.status, headers: response.headers, body: await response.text() };
  });
}

/**
 * Sends a request once, and reads the answer only where it is an error: a success is left to be read as it comes, each
 * piece of it within the time of the request.
 *
 * @throws as {@link attempt}.
 */
export function attemptStream(fetch: Fetch, request: Request): Promise<StreamReply> {
  const stop = new AbortController();
  return inTime(request, stop, async () => {
    const response = await send(fetch, request, stop.signal);
    const { status, headers, ok, body } = response;
    if (!ok) return { status, headers, body: await response.text(), bytes: null };
    const reader = body?.getReader();
    const bytes: Bytes = {
      next: () => inTime(request, stop, async () => (await reader?.read())?.value ?? null),
      close: () => stop.abort(),
    };
    return { status, headers, body: '', bytes };
  });
}

/** Runs a part of a call; whatever `fetch` makes of its signal, time-out and abort end it. */
async function inTime<T>(request: Request, stop: AbortController, work: () => Promise<T>): Promise<T> {
  let onStop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => (onStop = () => reject(stop.signal.reason)));
  const onAbort = () => stop.abort(aborted(request.signal));
  const onTimeout = () => stop.abort(new TimeoutError(`No whole answer within ${request.timeoutMs} ms`));
  const timer = setTimeout(onTimeout, request.timeoutMs);
  request.signal?.addEventListener('abort', onAbort);
  stop.signal.addEventListener('abort', onStop);
  try {
    if (request.signal?.aborted) onAbort();
    if (stop.signal.aborted) onStop();
    return await Promise.race([stopped, work()]);
  } catch (cause) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw new ConnectionError(`No whole answer from ${new URL(request.url).origin}`, { cause });
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onAbort);
    stop.signal.removeEventListener('abort', onStop);
  }
}

/** The error for a signal that has fired. */
export const aborted = (signal: AbortSignal | undefined): AbortError =>
  new AbortError('The call was aborted', { cause: signal?.reason });

const send = (fetch: Fetch, { method, url, headers, body }: Request, signal: AbortSignal): Promise<Response> =>
  fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
