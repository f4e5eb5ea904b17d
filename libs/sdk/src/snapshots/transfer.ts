import { LIST_VERSION_HEADER } from '@droptrack/contracts';
import type { Answer } from '../api-promise';
import type { Bytes } from '../attempt';
import { AbortError, InvalidAnswerError } from '../errors';
import { LineReader, type SnapshotLine } from './line-reader';
import type { SnapshotHead } from './snapshot-rows';
import { SnapshotTruncatedError } from './snapshot-truncated-error';

/** Metadata of a snapshot. See `SnapshotRows.head`. */
export function headOf({ status, headers, requestId, rateLimit }: Answer<Bytes>): SnapshotHead {
  const version = headers.get(LIST_VERSION_HEADER);
  const asOf = headers.get('x-data-as-of');
  return { status, headers, requestId, rateLimit, asOf, version: version === null ? null : Number(version) };
}

/** Reads the lines of a snapshot up to its verified end. See `SnapshotRows.lines`. */
export async function* linesOf<T>(bytes: Bytes): AsyncGenerator<SnapshotLine<T>, void, undefined> {
  const reader = new LineReader<T>();
  try {
    while (!reader.isComplete) yield* reader.push(await next(bytes, reader));
    if ((await bytes.next().catch(() => null)) !== null)
      throw new InvalidAnswerError('The response continues after its end line');
  } finally {
    bytes.close();
  }
}

/** Reads the next chunk. A lost connection, or the end of the body before the end line, is a truncated snapshot. */
async function next(bytes: Bytes, { rows }: { readonly rows: number }): Promise<Uint8Array> {
  const truncated = (options?: ErrorOptions): SnapshotTruncatedError =>
    new SnapshotTruncatedError(`The snapshot was truncated after ${rows} rows`, rows, true, options);
  const chunk = await bytes.next().catch((cause: unknown) => {
    throw cause instanceof AbortError ? cause : truncated({ cause });
  });
  if (chunk === null) throw truncated();
  return chunk;
}
