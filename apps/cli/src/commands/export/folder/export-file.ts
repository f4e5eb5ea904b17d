import type { Column } from '../../snapshots/parquet/column';
import { CsvFile } from '../../snapshots/file/csv-file';
import { ParquetFile } from '../../snapshots/parquet/parquet-file';
import { GENERATOR, SCHEMA_VERSION } from '../../snapshots/file/metadata';

/** Description of a file in the manifest. */
export interface DescribedFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
  /** First and last sequence number of its rows; null without one. */
  readonly first_seq: number | null;
  readonly last_seq: number | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** File of an export with the figures of the manifest. */
export class ExportFile<Row extends object> {
  #firstSeq: number | null = null;
  #lastSeq: number | null = null;
  #rows = 0;

  private constructor(
    private readonly name: string,
    private readonly columns: readonly Column<Row>[],
    private readonly file: ParquetFile<Row> | CsvFile<Row>,
  ) {}

  /**
   * Creates the file, of the format that its name ends with.
   *
   * @param asOf - RFC 3339.
   */
  static async create<Row extends object>(
    directory: string,
    name: string,
    columns: readonly Column<Row>[],
    asOf: string,
  ): Promise<ExportFile<Row>> {
    const path = `${directory}/${name}`;
    if (name.endsWith('.csv')) return new ExportFile(name, columns, await CsvFile.create(path, columns));
    const kind = name.replace('.parquet', '');
    const metadata = { kind, as_of: asOf, schema_version: SCHEMA_VERSION, generator: GENERATOR };
    return new ExportFile(name, columns, await ParquetFile.create(path, columns, metadata));
  }

  get rows(): number {
    return this.#rows;
  }

  async add(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      if (!('seq' in row) || typeof row.seq !== 'number') continue;
      this.#firstSeq ??= row.seq;
      this.#lastSeq = row.seq;
    }
    await this.file.add(rows);
    this.#rows += rows.length;
  }

  async finish(): Promise<DescribedFile> {
    const written = await this.file.finish();
    return {
      name: this.name,
      rows: this.#rows,
      ...written,
      first_seq: this.#firstSeq,
      last_seq: this.#lastSeq,
      columns: this.columns.map(({ name, type }) => ({ name, type })),
    };
  }

  /** Closes the file, finished or not. */
  close(): Promise<void> {
    return this.file.close();
  }
}
