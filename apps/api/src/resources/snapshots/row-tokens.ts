import { type Buckets, type BucketTerms, secondsUntil } from '@droptrack/resilience';
import { TransferAbortedError } from './response-stream';

/**
 * Maximum wait of a transfer for its next tokens, in milliseconds. An empty bucket refills within that time, so only a key
 * whose other requests consume the tokens waits longer. A transfer occupies a slot and a database transaction.
 */
const WAIT_MS_MAX = 60_000;

/** Token bucket that a transfer consumes from. */
interface PayingBucket {
  readonly name: string;
  readonly terms: BucketTerms;
}

/** Waits; rejects early when the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

/**
 * Consumes tokens for the rows of a transfer as they are sent: ⌈rows / rowsPerToken⌉ tokens of the key's bucket, of which
 * the request has consumed the first. An empty bucket throttles the transfer to the refill rate.
 */
export class RowTokens {
  #unpaidRows: number;

  constructor(
    private readonly buckets: Buckets,
    private readonly payer: PayingBucket,
    private readonly rowsPerToken: number,
    private readonly pause: Pause,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {
    this.#unpaidRows = -rowsPerToken;
  }

  /**
   * Pays for the next rows.
   *
   * @returns once the tokens are consumed.
   * @throws {TransferAbortedError} after a wait of more than 60 s for the next tokens.
   * @throws the signal's reason.
   */
  async pay(rows: number, signal: AbortSignal): Promise<void> {
    this.#unpaidRows += rows;
    while (this.#unpaidRows > 0) {
      // A bucket never holds more than its capacity.
      const tokens = Math.min(Math.ceil(this.#unpaidRows / this.rowsPerToken), this.payer.terms.capacity);
      await this.#take(tokens, signal);
      this.#unpaidRows -= tokens * this.rowsPerToken;
    }
  }

  async #take(tokens: number, signal: AbortSignal): Promise<void> {
    const { name, terms } = this.payer;
    const startedMs = this.monotonicMs();
    for (;;) {
      signal.throwIfAborted();
      const { isAdmitted, parts } = await this.buckets.take(name, terms, tokens);
      if (isAdmitted) return;
      if (this.monotonicMs() - startedMs > WAIT_MS_MAX) {
        throw new TransferAbortedError(
          `The transfer was aborted: its key had no tokens left for ${WAIT_MS_MAX / 1_000} s`,
        );
      }
      const waitMs = 1_000 * secondsUntil(tokens, parts, terms);
      // The reason of the signal is more specific than the error of the pause; the next iteration throws it.
      await this.pause(waitMs, signal).catch(() => undefined);
    }
  }
}
