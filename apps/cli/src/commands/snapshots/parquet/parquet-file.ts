import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Column, columnSource, schemaOf, storedValue } from './column';

/** The written file. */
export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** Key-value metadata of a file; members that are null are left out. */
export type Metadata = Readonly<Record<string, string | number | boolean | null>>;

/** A row group ends at the first of these limits, which bound the memory (docs/decisions/0044). */
const GROUP_ROWS_MAX = 8_192;
const GROUP_CHARACTERS_MAX = 8 * 1024 * 1024;
/** Every reader has gzip, and Node compresses in native code. Higher levels take longer and save 1 %. */
const GZIP = { codec: 'GZIP', compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes, { level: 1 }) } } as const;

/** Parquet file that is written row group by row group, in constant memory. */
export class ParquetFile<Row> {
  readonly #sink: FileSink;
  readonly #writer: ParquetWriter;
  #cells: unknown[][];
  #groupRows = 0;
  #groupCharacters = 0;
  #rows = 0;

  private constructor(
    file: FileHandle,
    private readonly columns: readonly Column<Row>[],
    { generator, ...metadata }: Metadata & { readonly generator: string },
  ) {
    this.#sink = new FileSink(file);
    this.#writer = new ParquetWriter({
      ...GZIP,
      writer: this.#sink,
      schema: schemaOf(columns),
      kvMetadata: keyValues({ ...metadata, generator }),
      createdBy: generator.replace(' ', ' version '),
    });
    this.#cells = columns.map(() => []);
  }

  /**
   * Creates the file, or empties it.
   *
   * @param metadata - `generator` is the name and the version of the program.
   */
  static async create<Row>(
    path: string,
    columns: readonly Column<Row>[],
    metadata: Metadata & { readonly generator: string },
  ): Promise<ParquetFile<Row>> {
    return new ParquetFile(await open(path, 'w'), columns, metadata);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds rows. @throws {RangeError} for a value that its column cannot store. */
  async add(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      this.#addCells(row);
      if (this.#groupRows >= GROUP_ROWS_MAX || this.#groupCharacters >= GROUP_CHARACTERS_MAX) await this.#writeGroup();
    }
  }

  /** Writes the remaining rows and the footer, and closes the file. */
  async finish(): Promise<WrittenFile> {
    if (this.#groupRows > 0) await this.#writeGroup();
    await this.#writer.finish();
    return this.#sink.finished();
  }

  /** Closes the file, finished or not. */
  close(): Promise<void> {
    return this.#sink.close();
  }

  #addCells(row: Row): void {
    this.columns.forEach((column, n) => {
      const cell = column.valueOf(row);
      if (typeof cell === 'string') this.#groupCharacters += cell.length;
      this.#cells[n]?.push(storedValue(column, cell));
    });
    this.#groupRows += 1;
    this.#rows += 1;
  }

  async #writeGroup(): Promise<void> {
    const columnData = this.columns.map((column, n) => columnSource(column, this.#cells[n] ?? []));
    const rowGroupSize = this.#groupRows;
    this.#cells = this.columns.map(() => []);
    [this.#groupRows, this.#groupCharacters] = [0, 0];
    await this.#writer.write({ columnData, rowGroupSize });
  }
}

/** Buffer of a row group that is appended to a file. */
class FileSink extends ByteWriter {
  readonly #hash = createHash('sha256');

  constructor(private readonly file: FileHandle) {
    super();
  }

  /** Called after each row group. */
  async flush(): Promise<void> {
    const bytes = this.getBytes();
    this.#hash.update(bytes);
    await this.file.writeFile(bytes);
    this.index = 0;
  }

  /** Called after the footer. */
  override async finish(): Promise<void> {
    await this.flush();
    await this.file.sync();
    await this.file.close();
  }

  finished(): WrittenFile {
    return { bytes: this.offset, sha256: this.#hash.digest('hex') };
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** Prefixed, because other programs add keys of their own to a file. */
const keyValues = (metadata: Metadata): { key: string; value: string }[] =>
  Object.entries(metadata).flatMap(([key, value]) =>
    value === null ? [] : [{ key: `droptrack.${key}`, value: String(value) }],
  );
