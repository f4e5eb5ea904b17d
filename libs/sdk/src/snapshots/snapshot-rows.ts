import type { Answer } from '../api-promise';
import type { Bytes } from '../attempt';
import { UsageError } from '../errors';
import { load } from '../load';
import type { SnapshotLine } from './line-reader';

/** Metadata of a snapshot, available before its first row. */
export interface SnapshotHead extends Omit<Answer<never>, 'data'> {
  /** Instant at which the rows are correct, RFC 3339; null when the response does not state it. */
  asOf: string | null;
  /** Version of the allocation list; null for other snapshots. */
  version: number | null;
}

/**
 * Streamed snapshot. Iterate over it once with `for await`; rows are read at the pace of the loop, in constant memory.
 *
 * The loop ends without an error only if all rows match the row count and checksum of the end line. Do not commit the
 * results of the rows before the loop has ended.
 *
 * @example
 * for await (const drop of client.snapshots.drops()) console.log(drop.id, drop.hype_score);
 */
export class SnapshotRows<T> implements AsyncIterable<T> {
  readonly #open: () => Promise<Answer<Bytes>>;
  #response: Promise<Answer<Bytes>> | null = null;
  #isConsumed = false;

  /** @param open - sends the request. It is called on first use. */
  constructor(open: () => Promise<Answer<Bytes>>) {
    this.#open = open;
  }

  /**
   * Starts the transfer and returns its metadata. The transfer then waits for the loop: iterate over the rows too, or
   * abort the call with its signal.
   *
   * @throws {@link DroptrackError} when the transfer cannot start.
   * @example
   * const rows = client.snapshots.allocations('linea');
   * const { version, asOf } = await rows.head();
   * for await (const { wallet, amount } of rows) console.log(version, asOf, wallet, amount);
   */
  async head(): Promise<SnapshotHead> {
    const { headOf } = await load(import('./transfer'));
    return headOf(await this.#start());
  }

  /** Iterates over the rows. @throws the same errors as {@link lines}. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { row } of this.lines()) yield row;
  }

  /**
   * Iterates over the rows with their original lines, to store them unchanged.
   *
   * @throws {@link DroptrackError} when the transfer cannot start.
   * @throws {@link SnapshotTruncatedError} for an incomplete or corrupt transfer.
   * @throws {@link AbortError} when the `signal` of the call is aborted.
   * @throws {@link UsageError} for a second iteration.
   * @example
   * for await (const { text } of client.snapshots.drops().lines()) console.log(text);
   */
  async *lines(): AsyncGenerator<SnapshotLine<T>, void, undefined> {
    if (this.#isConsumed) throw new UsageError('A snapshot can be iterated once; request another one');
    this.#isConsumed = true;
    const { linesOf } = await load(import('./transfer'));
    const { data: bytes } = await this.#start();
    yield* linesOf<T>(bytes);
  }

  #start(): Promise<Answer<Bytes>> {
    return (this.#response ??= this.#open());
  }
}
