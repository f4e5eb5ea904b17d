import type { BackupMember } from '@droptrack/persistence';

/** Size of a header, and what content is padded to. */
const BLOCK = 512;
/** Largest member that is read: parts have some megabytes, and more only for a giant row. */
const MEMBER_BYTES_MAX = 2 ** 30;

/** The file ends with two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** Not a tar file, or a damaged one. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

/**
 * A member in the format `ustar` (POSIX.1-1988), which every tar lists and unpacks.
 *
 * @param name - at most 100 bytes of ASCII.
 * @param modifiedMs - milliseconds since the epoch.
 */
export function tarMember({ name, bytes }: BackupMember, modifiedMs: number): Buffer[] {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void =>
    void header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  if (header.write(name, 0, 100, 'latin1') !== name.length) throw new TarError(`The name ${name} is too long`);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes.length, 124, 12);
  octal(Math.floor(modifiedMs / 1_000), 136, 12);
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}

/** Sum of the bytes of a header, with spaces in place of the checksum. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/**
 * Reads the members of a tar file, each as a whole.
 *
 * @throws {TarError} for another file, and one that ends early.
 */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupMember, void, undefined> {
  const source = new ByteSource(chunks);
  try {
    for (;;) {
      const header = await source.take(BLOCK);
      if (header.every((byte) => byte === 0)) return;
      const { name, size } = parseHeader(header);
      const bytes = await source.take(size);
      await source.take((BLOCK - (size % BLOCK)) % BLOCK);
      yield { name, bytes };
    }
  } finally {
    await source.close();
  }
}

function parseHeader(header: Buffer): { readonly name: string; readonly size: number } {
  const text = (at: number, length: number): string => header.toString('latin1', at, at + length).split('\0')[0] ?? '';
  const size = parseInt(text(124, 12), 8);
  const isTar = text(257, 5) === 'ustar' && parseInt(text(148, 8), 8) === checksumOf(header);
  if (!isTar || !(size >= 0 && size <= MEMBER_BYTES_MAX)) throw new TarError('A header is damaged');
  return { name: text(0, 100), size };
}

/** Bytes of a stream, in the lengths that are asked for. */
class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @throws {TarError} when the stream ends before. */
  async take(length: number): Promise<Buffer> {
    const held = [this.#rest];
    let heldLength = this.#rest.length;
    while (heldLength < length) {
      const { value, done } = await this.#chunks.next();
      if (done === true) throw new TarError('It ends early');
      held.push(value);
      heldLength += value.length;
    }
    const all = held.length === 1 ? this.#rest : Buffer.concat(held);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
