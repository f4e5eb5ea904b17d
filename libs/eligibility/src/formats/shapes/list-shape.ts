import type { RawEntry } from '../entry-reader';
import type { JsonPicker } from '../json/json-reader';
import type { StatedFacts } from '../stated';

/** Where entries and statements stand in the JSON of one format. */
export interface ListShape extends JsonPicker {
  /** What the document is. */
  readonly root: 'object' | 'array';
}

/** What a shape tells of what it finds. */
export interface ShapeSink {
  /** Called with each entry, in the order of the file. */
  readonly entry: (raw: RawEntry) => void;
  readonly stated: StatedFacts;
}
