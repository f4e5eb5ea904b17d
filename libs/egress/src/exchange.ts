import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** Of a body this much is read, what comes behind it is never asked for. */
export const READ_BYTES_MAX = 16_384;
/** Of that this much is kept. */
export const KEPT_BYTES_MAX = 1_024;

/** What came of a request. */
export interface Received {
  /** Null when no answer began. */
  readonly statusCode: number | null;
  readonly headers: IncomingHttpHeaders | null;
  /** The first of the body; null when it has none. */
  readonly body: Uint8Array | null;
  /** Why the answer is missing or not whole; null when it is whole, or whole as far as it is read. */
  readonly failure: unknown;
  /** Whether another request may follow on the same connection, if that is still open. */
  readonly isWhole: boolean;
}

/** Reads one answer within its bounds. Tells once what came of it, whatever happens afterwards. */
export class Exchange implements Dispatcher.DispatchHandler {
  #statusCode: number | null = null;
  #headers: IncomingHttpHeaders | null = null;
  #body: Uint8Array | null = null;
  #bytes = 0;
  #isOver = false;

  constructor(
    private readonly told: (received: Received) => void,
    private readonly onAnswer: () => void,
  ) {}

  /** Ends it from outside. */
  fail(failure: unknown): void {
    this.#end(failure, false);
  }

  /** Undici wants to find one. */
  onRequestStart(): void {}

  onResponseStart(_: unknown, statusCode: number, headers: IncomingHttpHeaders): void {
    // Of "103 Early Hints" and its like any number may come before the answer.
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = headers;
    this.onAnswer();
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#isOver) return;
    const kept = this.#body?.length ?? 0;
    if (kept < KEPT_BYTES_MAX) this.#body = joined(this.#body, chunk.subarray(0, KEPT_BYTES_MAX - kept));
    this.#bytes += chunk.length;
    if (this.#bytes > READ_BYTES_MAX) this.#end(null, false);
  }

  onResponseEnd(): void {
    this.#end(null, true);
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(error, false);
  }

  #end(failure: unknown, isWhole: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.told({ statusCode: this.#statusCode, headers: this.#headers, body: this.#body, failure, isWhole });
  }
}

/** A copy: a chunk is a window on a buffer of 64 KiB, which would live as long. */
function joined(before: Uint8Array | null, chunk: Uint8Array): Uint8Array {
  if (before === null) return Uint8Array.from(chunk);
  const whole = new Uint8Array(before.length + chunk.length);
  whole.set(before);
  whole.set(chunk, before.length);
  return whole;
}
