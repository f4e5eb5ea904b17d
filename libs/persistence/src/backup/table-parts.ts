import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Member, partName, type TableChecksum } from './format';

/** Bytes of a part before compression, at least: two of them are in memory. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Twice as fast as the default of 6, and a tenth larger (docs/decisions/0053). */
const LEVEL = 3;

const compress = promisify<Buffer, { level: number }, Buffer>(gzip);

/** A compressed part, and the rows of the table up to its end. */
interface Part {
  readonly member: Member;
  readonly rows: number;
}

/**
 * Divides the text of a table into compressed parts. The next part is read while one is compressed.
 *
 * @param chunks - rows in COPY's text format; chunks end anywhere.
 * @returns rows and checksum of the table.
 */
export async function* tableParts(
  table: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Part, TableChecksum, undefined> {
  const sha256 = createHash('sha256');
  let [rows, part] = [0, 0];
  let pending: Promise<Part> | null = null;
  for await (const bytes of blocks(chunks)) {
    sha256.update(bytes);
    rows += countRows(bytes);
    const [name, upToRows] = [partName(table, (part += 1)), rows];
    const next = compress(bytes, { level: LEVEL }).then((packed) => ({
      member: { name, bytes: packed },
      rows: upToRows,
    }));
    // A failure is thrown where the part is awaited, which an error of the chunks can prevent.
    next.catch(() => undefined);
    if (pending !== null) yield await pending;
    pending = next;
  }
  if (pending !== null) yield await pending;
  return { name: table, rows, sha256: sha256.digest('hex') };
}

/** Chunks joined to at least {@link PART_BYTES}, except the last. */
async function* blocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(held);
    [held, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(held);
}

const LINE_FEED = 0x0a;

/** Rows that end in a text: COPY escapes line feeds of values. Takes as long for a text of line feeds only as for any other. */
export function countRows(bytes: Buffer): number {
  let rows = 0;
  const { length } = bytes;
  // An iterator would take ten times as long.
  for (let at = 0; at < length; at += 1) rows += bytes[at] === LINE_FEED ? 1 : 0;
  return rows;
}
