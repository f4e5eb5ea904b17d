import type { RawEntry } from '../entry-reader';
import type { JsonPicker } from '../json/json-reader';
import type { JsonPath } from '../json/json-value';
import type { MetadataCollector } from '../list-metadata';

/** Positions of entries and metadata in the JSON of a format. */
export interface ListShape extends JsonPicker {
  /** Kind of the document. */
  readonly root: 'object' | 'any';
  /** Member of the document whose text can exceed memory. It is read as an empty text. */
  readonly hugeText?: string;
  /** Called after the document. @throws {UnreadableListError} for a document without a list. */
  end?(): void;
}

/** Callbacks for the values that a shape finds. */
export interface ShapeSink {
  /** Called with each entry, in the order of the file. */
  readonly entry: (raw: RawEntry) => void;
  readonly metadata: MetadataCollector;
  /** Objects with wallets as names that are not the list. */
  readonly beside: readonly JsonPath[];
}
