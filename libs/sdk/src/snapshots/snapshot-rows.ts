import { LIST_VERSION_HEADER } from '@droptrack/contracts';
import type { Answer } from '../api-promise';
import type { Bytes } from '../attempt';
import { AbortError, InvalidAnswerError, SnapshotTruncatedError, UsageError } from '../errors';
import { LineReader, type SnapshotLine } from './line-reader';

/** What is known of a snapshot before its first row. */
export interface SnapshotHead extends Omit<Answer<never>, 'data'> {
  /** The instant as of which it is, RFC 3339; null when the answer does not say. */
  asOf: string | null;
  /** Version of the list that the rows are of; null for other snapshots. */
  version: number | null;
}

/**
 * A snapshot under way: loop over it for its rows, once. They are taken as they come, and no faster than the loop runs.
 *
 * The loop ends well only when all rows came as they were sent: by their number and sum in the end line. So nothing
 * that was made of the rows should count before it has ended.
 *
 * @example
 * for await (const drop of client.snapshots.drops()) console.log(drop.id, drop.hype_score);
 */
export class SnapshotRows<T> implements AsyncIterable<T> {
  readonly #open: () => Promise<Answer<Bytes>>;
  #answer: Promise<Answer<Bytes>> | null = null;
  #isTaken = false;

  /** @param open - sends the request; not before it is needed. */
  constructor(open: () => Promise<Answer<Bytes>>) {
    this.#open = open;
  }

  /**
   * What came before the rows. Loop over them as well, or abort the call by its signal: the transfer waits.
   *
   * @throws {DroptrackError} whatever kept the transfer from beginning.
   * @example
   * const rows = client.snapshots.allocations('linea');
   * const { version, asOf } = await rows.head();
   * for await (const { wallet, amount } of rows) console.log(version, asOf, wallet, amount);
   */
  async head(): Promise<SnapshotHead> {
    const { status, headers, requestId, rateLimit } = await this.#begun();
    const version = headers.get(LIST_VERSION_HEADER);
    const asOf = headers.get('x-data-as-of');
    return { status, headers, requestId, rateLimit, asOf, version: version === null ? null : Number(version) };
  }

  /** The rows. @throws as {@link lines}. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { row } of this.lines()) yield row;
  }

  /**
   * The rows with their lines, to be kept as they came.
   *
   * @throws {DroptrackError} whatever kept the transfer from beginning.
   * @throws {SnapshotTruncatedError} at the end, when not all came. {@link AbortError} when the call was aborted.
   * @example
   * for await (const { text } of client.snapshots.drops().lines()) console.log(text);
   */
  async *lines(): AsyncGenerator<SnapshotLine<T>, void, undefined> {
    if (this.#isTaken) throw new UsageError('A snapshot can be looped over once; ask for another');
    this.#isTaken = true;
    const { data: bytes } = await this.#begun();
    const reader = new LineReader<T>();
    try {
      while (!reader.isWhole) yield* reader.push(await next(bytes, reader));
      if ((await bytes.next().catch(() => null)) !== null) throw new InvalidAnswerError('There is more behind the end');
    } finally {
      bytes.close();
    }
  }

  #begun(): Promise<Answer<Bytes>> {
    return (this.#answer ??= this.#open());
  }
}

/** A connection that breaks in the middle cuts the transfer, as does its end before the end line. */
async function next(bytes: Bytes, { rows }: { readonly rows: number }): Promise<Uint8Array> {
  const cut = (options?: ErrorOptions): SnapshotTruncatedError =>
    new SnapshotTruncatedError(`The snapshot was cut after ${rows} rows`, rows, true, options);
  const chunk = await bytes.next().catch((cause: unknown) => {
    throw cause instanceof AbortError ? cause : cut({ cause });
  });
  if (chunk === null) throw cut();
  return chunk;
}
