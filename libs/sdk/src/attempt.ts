import { reasonOf, safeCause } from './cause';
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
  const { url, init, streamed } = request;
  const stop = new Stop(request.signal);
  return inTime(config, request, stop, async () => {
    const response = await config.fetch(url, { ...init, signal: stop.signal });
    const { status, headers } = response;
    // Of a fetch that takes no notice: nobody waits for its answer any more.
    if (stop.signal.aborted) void response.body?.cancel().catch(() => undefined);
    // What stands before an API may drop the type of its answers, but names that of its own.
    const isStreamed = streamed && response.ok && (headers.get('content-type') ?? streamed).startsWith(streamed);
    const reader = isStreamed ? response.body?.getReader() : undefined;
    if (reader === undefined) return { status, headers, body: await response.text(), bytes: null };
    return { status, headers, body: '', bytes: bytesOf(reader, config, request, stop) };
  });
}

/** An answer that is read as it comes. Abort ends it between two pieces, too: whoever holds it need not ask for more. */
function bytesOf(reader: ReadableStreamDefaultReader<Uint8Array>, config: Config, request: Request, stop: Stop): Bytes {
  stop.isHeld = true;
  stop.signal.addEventListener('abort', () => {
    stop.letGo();
    reader.cancel().catch(() => undefined);
  });
  return {
    next: () =>
      inTime(config, request, stop, async () => {
        stop.isHeld = false;
        const piece = (await reader.read()).value ?? null;
        stop.isHeld = piece !== null;
        return piece;
      }),
    close: () => stop.abort(aborted(request.signal)),
  };
}

/** Ends an attempt, and tells so without an event: to listen to a signal costs a call a seventh of what it takes. */
class Stop {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  /** Told when it ends; of one listener. */
  onAbort: (() => void) | null = null;
  /** Whether an answer is held that has more pieces: it ends with the caller's signal even while nobody reads. */
  isHeld = false;
  /** Of the caller's signal. */
  readonly letGo: () => void;

  constructor(outer: AbortSignal | undefined) {
    const onOuter = (): void => this.abort(aborted(outer));
    outer?.addEventListener('abort', onOuter);
    this.letGo = () => outer?.removeEventListener('abort', onOuter);
  }

  abort(reason: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    this.onAbort?.();
  }
}

/** Runs a part of a call; whatever `fetch` makes of its signal, time-out and `stop` end it. */
function inTime<T>({ redact }: Config, { url, timeoutMs }: Request, stop: Stop, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => stop.abort(new TimeoutError(`No whole answer within ${timeoutMs} ms`)), timeoutMs);
    const settle = (): void => {
      clearTimeout(timer);
      stop.onAbort = null;
      if (!stop.isHeld) stop.letGo();
    };
    const onStop = (): void => {
      settle();
      reject(stop.signal.reason);
    };
    if (stop.signal.aborted) return onStop();
    stop.onAbort = onStop;
    work().then(
      (result) => {
        settle();
        resolve(result);
      },
      (error: unknown) => {
        settle();
        const cause = safeCause(error, redact);
        reject(new ConnectionError(`No whole answer from ${new URL(url).origin}: ${reasonOf(cause)}`, { cause }));
      },
    );
  });
}

/** The error for a signal that has fired. */
export const aborted = (signal: AbortSignal | undefined): AbortError =>
  new AbortError('The call was aborted', { cause: signal?.reason });
