import { reasonOf, safeCause } from './cause';
import { AbortError, ConnectionError, TimeoutError } from './errors';
import { masked } from './hooks';
import type { Config } from './options';

/** Request that can be sent any number of times. */
export interface Request {
  readonly url: string;
  readonly init: RequestInit & { readonly method: string };
  /** Media type of a successful response that is streamed; undefined for a response that is buffered. */
  readonly streamed: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Streamed response body. */
export interface Bytes {
  /**
   * Reads the next chunk.
   *
   * @returns null at the end of the body.
   * @throws {@link ConnectionError} when the connection fails.
   * @throws {@link TimeoutError} when no chunk arrives within `timeoutMs`.
   * @throws {@link AbortError} when the `signal` of the call is aborted.
   */
  next(): Promise<Uint8Array | null>;
  /** Aborts the transfer. */
  close(): void;
}

/** Response of any status. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Whole body; empty for a streamed response. */
  readonly body: string;
  /** Streamed body; null for a buffered response. */
  readonly bytes: Bytes | null;
}

/**
 * Sends a request once. The timeout covers a buffered response with its body, and each chunk of a streamed one.
 *
 * Timeout and abort take effect even with a `fetch` that ignores its signal.
 *
 * @throws {@link ConnectionError} when the connection fails before the end of the response.
 * @throws {@link TimeoutError} when the timeout expires.
 * @throws {@link AbortError} when the signal of the request is aborted.
 */
export function attempt(config: Config, request: Request): Promise<Reply> {
  const { url, init, streamed } = request;
  const stop = new Stop(request.signal);
  return inTime(config, request, stop, async () => {
    const response = await config.fetch(url, { ...init, signal: stop.signal });
    stop.hasResponse = true;
    const { status, headers } = response;
    // A fetch that ignores its signal resolves after the call has ended: its body is not needed.
    if (stop.signal.aborted) void response.body?.cancel().catch(() => undefined);
    // A proxy may drop the type of the API's responses, but its own responses have one.
    const isStreamed = streamed && response.ok && (headers.get('content-type') ?? streamed).startsWith(streamed);
    const reader = isStreamed ? response.body?.getReader() : undefined;
    if (reader === undefined) return { status, headers, body: await response.text(), bytes: null };
    return { status, headers, body: '', bytes: bytesOf(reader, config, request, stop) };
  });
}

/** Streams a body. An abort also takes effect between two chunks, without a pending read. */
function bytesOf(reader: ReadableStreamDefaultReader<Uint8Array>, config: Config, request: Request, stop: Stop): Bytes {
  stop.isStreaming = true;
  stop.signal.addEventListener('abort', () => {
    stop.detach();
    reader.cancel().catch(() => undefined);
  });
  return {
    next: () =>
      inTime(config, request, stop, async () => {
        stop.isStreaming = false;
        const chunk = (await reader.read()).value ?? null;
        stop.isStreaming = chunk !== null;
        return chunk;
      }),
    close: () => stop.abort(aborted(request.signal)),
  };
}

/** Aborts an attempt. It calls `onAbort` directly: an event listener on the signal takes a seventh of the time of a call. */
class Stop {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  /** Called on abort; at most one listener. */
  onAbort: (() => void) | null = null;
  /** True while a streamed body has more chunks: the caller's signal then aborts it even between two reads. */
  isStreaming = false;
  /** True after the start of the response. */
  hasResponse = false;
  /** Removes the listener from the caller's signal. */
  readonly detach: () => void;

  constructor(outer: AbortSignal | undefined) {
    const onOuter = (): void => this.abort(aborted(outer));
    outer?.addEventListener('abort', onOuter);
    this.detach = () => outer?.removeEventListener('abort', onOuter);
  }

  abort(reason: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    this.onAbort?.();
  }
}

/** Runs a part of a call until it finishes, the timeout expires or `stop` aborts, even if `fetch` ignores its signal. */
function inTime<T>({ redact }: Config, { url, timeoutMs }: Request, stop: Stop, work: () => Promise<T>): Promise<T> {
  const { origin } = new URL(url);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => stop.abort(new TimeoutError(`No complete response from ${origin} within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const finish = (): void => {
      clearTimeout(timer);
      stop.onAbort = null;
      if (!stop.isStreaming) stop.detach();
    };
    const onStop = (): void => {
      finish();
      reject(stop.signal.reason);
    };
    if (stop.signal.aborted) return onStop();
    stop.onAbort = onStop;
    work().then(
      (result) => {
        finish();
        resolve(result);
      },
      (error: unknown) => {
        finish();
        // A foreign `fetch` may quote the request.
        const cause = safeCause(error, (text) => masked(redact(text)));
        const reason = reasonOf(cause);
        const failure = stop.hasResponse || LOST.test(reason) ? 'Lost the connection' : 'Could not connect';
        reject(new ConnectionError(`${failure} to ${origin}: ${reason}`, { cause }));
      },
    );
  });
}

/** Reasons of a connection that failed after it was established: the request may have taken effect. */
const LOST = /ECONNRESET|EPIPE|UND_ERR_SOCKET/;

/** Creates the error for an aborted signal. */
export const aborted = (signal: AbortSignal | undefined): AbortError =>
  new AbortError('The call was aborted', { cause: signal?.reason });
