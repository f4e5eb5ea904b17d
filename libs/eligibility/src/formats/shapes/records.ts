import { UnreadableListError } from '../errors';
import { isAddressLike, isAddressName, isProofName, isWalletLike } from '../address-form';
import { isSamePath, severalMaps } from '../json/json-path';
import type { JsonPath, JsonValue } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';
import type { MemberReader, RecordReader } from './record-reader';
import { isFactName, stateFact } from './declared-facts';

/** Maximum number of objects around the array of a list, as in `{result: {rows: [ … ]}}`. */
export const WRAPPERS_MAX = 3;

/**
 * Array of entries, or an object with one member that is such an array, whatever its name: `{data: [ … ]}`. Each of its elements
 * is an entry, also one before the first that looks like one. Other members are skipped, among them arrays of other values, such
 * as the names of the columns; another array with entries or wallets is an error.
 */
export function recordsShape({ entry, metadata }: ShapeSink, read: RecordReader): ListShape {
  /** The array of entries. */
  let found: string | null = null;
  let isWrapped = false;
  /** Last array before that, and its elements. */
  let [current, before]: [string | null, JsonValue[]] = [null, []];
  /** Array of wallets that are no addresses. */
  let wallets: string | null = null;
  const begin = (array: string, value: JsonValue): void => {
    if (wallets !== null && wallets !== array) throw new UnreadableListError(null, SEVERAL_ARRAYS);
    if (before.length === ELEMENTS_MAX) throw new UnreadableListError(null, LATE_ENTRY);
    found = array;
    // It determines the kind of all entries.
    const first = read(value, before.length + 1);
    for (const [i, element] of before.entries()) entry(read(element, i + 1));
    before = [];
    entry(first);
  };
  return {
    root: 'any',
    choose(path) {
      if (isElement(path)) return 'take';
      isWrapped ||= path.length > 0;
      return path.length <= WRAPPERS_MAX ? 'enter' : 'skip';
    },
    take(path, value) {
      if (path.length === 0) throw new UnreadableListError(null, NO_ARRAY);
      if (!isElement(path)) return stateFact(metadata, path, value);
      const array = JSON.stringify(path.slice(0, -1));
      if (found === null) {
        if (array !== current) [current, before] = [array, []];
        if (isEntry(path, value)) return begin(array, value);
      }
      if (found === array) return entry(read(value, Number(path.at(-1)) + 1));
      const isWallet = isWalletLike(value) && !isProofName(path.at(-2));
      if (found !== null && (isWallet || isEntry(path, value))) throw new UnreadableListError(null, SEVERAL_ARRAYS);
      if (isWallet) wallets ??= array;
      if (found === null && before.length < ELEMENTS_MAX) before.push(value);
    },
    end() {
      if (isWrapped && found === null) throw new UnreadableListError(null, NO_ARRAY);
    },
  };
}

/** Maximum number of elements before the first that looks like an entry. */
const ELEMENTS_MAX = 1_000;
const LATE_ENTRY = `the first ${ELEMENTS_MAX} elements of its array are no entries`;
const NO_ARRAY = 'it is neither an array of entries nor an object that contains one';
const SEVERAL_ARRAYS = 'it has several arrays of entries: save the one to load as a file';

const isElement = (path: JsonPath): boolean => typeof path.at(-1) === 'number';

/** True for every element of the document, and within a wrapper for objects, arrays and addresses. */
const isEntry = (path: JsonPath, value: JsonValue): boolean =>
  path.length === 1 ||
  (typeof value === 'object' && value !== null) ||
  (isAddressLike(value) && !isProofName(path.at(-2)));

/**
 * `{address: amount}`, `{address: {amount, …}}` or `{address: [{amount, …}]}`: each member is one entry or several. The map can
 * be within objects, as in `{airdrop: {address: amount}}`: the object with an address as a name is the list, and another one
 * is an error unless it is beside the list.
 */
export function mapShape({ entry, metadata, beside }: ShapeSink, read: MemberReader): ListShape {
  let line = 0;
  /** Path of the map; null before its first address. */
  let map: JsonPath | null = null;
  /** Members of the document before that. They are entries if the document is the map. */
  const before: string[] = [];
  const isMember = (path: JsonPath): boolean =>
    map !== null && path.length === map.length + 1 && map.every((name, i) => name === path[i]);
  const isBeside = (path: JsonPath): boolean => beside.length > 0 && beside.some((other) => isSamePath(other, path));
  const begin = (at: JsonPath): void => {
    map = [...at];
    if (at.length > 0) return;
    for (const wallet of before) {
      line++;
      entry({ wallet, amount: undefined });
    }
  };
  return {
    root: 'object',
    choose(path) {
      const name = path.at(-1);
      if (path.length === 0) return 'enter';
      if (isFactName(name) || isMember(path)) return isMember(path) || path.length > WRAPPERS_MAX ? 'take' : 'enter';
      if (isBeside(path)) return 'skip';
      if (isAddressName(name) && path.every((part) => typeof part === 'string')) {
        if (map !== null) throw new UnreadableListError(null, severalMaps(map, path.slice(0, -1)));
        begin(path.slice(0, -1));
        return 'take';
      }
      if (map === null && path.length === 1 && before.push(String(name)) === NAMES_MAX) {
        begin([]);
        return 'skip';
      }
      return path.length <= WRAPPERS_MAX && typeof name === 'string' ? 'enter' : 'skip';
    },
    take(path, value) {
      if (!isMember(path) || isFactName(path.at(-1))) return stateFact(metadata, path, value);
      for (const raw of read(String(path.at(-1)), value, ++line)) entry(raw);
    },
    end() {
      if (map === null) begin([]);
    },
  };
}

/** Members after which a document without an address is a map of other names. */
const NAMES_MAX = 1_000;
