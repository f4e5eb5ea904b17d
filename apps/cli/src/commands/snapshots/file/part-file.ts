import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';

/** Head of a snapshot. */
interface PartHead {
  /** Instant of the snapshot, RFC 3339. */
  readonly asOf: string | null;
  /** Version of the list. */
  readonly version: number | null;
}

/** Checkpoint of a partial download: the request it belongs to, and the checksum of its rows. */
interface Checkpoint extends PartHead {
  /** Request of the snapshot. */
  readonly request: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Sort key of the last row. */
  readonly last: string | null;
}

/** Bytes between two checkpoints: the most that is downloaded again after a crash. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024;

/**
 * Partial download of a snapshot: its rows in `<file>.part`, and a checkpoint with their size and SHA-256 in
 * `<file>.part.json`. A download is resumed only if its rows match the checkpoint.
 */
export class PartFile {
  #handle: FileHandle | null = null;
  #hash: Hash = createHash('sha256');
  #checkpointBytes = 0;
  #head: PartHead = { asOf: null, version: null };
  #rows = 0;
  #bytes = 0;
  #last: string | null = null;

  /** @param request - unique per snapshot. */
  constructor(
    private readonly path: string,
    private readonly request: string,
  ) {}

  get rows(): number {
    return this.#rows;
  }

  /** Bytes of the rows. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sort key of the last row; null before the first. */
  get last(): string | null {
    return this.#last;
  }

  get head(): PartHead {
    return this.#head;
  }

  /** Resumes from the file if it is the beginning of this snapshot; starts over otherwise. @throws the reason of the signal. */
  async open(signal: AbortSignal): Promise<void> {
    const saved = await this.#readCheckpoint(signal);
    this.#handle = await open(this.path, saved === null ? 'w' : 'r+');
    if (saved === null) return;
    await this.#handle.truncate(saved.bytes);
    [this.#rows, this.#bytes, this.#last, this.#head, this.#checkpointBytes] = [saved.rows, saved.bytes, saved.last, saved, saved.bytes]; // prettier-ignore
  }

  /** Discards all rows, as they belong to another snapshot. */
  async restart(): Promise<void> {
    await this.close();
    await rm(this.#checkpointPath, { force: true });
    [this.#hash, this.#rows, this.#bytes, this.#last, this.#checkpointBytes] = [createHash('sha256'), 0, 0, null, 0];
    this.#handle = await open(this.path, 'w');
  }

  begin(head: PartHead): void {
    this.#head = head;
  }

  /** Appends rows. @param last - sort key of the last of them. */
  async add(lines: string, rows: number, last: string): Promise<void> {
    const bytes = Buffer.from(lines);
    await this.#append(bytes);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#rows += rows;
    this.#last = last;
    if (this.#bytes - this.#checkpointBytes >= CHECKPOINT_BYTES) await this.checkpoint();
  }

  /** Writes a checkpoint, from which another run can resume. */
  async checkpoint(): Promise<void> {
    await this.#handle?.sync();
    const { request } = this;
    const [rows, bytes, last] = [this.#rows, this.#bytes, this.#last];
    const checkpoint: Checkpoint = {
      ...this.#head,
      request,
      rows,
      bytes,
      last,
      sha256: this.#hash.copy().digest('hex'),
    };
    await writeFile(`${this.#checkpointPath}.new`, `${JSON.stringify(checkpoint)}\n`);
    await rename(`${this.#checkpointPath}.new`, this.#checkpointPath);
    this.#checkpointBytes = bytes;
  }

  /** SHA-256 of all appended rows, hex. */
  sum(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Rows as read back from the disk. */
  read(): AsyncIterable<Buffer> {
    return createReadStream(this.path);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }

  /** Deletes the checkpoint and the rows. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.#checkpointPath, { force: true });
    await rm(this.path, { force: true });
  }

  /** Writes all bytes: on a disk that is almost full, a write can end early without an error. */
  async #append(bytes: Buffer): Promise<void> {
    for (let at = 0; this.#handle !== null && at < bytes.length;) {
      at += (await this.#handle.write(bytes, at, bytes.length - at, this.#bytes + at)).bytesWritten;
    }
  }

  get #checkpointPath(): string {
    return `${this.path}.json`;
  }

  /** Checkpoint, if the checksum of the stored rows matches it. */
  async #readCheckpoint(signal: AbortSignal): Promise<Checkpoint | null> {
    try {
      const saved = JSON.parse(await readFile(this.#checkpointPath, 'utf8')) as Checkpoint;
      if (saved.request !== this.request || saved.bytes === 0 || (await stat(this.path)).size < saved.bytes)
        return null;
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(this.path, { end: saved.bytes - 1, signal }))
        hash.update(chunk as Buffer);
      if (hash.copy().digest('hex') !== saved.sha256) return null;
      this.#hash = hash;
      return saved;
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }
}
