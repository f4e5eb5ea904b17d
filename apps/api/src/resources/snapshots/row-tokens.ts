import type { Buckets } from '../../platform/rate-limit/buckets';
import { type BucketTerms, secondsUntil } from '../../platform/rate-limit/token-bucket';
import { ReaderGoneError } from './outlet';

/**
 * Maximum wait of a transfer for its next tokens, in milliseconds: an empty bucket fills up within it, so only a key
 * whose other requests take the tokens waits longer. A transfer holds a slot and a transaction of the database.
 */
const WAIT_MS_MAX = 60_000;

/** The bucket that a transfer is paid from. */
export interface Payer {
  /** Of the bucket. */
  readonly name: string;
  readonly terms: BucketTerms;
}

/** Waits; ends early, with any error, when the signal fires. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

/**
 * Pays for the rows of one transfer as they are sent: ⌈rows / rowsPerToken⌉ tokens of its key's bucket, of which the
 * request has paid the first. A bucket that runs short slows the transfer down to the rate at which tokens come in.
 */
export class RowTokens {
  #unpaidRows: number;

  constructor(
    private readonly buckets: Buckets,
    private readonly payer: Payer,
    private readonly rowsPerToken: number,
    private readonly pause: Pause,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {
    this.#unpaidRows = -rowsPerToken;
  }

  /**
   * Pays for the next rows.
   *
   * @returns once the bucket held as many tokens.
   * @throws {ReaderGoneError} after a wait of more than 60 s for the next tokens.
   * @throws the signal's reason.
   */
  async pay(rows: number, signal: AbortSignal): Promise<void> {
    this.#unpaidRows += rows;
    while (this.#unpaidRows > 0) {
      // More than a bucket holds would never be there at once.
      const tokens = Math.min(Math.ceil(this.#unpaidRows / this.rowsPerToken), this.payer.terms.capacity);
      await this.#take(tokens, signal);
      this.#unpaidRows -= tokens * this.rowsPerToken;
    }
  }

  async #take(tokens: number, signal: AbortSignal): Promise<void> {
    const { name, terms } = this.payer;
    const beganMs = this.monotonicMs();
    for (;;) {
      signal.throwIfAborted();
      const { isAdmitted, parts } = await this.buckets.take(name, terms, tokens);
      if (isAdmitted) return;
      if (this.monotonicMs() - beganMs > WAIT_MS_MAX) {
        throw new ReaderGoneError(`The transfer was cut: its key had no tokens left for ${WAIT_MS_MAX / 1_000} s`);
      }
      const waitMs = 1_000 * secondsUntil(tokens, parts, terms);
      // The signal says more than what the pause ends with: it is thrown at the next turn.
      await this.pause(waitMs, signal).catch(() => undefined);
    }
  }
}
