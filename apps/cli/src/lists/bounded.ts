import { ListRejectedError } from '@droptrack/persistence';

/** Bytes that a file may expand to, whatever its size. */
const BYTES_FREE = 64 * 1_024 * 1_024;
/** Maximum bytes per compressed byte. Lists of wallets compress to a fifth, repetitive JSON to a fiftieth. */
const RATIO_MAX = 200;

/** @throws {ListRejectedError} for data that expands further than any list: a few bytes can expand without end. */
export function assertExpansion(expanded: number, compressed: number, file: string): void {
  if (expanded > Math.max(BYTES_FREE, RATIO_MAX * compressed)) {
    rejectFile(file, `it expands more than ${RATIO_MAX} times`);
  }
}

/** Decompressed data, until it exceeds {@link assertExpansion}. @param compressed - number of bytes read so far. */
export async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  compressed: () => number,
  file: string,
): AsyncGenerator<Uint8Array, undefined> {
  let expanded = 0;
  for await (const chunk of chunks) {
    expanded += chunk.length;
    assertExpansion(expanded, compressed(), file);
    yield chunk;
  }
  return undefined;
}

/** Rejects a file as a whole. */
export function rejectFile(file: string, message: string): never {
  const fault = { file, line: null, message };
  throw new ListRejectedError([fault], 1);
}
