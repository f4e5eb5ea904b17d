import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Cell, Column } from '../parquet/column';
import type { WrittenFile } from '../parquet/parquet-file';

/** First characters that make a spreadsheet treat a text as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const LINE_END = '\r\n';

/** CSV file in the format of RFC 4180. */
export class CsvFile<Row> {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly columns: readonly Column<Row>[],
  ) {}

  /** Creates the file, or empties it, and writes the header line. */
  static async create<Row>(path: string, columns: readonly Column<Row>[]): Promise<CsvFile<Row>> {
    const created = new CsvFile(await open(path, 'w'), columns);
    try {
      await created.#put(lineOf(columns.map(({ name }) => name)));
      return created;
    } catch (error) {
      await created.close();
      throw error;
    }
  }

  async add(rows: readonly Row[]): Promise<void> {
    await this.#put(rows.map((row) => lineOf(this.columns.map(({ valueOf }) => valueOf(row)))).join(''));
  }

  async finish(): Promise<WrittenFile> {
    await this.file.sync();
    await this.close();
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Closes the file, finished or not. */
  close(): Promise<void> {
    return this.file.close();
  }

  async #put(text: string): Promise<void> {
    const chunk = Buffer.from(text);
    await this.file.writeFile(chunk);
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }
}

const lineOf = (cells: readonly Cell[]): string => cells.map(quoted).join(',') + LINE_END;

/** Escaped cell. A text that looks like a formula gets a leading apostrophe, which spreadsheets interpret as text. */
function quoted(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
