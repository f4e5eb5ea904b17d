import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Chunk size when the file is read. */
const CHUNK_BYTES = 131_072;

/**
 * Temporary file without a name: readable by this process only, and removed by the operating system when it is closed, also
 * if the process is killed.
 */
export class StoredFile {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  private constructor(private readonly handle: FileHandle) {}

  /** @param folder - that of temporary files by default. */
  static async create(folder: string = tmpdir()): Promise<StoredFile> {
    const path = join(folder, `droptrack-list-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    try {
      await rm(path);
      return new StoredFile(handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    await this.handle.appendFile(chunk);
  }

  /** SHA-256 of the content so far, hex. */
  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** The content from the start. It can be read several times. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < this.#bytes;) {
      const { bytesRead, buffer } = await this.handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** Removes the file. Idempotent. */
  close(): Promise<void> {
    return this.handle.close();
  }
}
