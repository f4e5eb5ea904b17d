import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';

/** What is known of a snapshot beside its rows. */
export interface PartHead {
  /** The instant that it is of, RFC 3339. */
  readonly asOf: string | null;
  /** Of the list. */
  readonly version: number | null;
}

/** What is noted beside rows that came: whose they are, and how they can be told from others. */
interface Note extends PartHead {
  /** What was asked for. */
  readonly request: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** What the last row is ordered by. */
  readonly last: string | null;
}

/** Bytes after which what came is noted anew: so much may have to come again after a crash. */
const NOTE_BYTES = 16 * 1024 * 1024;

/**
 * Rows of a snapshot that is not whole yet, in `<file>.part`, and in `<file>.part.json` what makes sure of them: how
 * many bytes they are and their SHA-256. What is found there that differs is not gone on with.
 */
export class PartFile {
  #handle: FileHandle | null = null;
  #hash: Hash = createHash('sha256');
  #notedBytes = 0;
  #head: PartHead = { asOf: null, version: null };
  #rows = 0;
  #bytes = 0;
  #last: string | null = null;

  /** @param request - the same for the same snapshot, and for no other. */
  constructor(
    private readonly path: string,
    private readonly request: string,
  ) {}

  get rows(): number {
    return this.#rows;
  }

  /** What the last row is ordered by; null before the first. */
  get last(): string | null {
    return this.#last;
  }

  get head(): PartHead {
    return this.#head;
  }

  /** Takes up what is there, if it is the begin of this snapshot; begins anew otherwise. */
  async open(): Promise<void> {
    const note = await this.#noted();
    this.#handle = await open(this.path, note === null ? 'w' : 'r+');
    if (note === null) return;
    await this.#handle.truncate(note.bytes);
    [this.#rows, this.#bytes, this.#last, this.#head, this.#notedBytes] = [note.rows, note.bytes, note.last, note, note.bytes]; // prettier-ignore
  }

  /** Forgets all rows, as those of another snapshot. */
  async restart(): Promise<void> {
    await this.close();
    await rm(this.#notePath, { force: true });
    [this.#hash, this.#rows, this.#bytes, this.#last, this.#notedBytes] = [createHash('sha256'), 0, 0, null, 0];
    this.#handle = await open(this.path, 'w');
  }

  begin(head: PartHead): void {
    this.#head = head;
  }

  /** @param last - what the last of these rows is ordered by. */
  async add(lines: string, rows: number, last: string): Promise<void> {
    const bytes = Buffer.from(lines);
    await this.#handle?.write(bytes, 0, bytes.length, this.#bytes);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#rows += rows;
    this.#last = last;
    if (this.#bytes - this.#notedBytes >= NOTE_BYTES) await this.note();
  }

  /** Notes what came, so that another run can go on with it. */
  async note(): Promise<void> {
    await this.#handle?.sync();
    const { request } = this;
    const [rows, bytes, last] = [this.#rows, this.#bytes, this.#last];
    const note: Note = { ...this.#head, request, rows, bytes, last, sha256: this.#hash.copy().digest('hex') };
    await writeFile(`${this.#notePath}.new`, `${JSON.stringify(note)}\n`);
    await rename(`${this.#notePath}.new`, this.#notePath);
    this.#notedBytes = bytes;
  }

  /** The SHA-256 of all rows that were added, hex. */
  sum(): string {
    return this.#hash.copy().digest('hex');
  }

  /** The bytes as they are on the disk. */
  read(): AsyncIterable<Buffer> {
    return createReadStream(this.path);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }

  /** Deletes what is noted, and the rows if they are still there. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.#notePath, { force: true });
    await rm(this.path, { force: true });
  }

  get #notePath(): string {
    return `${this.path}.json`;
  }

  /** What is noted, if the rows are those: they are summed on the way. */
  async #noted(): Promise<Note | null> {
    try {
      const note = JSON.parse(await readFile(this.#notePath, 'utf8')) as Note;
      if (note.request !== this.request || note.bytes === 0 || (await stat(this.path)).size < note.bytes) return null;
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(this.path, { end: note.bytes - 1 })) hash.update(chunk as Buffer);
      if (hash.copy().digest('hex') !== note.sha256) return null;
      this.#hash = hash;
      return note;
    } catch {
      return null;
    }
  }
}
