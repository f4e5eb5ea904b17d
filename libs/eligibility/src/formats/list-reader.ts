import type { ColumnNames } from './columns';
import { CsvReader } from './csv/csv-reader';
import { type RawEntry, readEntry, type ReadingTerms } from './entry-reader';
import { type EntryViolation, UnreadableListError } from './errors';
import { InvalidJsonError, JsonReader } from './json/json-reader';
import { TextSkipper } from './json/text-skipper';
import type { ListEntry } from './list-entry';
import type { ListFormat, RecordFormat } from './list-format';
import { NdjsonReader } from './ndjson-reader';
import { acrossShape } from './shapes/across';
import { ensShape } from './shapes/ens';
import { jitoShape } from './shapes/jito';
import type { ListShape, ShapeSink } from './shapes/list-shape';
import { merklShape } from './shapes/merkl';
import { memberReader, recordReader, type RowTerms } from './shapes/record-reader';
import { mapShape, recordsShape } from './shapes/records';
import { openzeppelinShape } from './shapes/openzeppelin';
import { sablierShape } from './shapes/sablier';
import { uniswapShape } from './shapes/uniswap';
import type { MetadataCollector } from './list-metadata';

/** Streaming reader of one file of a list, in constant memory. */
export interface ListReader {
  /** Last line or entry that was read, from 1; 0 before the first. */
  readonly line: number;
  /** @throws {UnreadableListError} for a file that cannot be read further. */
  write(bytes: Uint8Array): void;
  /** @throws {UnreadableListError} for a truncated file. */
  end(): void;
}

/** Callbacks for entries and errors, in the order of the file. */
export interface ListSink {
  entry(entry: ListEntry): void;
  violation(violation: EntryViolation): void;
}

export interface ListReaderOptions {
  readonly terms: ReadingTerms;
  /** Columns of tables and objects; other formats have fixed names. */
  readonly columns: ColumnNames;
  readonly sink: ListSink;
  /** Shared by all files of a list. */
  readonly metadata: MetadataCollector;
}

/** Creates a reader for one file. */
export function listReader(format: ListFormat, options: ListReaderOptions): ListReader {
  const { terms, columns, sink, metadata } = options;
  const onEntry = (raw: RawEntry, line: number): void => {
    const read = readEntry(raw, line, terms);
    if ('message' in read) sink.violation(read);
    else sink.entry(read);
  };
  const needsAmount = typeof terms.amount === 'function';
  const isExclusion = terms.amount === null;
  const unread = (names: readonly string[]): void => metadata.unread(names);
  const row: RowTerms = { needsAmount, isExclusion, unread };
  const violation = (found: EntryViolation): void => sink.violation(found);
  if (format === 'csv') return new CsvReader({ columns, ...row, onEntry, violation });
  const record = recordReader(columns, row);
  if (format === 'ndjson') return new NdjsonReader(record, onEntry, violation);
  const { beside = [] } = columns;
  const shapeOf = (entry: (raw: RawEntry) => void): ListShape => {
    const shapeSink = { entry, metadata, beside };
    if (format === 'json') return recordsShape(shapeSink, record);
    if (format === 'map') return mapShape(shapeSink, memberReader(columns, row));
    if (format === 'openzeppelin') return openzeppelinShape(shapeSink, columns.leaf);
    return SHAPES[format](shapeSink);
  };
  return new JsonListReader(shapeOf, onEntry);
}

const SHAPES: Readonly<Record<Exclude<ListFormat, RecordFormat | 'openzeppelin'>, (sink: ShapeSink) => ListShape>> = {
  uniswap: uniswapShape,
  ens: ensShape,
  across: acrossShape,
  jito: jitoShape,
  sablier: sablierShape,
  merkl: merklShape,
};

/** Reader of a file with one JSON document. */
class JsonListReader implements ListReader {
  #entries = 0;
  readonly #json: JsonReader;
  readonly #shape: ListShape;
  readonly #texts: TextSkipper | null;

  constructor(shapeOf: (entry: (raw: RawEntry) => void) => ListShape, onEntry: (raw: RawEntry, line: number) => void) {
    const shape = shapeOf((raw) => onEntry(raw, ++this.#entries));
    this.#shape = shape;
    const assertRoot = (is: boolean): void => {
      if (!is) throw new UnreadableListError(null, 'it is not an object, as files of this format are');
    };
    this.#texts = shape.hugeText === undefined ? null : new TextSkipper(shape.hugeText);
    this.#json = new JsonReader({
      choose(path) {
        if (path.length === 1 && typeof path[0] !== 'string') assertRoot(shape.root === 'any');
        return shape.choose(path);
      },
      take(path, value) {
        assertRoot(path.length > 0 || shape.root === 'any');
        shape.take(path, value);
      },
    });
  }

  get line(): number {
    return this.#entries;
  }

  write(bytes: Uint8Array): void {
    this.#try(() => {
      for (const piece of this.#texts?.withoutText(bytes) ?? [bytes]) this.#json.write(piece);
    });
  }

  end(): void {
    this.#try(() => this.#json.end());
    this.#shape.end?.();
  }

  #try(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof InvalidJsonError)) throw error;
      throw new UnreadableListError(this.#entries + 1, error.message);
    }
  }
}
