import type { BackupMember, StoredMember } from '@droptrack/persistence';

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
 * Reads the members of a tar file. The content of a member is read as it is asked for; what was not read is skipped with the
 * next member.
 *
 * @throws {TarError} for another file, and one that ends early; so does the content.
 */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<StoredMember, void, undefined> {
  const source = new ByteSource(chunks);
  try {
    for (;;) {
      const header = await source.take(BLOCK);
      if (header.every((byte) => byte === 0)) return;
      const { name, size } = parseHeader(header);
      const content = new MemberContent(source, size);
      yield { name, size, content };
      await content.skip();
      await source.take((BLOCK - (size % BLOCK)) % BLOCK);
    }
  } finally {
    await source.close();
  }
}

/** Bytes of a member, once. */
class MemberContent implements AsyncIterable<Buffer> {
  #left: number;

  constructor(
    private readonly source: ByteSource,
    size: number,
  ) {
    this.#left = size;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    while (this.#left > 0) {
      const bytes = await this.source.some(this.#left);
      this.#left -= bytes.length;
      yield bytes;
    }
  }

  async skip(): Promise<void> {
    while (this.#left > 0) this.#left -= (await this.source.some(this.#left)).length;
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

  /** A number of bytes, which must be small: they are held. @throws {TarError} when the stream ends before. */
  async take(length: number): Promise<Buffer> {
    const held: Buffer[] = [];
    for (let left = length; left > 0; left -= held.at(-1)?.length ?? 0) held.push(await this.some(left));
    return Buffer.concat(held);
  }

  /** At least one byte and at most a number of them, without a copy. @throws {TarError} when the stream has ended. */
  async some(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done === true) throw new TarError('It ends early');
      this.#rest = value;
    }
    const bytes = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
