import { Decompress } from 'fzstd';
import { createXXHash64, type IHasher } from 'hash-wasm';
import { ByteSource, EndOfSourceError } from './byte-source';

const MIB = 1_024 * 1_024;
/** Maximum window: the recommended minimum for decoders (RFC 8878, section 3.1.1.1.2). Only `--long` and `--ultra` exceed it. */
const WINDOW_BYTES_MAX = 8 * MIB;
/** Maximum size of a block, compressed or not. */
const BLOCK_BYTES_MAX = 131_072;

const MAGIC = 0xfd2fb528;
/** Frames of other data begin with this number or one of the next 15. */
const SKIPPABLE = 0x184d2a50;

/** Type of a block of one repeated byte. */
const REPEATED = 1;
const RESERVED = 3;

const NOTHING = new Uint8Array(0);

/** Zstandard data that is damaged, or that needs an option to be decompressed. */
export class InvalidZstdError extends Error {
  override readonly name = 'InvalidZstdError';
}

const damaged = (): InvalidZstdError => new InvalidZstdError('its Zstandard data is damaged or truncated');

/** Little-endian number of up to 6 bytes. */
const numberOf = (bytes: Uint8Array): number => bytes.reduceRight((number, byte) => number * 256 + byte, 0);

/**
 * Decompresses Zstandard (RFC 8878) as a stream, one block at a time, because a few bytes can stand for 128 KiB.
 *
 * The frames are parsed here and decoded by the library: it neither bounds the window nor verifies sizes and checksums.
 *
 * @throws {InvalidZstdError}
 */
export async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const source = new ByteSource(chunks);
  const hash = await createXXHash64();
  try {
    for (let magic = await source.takeOrNull(4); magic !== null; magic = await source.takeOrNull(4)) {
      const kind = numberOf(magic);
      if (kind === MAGIC) yield* decompressFrame(magic, source, hash);
      else if (kind >= SKIPPABLE && kind <= SKIPPABLE + 15) await source.skip(numberOf(await source.take(4)));
      else throw damaged();
    }
  } catch (error) {
    throw error instanceof EndOfSourceError ? damaged() : error;
  }
  return undefined;
}

async function* decompressFrame(magic: Uint8Array, source: ByteSource, hash: IHasher): AsyncGenerator<Uint8Array> {
  const header = await readHeader(source);
  const frame = new FrameDecoder(hash);
  frame.push(magic, header.bytes);
  for (let isLast = false; !isLast;) {
    const head = await source.take(3);
    const bits = numberOf(head);
    const [type, size] = [(bits >> 1) & 3, bits >> 3];
    if (type === RESERVED || size > BLOCK_BYTES_MAX) throw damaged();
    isLast = (bits & 1) === 1;
    yield* frame.push(head, type === REPEATED ? await source.take(1) : await source.take(size));
  }
  const checksum = header.hasChecksum ? await source.take(4) : NOTHING;
  yield* frame.end(checksum);
  if (header.contentBytes !== null && header.contentBytes !== frame.bytes) throw damaged();
}

interface FrameHeader {
  readonly bytes: Uint8Array;
  /** Null if it is not declared. */
  readonly contentBytes: number | null;
  readonly hasChecksum: boolean;
}

async function readHeader(source: ByteSource): Promise<FrameHeader> {
  const [descriptor = 0] = await source.take(1);
  const isSingle = (descriptor & 0x20) !== 0;
  if ((descriptor & 0x08) !== 0) throw damaged();
  if ((descriptor & 0x03) !== 0) throw new InvalidZstdError('its Zstandard data needs a dictionary');
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const rest = await source.take((isSingle ? 0 : 1) + sizeBytes);
  const size = sizeBytes === 0 ? null : numberOf(rest.subarray(isSingle ? 0 : 1)) + (sizeBytes === 2 ? 256 : 0);
  const window = isSingle ? (size ?? 0) : windowOf(rest[0] ?? 0);
  if (window > WINDOW_BYTES_MAX) {
    throw new InvalidZstdError(
      `decompressing it needs a window of ${Math.ceil(window / MIB)} MiB, above 8 MiB: run zstd -d --long=31, and load its content`,
    );
  }
  return { bytes: Uint8Array.of(descriptor, ...rest), contentBytes: size, hasChecksum: (descriptor & 0x04) !== 0 };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** Decodes the blocks of a frame, and verifies its checksum. */
class FrameDecoder {
  /** Number of bytes of content so far. */
  bytes = 0;
  readonly #decoder = new Decompress((block) => this.#blocks.push(block));
  #blocks: Uint8Array[] = [];

  constructor(private readonly hash: IHasher) {
    hash.init();
  }

  /** Content of the parts, as far as it is decoded. @throws {InvalidZstdError} */
  push(...parts: readonly Uint8Array[]): readonly Uint8Array[] {
    try {
      for (const part of parts) this.#decoder.push(part);
    } catch {
      throw damaged();
    }
    return this.#drain();
  }

  /** @param checksum - empty if there is none. @throws {InvalidZstdError} for other content. */
  end(checksum: Uint8Array): readonly Uint8Array[] {
    try {
      this.#decoder.push(checksum);
      this.#decoder.push(NOTHING, true);
    } catch {
      throw damaged();
    }
    const blocks = this.#drain();
    const expected = Buffer.from(checksum).reverse().toString('hex');
    if (!this.hash.digest('hex').endsWith(expected)) throw damaged();
    return blocks;
  }

  #drain(): readonly Uint8Array[] {
    const blocks = this.#blocks.filter((block) => block.length > 0);
    this.#blocks = [];
    for (const block of blocks) {
      this.hash.update(block);
      this.bytes += block.length;
    }
    return blocks;
  }
}
