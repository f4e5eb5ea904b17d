import { isAddressLike, isAddressName } from './address-form';
import { InvalidJsonError, type JsonChoice, type JsonPicker, JsonReader } from './json/json-reader';
import type { JsonPath, JsonValue } from './json/json-value';
import { TextSkipper } from './json/text-skipper';
import type { ListFormat } from './list-format';
import { WRAPPERS_MAX } from './shapes/records';
import { SABLIER_TREE } from './shapes/sablier';

/** Members that identify a format. */
const FORMAT_OF_MEMBER: ReadonlyMap<unknown, ListFormat> = new Map([
  ['shardNybbles', 'ens'],
  ['leafEncoding', 'openzeppelin'],
  ['tree', 'openzeppelin'],
  ['rewardsToDeposit', 'across'],
  ['merkle_root', 'jito'],
  ['tree_nodes', 'jito'],
  ['max_num_nodes', 'jito'],
  ['max_total_claim', 'jito'],
  [SABLIER_TREE, 'sablier'],
  ['number_of_recipients', 'sablier'],
  ['total_amount', 'sablier'],
]);
/** Members that identify a format unless an array of entries follows, which has no format of its own. */
const HINT_OF_MEMBER: ReadonlyMap<unknown, ListFormat> = new Map([
  ['merkleRoot', 'uniswap'],
  ['tokenTotal', 'uniswap'],
  ['claims', 'uniswap'],
  ['entries', 'ens'],
  ['recipients', 'across'],
]);
/** Members of an entry in a chunk of a Uniswap tree that a map of objects does not have. */
const INDEX = 'index';
/** Member of a recipient of `across`. */
const ACCOUNT = 'account';

/** Ends the parsing when the format is known. */
class FoundError extends Error {
  constructor(readonly format: ListFormat) {
    super(format);
  }
}

/**
 * Detects the format of a list from the start of its file, regardless of its name.
 *
 * @param start - first bytes, uncompressed; 64 KiB are enough.
 * @returns null for JSON of an unknown shape, and for a start that is too short.
 */
export function detectFormat(start: Uint8Array): ListFormat | null {
  const text = new TextDecoder().decode(start).trimStart();
  const isArray = text.startsWith('[');
  if (!isArray && !text.startsWith('{')) return 'csv';
  const clues = new Clues();
  const reader = new JsonReader(clues);
  let isFollowed = false;
  try {
    for (const piece of new TextSkipper(SABLIER_TREE).withoutText(start)) reader.write(piece);
  } catch (error) {
    if (error instanceof FoundError) return error.format;
    if (!(error instanceof InvalidJsonError)) throw error;
    isFollowed = !reader.isWithin;
  }
  // The first line is a value; the second may be another one.
  const isLine = !reader.isWithin && /^[^\r\n]*[}\]][ \t]*(?:[\r\n]|$)/.test(text);
  if (isLine && isFollowed) return 'ndjson';
  return (isArray ? 'json' : clues.format) ?? (isLine ? 'ndjson' : null);
}

/** Members at the start of a document. */
class Clues implements JsonPicker {
  #hint: ListFormat | null = null;
  #isWrapped = false;
  /** True within a map of objects, whose entries have the names seen so far. */
  #isMap = false;

  /** Most probable format; null for an unknown one. */
  get format(): ListFormat | null {
    return this.#isMap ? 'map' : this.#isWrapped ? 'json' : this.#hint;
  }

  choose(path: JsonPath): JsonChoice {
    if (typeof path[0] === 'number') return 'skip';
    const [member, inner] = path;
    if (path.length === 1) this.#member(member);
    if (path.length === 2 && this.#isMap) {
      if (inner === INDEX) throw new FoundError('uniswap');
      return 'skip';
    }
    if (path.length === 2 && typeof inner === 'string') this.#assertNoHint(member);
    return this.#wrapped(path);
  }

  take(path: JsonPath, value: JsonValue): void {
    const [member] = path;
    if (path.length === 1 && isAddressName(member)) throw new FoundError('map');
    if (path.at(-1) === 0 && isAddressLike(value)) this.#isWrapped = true;
  }

  #member(member: unknown): void {
    // The first entry of a map has ended without an index.
    if (this.#isMap) throw new FoundError('map');
    this.#isMap = isAddressName(member);
    const format = FORMAT_OF_MEMBER.get(member);
    if (format !== undefined) throw new FoundError(format);
    this.#hint ??= HINT_OF_MEMBER.get(member) ?? null;
  }

  /** An object, not an array: it is of the format that its name hints at. */
  #assertNoHint(member: unknown): void {
    const format = HINT_OF_MEMBER.get(member);
    if (format !== undefined) throw new FoundError(format);
  }

  /** Looks for the first element of an array within objects, and for its members. */
  #wrapped(path: JsonPath): JsonChoice {
    const at = path.findIndex((place) => typeof place === 'number');
    if (at === -1) return path.length <= WRAPPERS_MAX ? 'enter' : 'skip';
    if (path[at] !== 0 || path.length > at + 2) return 'skip';
    if (path.length === at + 1) return 'enter';
    if (path[0] === 'recipients' && path[at + 1] === ACCOUNT) throw new FoundError('across');
    this.#isWrapped = true;
    return 'skip';
  }
}
