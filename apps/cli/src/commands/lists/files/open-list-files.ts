import type { DropDefinition } from '@droptrack/catalogue';
import {
  bulkHash,
  type ColumnNames,
  contradictions,
  type DetectedTree,
  type ListEntry,
  type ListFormat,
  type ListReader,
  listReader,
  type ListMetadata,
  type PublishedShard,
  type ReadingTerms,
  MetadataCollector,
  walletReader,
} from '@droptrack/eligibility/formats';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { CliError, INVALID_ARGUMENT } from '../../../output/cli-error';
import { type FileBytes, type FileContent, openFileBytes, sizeOf } from './file-bytes';
import { detectList } from './detect-list';
import { openedFile } from './opened-file';
import { assertReadable } from './foreign-files';
import type { ListFile } from './list-file';
import { FaultLog, type ListFileFault } from './fault-log';
import { readingTerms, type AmountOptions } from './reading-terms';

export { bulkHash } from '@droptrack/eligibility/formats';

export type { ListFile } from './list-file';

/** Progress of reading. */
export interface ListProgress {
  readonly rows: number;
  /** Bytes read so far, before decompression. */
  readonly bytes: number;
  /** Null if a file has no size, such as a pipe. */
  readonly bytesTotal: number | null;
}

export interface ListFilesOptions extends AmountOptions {
  /** `auto` detects the format from the beginning of the first file. */
  readonly format: ListFormat | 'auto';
  readonly columns: ColumnNames;
  /** True if the files are a part of the list: totals and counts declared in them describe the whole, and are not compared. */
  readonly isPart: boolean;
  /** Detects the tree of published proofs at the start of the first file. Absent: false. */
  readonly detectsTree?: boolean;
  /** Maximum number of rows with errors that are left out of the list. Absent: 0. */
  readonly skipErrors?: number;
  /** Called every few thousand rows. */
  readonly onProgress: (progress: ListProgress) => void;
}

/** The files of a list, read as a stream. */
export interface ListFiles {
  readonly format: ListFormat;
  /** Tree of the published proofs, if it is to be detected; `unknown` if they are of another one; null without proofs. */
  readonly tree: DetectedTree | 'unknown' | null;
  /**
   * All entries in batches, the files in the order of their names; to be iterated once. `line` counts over all files:
   * see `placeOf`.
   *
   * @throws {CliError} at once, if amounts cannot be parsed for this drop, or the drop has no wallet family.
   * @throws {ListRejectedError} at the end, with every error ({@link ListFileFault}), also if the rows contradict the
   *   totals declared in the files; no message contains data of an entry.
   */
  entries(definition: DropDefinition): AsyncIterable<readonly ListEntry[]>;
  /** Facts about the list that are declared in the files; complete once all entries were read. */
  declared(): ListMetadata;
  /** Sentences about what may be read wrongly or is not read; complete once all entries were read. */
  warnings(): readonly string[];
  /** Shards of format `ens` in the order of their files; complete once all entries were read. */
  shards(): readonly PublishedShard[];
  /** Errors of the rows that were left out; complete once all entries were read. */
  leftOut(): readonly ListFileFault[];
  /** File and line of an entry. */
  placeOf(line: number): { readonly file: string; readonly line: number };
  /**
   * SHA-256 of a single file. Of several files the SHA-256 over their checksums in hex, each followed by a line feed, in
   * the order of the file names, as computed by `sha256sum * | cut -c1-64 | sha256sum`. Final once all entries were read.
   */
  sha256(): string;
  /** Stops reading. Idempotent. */
  close(): Promise<void>;
}

/**
 * Opens the files of a list: a single file, or parts of it in any order, such as shards. Memory does not grow with their
 * size. Each file may be compressed with gzip or Zstandard, or be a zip archive of several.
 *
 * @throws {CliError} if one cannot be read, the format cannot be detected, or an option does not fit the format.
 * @throws {ListRejectedError} if the beginning of the first file is damaged.
 */
export async function openListFiles(files: readonly ListFile[], options: ListFilesOptions): Promise<ListFiles> {
  const sorted = inOrder(files);
  const sizes = await Promise.all(sorted.map(sizeOf));
  const bytesTotal = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  const [first] = sorted;
  if (first === undefined) throw new CliError(INVALID_ARGUMENT, 'No file was given');
  const { bytes, start, file } = await openedFile(first, sizes[0] ?? null);
  try {
    assertReadable(start, file);
    const hash = await bulkHash();
    const { format, ...detected } = detectList(start, file, options, hash);
    const { keccak256 } = hash;
    const reading = { ...options, ...detected, sizes, bytesTotal, keccak256 };
    return new ListFilesReading(sorted, bytes, format, reading);
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

/** Files sorted by name, so that the checksum does not depend on their folder. @throws {CliError} for a duplicate. */
function inOrder(files: readonly ListFile[]): readonly ListFile[] {
  if (new Set(files.map(({ path }) => path)).size < files.length) {
    throw new CliError(INVALID_ARGUMENT, 'A file was given twice');
  }
  const key = ({ path }: ListFile): string => `${basename(path)}\n${path}`;
  return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

interface ReadingOptions extends ListFilesOptions {
  readonly tree: DetectedTree | 'unknown' | null;
  readonly notes: readonly string[];
  /** Of each file; null for one without a size. */
  readonly sizes: readonly (number | null)[];
  readonly bytesTotal: number | null;
  readonly keccak256: (bytes: Uint8Array) => Uint8Array;
}

const PROGRESS_ROWS = 20_000;

class ListFilesReading implements ListFiles {
  readonly #declared = new MetadataCollector();
  readonly #faults: FaultLog;
  /** Name of each content read so far: a file, or a file of an archive. */
  readonly #names: string[] = [];
  /** Line offset of each of them: the line of an entry minus this is its line in the content. */
  readonly #offsets: number[] = [];
  readonly #sums: string[] = [];
  #current: FileBytes | null;
  #bytesBefore = 0;
  #entries = 0;
  #total = 0n;

  constructor(
    private readonly files: readonly ListFile[],
    first: FileBytes,
    readonly format: ListFormat,
    private readonly options: ReadingOptions,
  ) {
    this.#current = first;
    this.#faults = new FaultLog(options.skipErrors ?? 0);
  }

  entries(definition: DropDefinition): AsyncIterable<readonly ListEntry[]> {
    const wallet = walletReader(this.options.keccak256);
    return this.#read(readingTerms(definition, this.format, this.options, wallet));
  }

  get tree(): DetectedTree | 'unknown' | null {
    return this.options.tree;
  }

  leftOut(): readonly ListFileFault[] {
    return this.#faults.leftOut;
  }

  declared(): ListMetadata {
    return this.#declared.facts;
  }

  warnings(): readonly string[] {
    const doubt = this.#declared.pages.doubt({ entries: this.#entries, total: this.#total });
    return [...this.options.notes, ...this.#declared.warnings, ...(doubt === null ? [] : [doubt])];
  }

  shards(): readonly PublishedShard[] {
    return this.#declared.shards;
  }

  placeOf(line: number): { readonly file: string; readonly line: number } {
    const after = this.#offsets.findIndex((offset) => offset >= line);
    const at = (after === -1 ? this.#offsets.length : after) - 1;
    return { file: this.#names[at] ?? '', line: line - (this.#offsets[at] ?? 0) };
  }

  sha256(): string {
    const [one = '', ...others] = this.#sums;
    if (others.length === 0) return one;
    return createHash('sha256')
      .update(this.#sums.map((sum) => `${sum}\n`).join(''))
      .digest('hex');
  }

  async close(): Promise<void> {
    await this.#current?.close();
  }

  /** Continues after an error, so that all errors are reported, but yields no more entries. */
  async *#read(terms: ReadingTerms): AsyncGenerator<readonly ListEntry[]> {
    let offset = 0;
    for (const [i, file] of this.files.entries()) {
      const bytes = this.#current ?? openFileBytes(file, this.options.sizes[i] ?? null);
      this.#current = bytes;
      let name = file.file;
      try {
        for await (const content of bytes.contents) {
          name = content.file;
          offset = yield* this.#readContent(content, offset, terms);
        }
      } catch (error) {
        this.#faults.abort(name, error);
      } finally {
        await bytes.close();
      }
      this.#bytesBefore += bytes.bytesRead();
      this.#sums.push(bytes.sha256());
      this.#current = null;
    }
    this.#faults.throwIfRejected();
    this.#assertAsStated(terms);
  }

  /** @returns the offset of the next content. */
  async *#readContent({ file, chunks }: FileContent, offset: number, terms: ReadingTerms) {
    this.#names.push(file);
    this.#offsets.push(offset);
    const batch: ListEntry[] = [];
    const reader = this.#reader(file, offset, terms, batch);
    let isFirst = true;
    for await (const chunk of chunks) {
      if (isFirst) assertReadable(chunk, file);
      isFirst = false;
      reader.write(chunk);
      yield batch.splice(0);
    }
    reader.end();
    yield batch.splice(0);
    return offset + reader.line;
  }

  #reader(file: string, offset: number, terms: ReadingTerms, batch: ListEntry[]): ListReader {
    const isNumbered = this.options.index === 'row';
    const entry = (read: ListEntry): void => {
      this.#progress();
      if (this.#faults.isRejected) return;
      this.#total += read.amount;
      batch.push(offset === 0 && !isNumbered ? read : this.#placed(read, offset));
    };
    const fault = (found: { line: number | null; message: string }): void => {
      this.#progress();
      this.#faults.addRow(file, found);
    };
    const { columns } = this.options;
    return listReader(this.format, { terms, columns, sink: { entry, violation: fault }, metadata: this.#declared });
  }

  /** Entry with its line in all files, and with its number as claim index if it has no other. */
  #placed(read: ListEntry, offset: number): ListEntry {
    const index = this.options.index === 'row' ? BigInt(this.#entries - 1) : read.index;
    return { ...read, line: read.line + offset, index };
  }

  #progress(): void {
    if (++this.#entries % PROGRESS_ROWS !== 0) return;
    const bytes = this.#bytesBefore + (this.#current?.bytesRead() ?? 0);
    this.options.onProgress({ rows: this.#entries, bytes, bytesTotal: this.options.bytesTotal });
  }

  #assertAsStated({ amount }: ReadingTerms): void {
    if (this.options.isPart) return;
    const page = this.#declared.pages.fault(this.#names.length);
    if (page !== null) this.#faults.add(this.#onlyFile, { line: null, message: page });
    const { facts } = this.#declared;
    // Without amounts in the files there is no total to compare.
    const declared = typeof amount === 'function' ? facts : { ...facts, total: null };
    for (const message of contradictions(declared, { total: this.#total, entries: this.#entries })) {
      this.#faults.add(this.#onlyFile, { line: null, message });
    }
    this.#faults.throwIfRejected();
  }

  get #onlyFile(): string | null {
    return this.files.length === 1 ? (this.files[0]?.file ?? null) : null;
  }
}
