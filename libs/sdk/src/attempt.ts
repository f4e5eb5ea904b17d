import { safeCause } from './cause';
import { AbortError, ConnectionError, TimeoutError } from './errors';
import type { Config } from './options';

/** A request that changes nothing, ready to be sent any number of times. */
export interface Request {
  readonly url: string;
  readonly init: RequestInit;
  /** Media type of a success that is read as it comes; undefined where answers are read whole. */
  readonly streamed: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
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

/** An answer of any status. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** All of it; empty where it is streamed. */
  readonly body: string;
  /** Null where `body` has it all. */
  readonly bytes: Bytes | null;
}

/**
 * Sends a request once and reads the answer: to its end within the time of the request, or, where it is a success that
 * is streamed, as it comes, each piece within that time.
 *
 * Time-out and abort hold even if `fetch` takes no notice of its signal.
 *
 * @throws {ConnectionError} when no whole answer came.
 * @throws {TimeoutError} when it did not come in time.
 * @throws {AbortError} when the request's own signal fired.
 */
export function attempt(config: Config, request: Request): Promise<Reply> {
  const { fetch } = config;
  const { url, init, streamed } = request;
  const stop = new AbortController();
  return inTime(config, request, stop, async () => {
    const response = await fetch(url, { ...init, signal: stop.signal });
    const { status, headers } = response;
    // What stands before an API may drop the type of its answers, but names that of its own.
    const isStreamed = streamed && response.ok && (headers.get('content-type') ?? streamed).startsWith(streamed);
    const reader = isStreamed ? response.body?.getReader() : undefined;
    if (reader === undefined) return { status, headers, body: await response.text(), bytes: null };
    const bytes: Bytes = {
      next: () => inTime(config, request, stop, async () => (await reader.read()).value ?? null),
      close: () => stop.abort(),
    };
    return { status, headers, body: '', bytes };
  });
}

/** Runs a part of a call; whatever `fetch` makes of its signal, time-out and abort end it. */
function inTime<T>(
  { redact }: Config,
  { url, timeoutMs, signal }: Request,
  stop: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const end = (error: AbortError | TimeoutError): void => {
      settle();
      reject(error);
      stop.abort(error);
    };
    const onAbort = (): void => end(aborted(signal));
    const timer = setTimeout(() => end(new TimeoutError(`No whole answer within ${timeoutMs} ms`)), timeoutMs);
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);
    work()
      .then(resolve, (error: unknown) => {
        const cause = safeCause(error, redact);
        reject(new ConnectionError(`No whole answer from ${new URL(url).origin}`, { cause }));
      })
      .finally(settle);
  });
}

/** The error for a signal that has fired. */
export const aborted = (signal: AbortSignal | undefined): AbortError =>
  new AbortError('The call was aborted', { cause: signal?.reason });
