import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** Bytes of a response body that are read; the rest is never requested. */
export const READ_BYTES_MAX = 16_384;
/** Bytes of a response body that are kept. */
export const KEPT_BYTES_MAX = 1_024;

/** Result of a request. */
export interface Received {
  /** Null if no response was received. */
  readonly statusCode: number | null;
  readonly headers: IncomingHttpHeaders | null;
  /** Beginning of the body; null without one. */
  readonly body: Uint8Array | null;
  /** Reason why the response is missing or incomplete; null if it is complete, or complete up to the read limit. */
  readonly failure: unknown;
  /** True if the connection can be reused while it is open. */
  readonly isWhole: boolean;
}

/** Reads one response within its limits. Reports the result exactly once. */
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

  /** Aborts the exchange. */
  fail(failure: unknown): void {
    this.#end(failure, false);
  }

  /** Required by undici. */
  onRequestStart(): void {}

  onResponseStart(_: unknown, statusCode: number, headers: IncomingHttpHeaders): void {
    // Any number of informational responses, such as "103 Early Hints", can precede the response.
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

/** A copy: a chunk is a view of a buffer of 64 KiB, which it would keep in memory. */
function joined(before: Uint8Array | null, chunk: Uint8Array): Uint8Array {
  if (before === null) return Uint8Array.from(chunk);
  const whole = new Uint8Array(before.length + chunk.length);
  whole.set(before);
  whole.set(chunk, before.length);
  return whole;
}
