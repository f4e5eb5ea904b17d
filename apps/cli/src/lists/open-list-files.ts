import type { DropDefinition } from '@droptrack/catalogue';
import {
  type ColumnNames,
  contradictions,
  detectFormat,
  type ListEntry,
  type ListFormat,
  type ListReader,
  listReader,
  type ListStated,
  type PublishedShard,
  type ReadingTerms,
  StatedFacts,
  USUAL_COLUMNS,
  walletReader,
} from '@droptrack/eligibility/formats';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';
import { bulkHash } from './bulk-hash';
import { FaultLog } from './fault-log';
import { assertReadable } from './foreign-file';
import { type FileBytes, openFileBytes, sizeOf } from './file-bytes';
import { assertMeant, readingTerms, type StatedTerms } from './reading-terms';

/** One of the files that a list is made of. */
export interface ListFile {
  /** Absolute. */
  readonly path: string;
  /** As the caller wrote it: faults are shown with it. */
  readonly file: string;
}

/** How far the reading is. */
export interface ListProgress {
  readonly rows: number;
  /** Bytes of the files as they lie there. */
  readonly bytes: number;
  /** Null where a file has no size, such as a pipe. */
  readonly bytesTotal: number | null;
}

export interface ListFilesOptions extends StatedTerms {
  /** `auto`: told from how the first file begins. */
  readonly format: ListFormat | 'auto';
  readonly columns: ColumnNames;
  /** The files are a part of the list: totals and counts that they state are those of the whole, and not compared. */
  readonly isPart: boolean;
  /** Called now and then. */
  readonly onProgress: (progress: ListProgress) => void;
}

/** The files of one list, read as they are asked for. */
export interface ListFiles {
  readonly format: ListFormat;
  /**
   * Every entry, once and as many at a time as were read at once, the files in the order of their names. `line` goes on from file to file: see `placeOf`.
   *
   * @throws {CliError} at once, when amounts cannot be read for this drop, or no wallet counts for it.
   * @throws {ListRefusedError} at the end, with every fault ({@link ListFileFault}), and when the files do not come to
   *   what they state; no message holds what is in an entry.
   */
  entries(definition: DropDefinition): AsyncIterable<readonly ListEntry[]>;
  /** What the files say of the list; complete once all entries were read. */
  stated(): ListStated;
  /** Shards in the order of their files, of format `ens`; complete once all entries were read. */
  shards(): readonly PublishedShard[];
  /** Where an entry stands. */
  placeOf(line: number): { readonly file: string; readonly line: number };
  /**
   * Of one file: its SHA-256. Of several: the SHA-256 of their sums, in hex, each with a line feed, in the order of
   * the files' names, as `sha256sum * | cut -c1-64 | sha256sum` makes it. Right once all entries were read.
   */
  sha256(): string;
  /** Ends the reading; harmless when it has ended. */
  close(): Promise<void>;
}

/** Enough to tell a format. */
const START_BYTES = 65_536;

/**
 * Opens the files that a list is made of: one, or pieces of it in any order, such as shards. Memory does not grow
 * with them. Each may be packed by gzip.
 *
 * @throws {CliError} when one cannot be read, the format cannot be told, or what is said of it cannot be meant.
 * @throws {ListRefusedError} when the first is damaged where it begins.
 */
export async function openListFiles(files: readonly ListFile[], options: ListFilesOptions): Promise<ListFiles> {
  const sorted = inOrder(files);
  const sizes = await Promise.all(sorted.map(({ path }) => sizeOf(path)));
  const bytesTotal = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  const [first] = sorted;
  if (first === undefined) throw new CliError(INVALID_ARGUMENT, 'No file is given');
  const started = await start(first);
  try {
    assertReadable(started.start, first.file);
    const format = options.format === 'auto' ? formatOf(started.start, first) : options.format;
    assertMeant(format, options, options.columns !== USUAL_COLUMNS);
    const { keccak256 } = await bulkHash();
    return new ListFilesReading(sorted, started.bytes, format, { ...options, bytesTotal, keccak256 });
  } catch (error) {
    await started.bytes.chunks.return(undefined);
    throw error;
  }
}

/** By name, so that the same files make the same list wherever they lie. @throws {CliError} for one given twice. */
function inOrder(files: readonly ListFile[]): readonly ListFile[] {
  if (new Set(files.map(({ path }) => path)).size < files.length) {
    throw new CliError(INVALID_ARGUMENT, 'A file is given twice');
  }
  const key = ({ path }: ListFile): string => `${basename(path)}\n${path}`;
  return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Reads how a file begins, and leaves it as if it had not been read. */
async function start({ path, file }: ListFile): Promise<{ bytes: FileBytes; start: Uint8Array }> {
  const bytes = openFileBytes(path, file);
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < START_BYTES) {
    const next = await bytes.chunks.next();
    if (next.done === true) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  async function* again(): AsyncGenerator<Uint8Array, undefined> {
    try {
      yield* chunks;
      yield* bytes.chunks;
    } finally {
      await bytes.chunks.return(undefined);
    }
    return undefined;
  }
  return { bytes: { ...bytes, chunks: again() }, start: Buffer.concat(chunks) };
}

function formatOf(beginning: Uint8Array, { file }: ListFile): ListFormat {
  const format = detectFormat(beginning);
  if (format !== null) return format;
  throw new CliError('unknown_format', `${file} is JSON of no form that is known`, {
    hint: 'Name it by --format if it is one of those; else make a CSV of it.',
  });
}

interface ReadingOptions extends ListFilesOptions {
  readonly bytesTotal: number | null;
  readonly keccak256: (bytes: Uint8Array) => Uint8Array;
}

const PROGRESS_ROWS = 20_000;

class ListFilesReading implements ListFiles {
  readonly #stated = new StatedFacts();
  readonly #faults = new FaultLog();
  /** What is subtracted from an entry's line to have its line in the file: one for each file begun. */
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
  }

  entries(definition: DropDefinition): AsyncIterable<readonly ListEntry[]> {
    const wallet = walletReader(this.options.keccak256);
    return this.#read(readingTerms(definition, this.format, this.options, wallet));
  }

  stated(): ListStated {
    return this.#stated.facts;
  }

  shards(): readonly PublishedShard[] {
    return this.#stated.shards;
  }

  placeOf(line: number): { readonly file: string; readonly line: number } {
    const after = this.#offsets.findIndex((offset) => offset >= line);
    const at = (after === -1 ? this.#offsets.length : after) - 1;
    return { file: this.files[at]?.file ?? '', line: line - (this.#offsets[at] ?? 0) };
  }

  sha256(): string {
    const [one = '', ...others] = this.#sums;
    if (others.length === 0) return one;
    return createHash('sha256')
      .update(this.#sums.map((sum) => `${sum}\n`).join(''))
      .digest('hex');
  }

  async close(): Promise<void> {
    await this.#current?.chunks.return(undefined);
  }

  /** It goes on after a fault, so that all are told at once, but gives no more entries. */
  async *#read(terms: ReadingTerms): AsyncGenerator<readonly ListEntry[]> {
    let offset = 0;
    for (const { path, file } of this.files) {
      this.#offsets.push(offset);
      const batch: ListEntry[] = [];
      const reader = this.#reader(file, offset, terms, batch);
      const bytes = this.#current ?? openFileBytes(path, file);
      this.#current = bytes;
      try {
        let isFirst = true;
        for await (const chunk of bytes.chunks) {
          if (isFirst) assertReadable(chunk, file);
          isFirst = false;
          reader.write(chunk);
          yield batch.splice(0);
        }
        reader.end();
        yield batch.splice(0);
      } catch (error) {
        this.#faults.end(file, error);
      }
      offset += reader.line;
      this.#bytesBefore += bytes.bytesRead();
      this.#sums.push(bytes.sha256());
      this.#current = null;
    }
    this.#faults.refuse();
    this.#assertAsStated(terms);
  }

  #reader(file: string, offset: number, terms: ReadingTerms, batch: ListEntry[]): ListReader {
    const entry = (read: ListEntry): void => {
      this.#progress();
      if (this.#faults.total > 0) return;
      this.#total += read.amount;
      batch.push(offset === 0 ? read : { ...read, line: read.line + offset });
    };
    const fault = (found: { line: number | null; message: string }): void => {
      this.#progress();
      this.#faults.add(file, found);
    };
    const { columns } = this.options;
    return listReader(this.format, { terms, columns, sink: { entry, fault }, stated: this.#stated });
  }

  #progress(): void {
    if (++this.#entries % PROGRESS_ROWS !== 0) return;
    const bytes = this.#bytesBefore + (this.#current?.bytesRead() ?? 0);
    this.options.onProgress({ rows: this.#entries, bytes, bytesTotal: this.options.bytesTotal });
  }

  #assertAsStated({ amount }: ReadingTerms): void {
    if (this.options.isPart) return;
    const { facts } = this.#stated;
    // Who asks for no amounts has none to compare.
    const stated = amount === null ? { ...facts, total: null } : facts;
    for (const message of contradictions(stated, { total: this.#total, entries: this.#entries })) {
      this.#faults.add(this.files.length === 1 ? (this.files[0]?.file ?? null) : null, { line: null, message });
    }
    this.#faults.refuse();
  }
}
