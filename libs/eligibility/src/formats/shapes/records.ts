import { UnreadableListError } from '../errors';
import { isAddressLike } from '../address-form';
import type { JsonPath, JsonValue } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';
import type { MemberReader, RecordReader } from './record-reader';

/** Maximum number of objects around the array of a list, as in `{result: {rows: [ … ]}}`. */
export const WRAPPERS_MAX = 3;

/**
 * Array of entries, or an object with one member that is such an array, whatever its name: `{data: [ … ]}`. Other members are
 * skipped, among them arrays of other values, such as the names of the columns.
 */
export function recordsShape({ entry }: Pick<ShapeSink, 'entry'>, read: RecordReader): ListShape {
  let found: string | null = null;
  let isWrapped = false;
  return {
    root: 'any',
    choose(path) {
      if (isElement(path)) return 'take';
      isWrapped ||= path.length > 0;
      return path.length <= WRAPPERS_MAX ? 'enter' : 'skip';
    },
    take(path, value) {
      if (path.length === 0) throw new UnreadableListError(null, NO_ARRAY);
      if (!isElement(path)) return;
      const array = JSON.stringify(path.slice(0, -1));
      if (found === null && isEntry(path, value)) found = array;
      if (found === array) return entry(read(value, Number(path.at(-1)) + 1));
      if (found !== null && isEntry(path, value)) {
        throw new UnreadableListError(null, 'it has several arrays of entries: save the one to load as a file');
      }
    },
    end() {
      if (isWrapped && found === null) throw new UnreadableListError(null, NO_ARRAY);
    },
  };
}

const NO_ARRAY = 'it is neither an array of entries nor an object that contains one';

const isElement = (path: JsonPath): boolean => typeof path.at(-1) === 'number';

/** True for every element of the document, and within a wrapper for objects, arrays and addresses. */
const isEntry = (path: JsonPath, value: JsonValue): boolean =>
  path.length === 1 || (typeof value === 'object' && value !== null) || isAddressLike(value);

/** `{address: amount}` or `{address: {amount, …}}`: each member is an entry. */
export function mapShape({ entry }: Pick<ShapeSink, 'entry'>, read: MemberReader): ListShape {
  let entries = 0;
  return {
    root: 'object',
    choose: (path) => (path.length === 0 ? 'enter' : 'take'),
    take: ([wallet], value) => entry(read(String(wallet ?? ''), value, ++entries)),
  };
}
