import { ListRejectedError } from '@droptrack/persistence';

/** Bytes that a file may expand to, whatever its size. */
const BYTES_FREE = 64 * 1_024 * 1_024;
/** Maximum bytes per compressed byte. Lists of wallets compress to a fifth, repetitive JSON to a fiftieth. */
export const EXPANSION_MAX = 200;

/** True for data that expands further than any file of rows: a few bytes can expand without end. */
export const expandsTooFar = (expanded: number, compressed: number): boolean =>
  expanded > Math.max(BYTES_FREE, EXPANSION_MAX * compressed);

/** @throws {ListRejectedError} for data that {@link expandsTooFar}. */
export function assertExpansion(expanded: number, compressed: number, file: string): void {
  if (expandsTooFar(expanded, compressed)) rejectFile(file, `it expands more than ${EXPANSION_MAX} times`);
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
