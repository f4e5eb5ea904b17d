import { isAddressLike, isAddressName, isProofName } from './address-form';
import { InvalidJsonError, type JsonChoice, type JsonPicker, JsonReader } from './json/json-reader';
import { isSamePath } from './json/json-path';
import type { JsonPath, JsonValue } from './json/json-value';
import { TextSkipper } from './json/text-skipper';
import type { ListFormat } from './list-format';
import { MERKL_HOLDERS, MERKL_REWARDS, REWARD_TOKEN } from './shapes/merkl';
import { WRAPPERS_MAX } from './shapes/records';
import { SABLIER_TREE } from './shapes/sablier';

/** Members that identify a format. */
const FORMAT_OF_MEMBER: ReadonlyMap<unknown, ListFormat> = new Map([
  ['shardNybbles', 'ens'],
  ['leafEncoding', 'openzeppelin'],
  ['tree', 'openzeppelin'],
  ['rewardsToDeposit', 'across'],
  ['tree_nodes', 'jito'],
  ['max_num_nodes', 'jito'],
  ['max_total_claim', 'jito'],
  [SABLIER_TREE, 'sablier'],
  ['number_of_recipients', 'sablier'],
]);
/** Members that identify a format unless an array of entries follows, which has no format of its own. */
const HINT_OF_MEMBER: ReadonlyMap<unknown, ListFormat> = new Map([
  ['merkleRoot', 'uniswap'],
  ['tokenTotal', 'uniswap'],
  // The root of `jito` is an array.
  ['merkle_root', 'uniswap'],
  ['token_total', 'uniswap'],
  ['claims', 'uniswap'],
  ['total_amount', 'sablier'],
  ['entries', 'ens'],
  ['recipients', 'across'],
]);
/** Member of an entry in a tree of Uniswap that a map of other objects does not have. */
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
 * @param beside - objects with wallets as names that are not the list.
 * @returns null for JSON of an unknown shape, and for a start that is too short.
 */
export function detectFormat(start: Uint8Array, beside: readonly JsonPath[] = []): ListFormat | null {
  const text = new TextDecoder().decode(start).trimStart();
  const isArray = text.startsWith('[');
  if (!isArray && !text.startsWith('{')) return 'csv';
  const clues = new Clues(beside);
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
  return (isArray ? 'json' : clues.formatOf(!reader.isWithin)) ?? (isLine ? 'ndjson' : null);
}

/** Members at the start of a document. */
class Clues implements JsonPicker {
  constructor(private readonly beside: readonly JsonPath[]) {}

  #hint: ListFormat | null = null;
  #isWrapped = false;
  #hasRewardToken = false;
  /** Length of the path of the first member whose name is an address: it is an entry of a map. Null before it. */
  #entryDepth: number | null = null;

  /** @param isWhole - true for a document that has ended. @returns most probable format; null for an unknown one. */
  formatOf(isWhole: boolean): ListFormat | null {
    // An entry that is cut off may have an index.
    if (this.#entryDepth !== null) return !isWhole && this.#hint === 'uniswap' ? 'uniswap' : 'map';
    return this.#isWrapped ? 'json' : this.#hint;
  }

  choose(path: JsonPath): JsonChoice {
    const [member, inner, name] = path;
    if (typeof member === 'number') {
      // The API of Merkl: an array of chains with their rewards.
      if (member !== 0 || path.length > 4 || (path.length > 1 && inner !== MERKL_REWARDS)) return 'skip';
      if (path.length === 4 && path[3] === 'recipient') throw new FoundError('merkl');
      return path.length === 4 || (path.length === 3 && name !== 0) ? 'skip' : 'enter';
    }
    this.#hasRewardToken ||= member === REWARD_TOKEN;
    if (this.#hasRewardToken && member === MERKL_REWARDS && isAddressName(inner)) throw new FoundError('merkl');
    if (member === MERKL_REWARDS && name === MERKL_HOLDERS) throw new FoundError('merkl');
    if (member === 'merkle_root' && typeof inner === 'number') throw new FoundError('jito');
    if (this.beside.some((other) => isSamePath(other, path))) return 'skip';
    if (this.#entryDepth !== null) return this.#withinMap(path, this.#entryDepth);
    if (path.length === 1) this.#member(member);
    if (isAddressName(path.at(-1)) && path.every((part) => typeof part === 'string')) {
      if (HINT_OF_MEMBER.get(path.at(-2)) === 'ens') throw new FoundError('ens');
      this.#entryDepth = path.length;
      return 'enter';
    }
    if (path.length === 2 && typeof inner === 'string') this.#assertNoHint(member);
    return this.#wrapped(path);
  }

  take(path: JsonPath, value: JsonValue): void {
    if (this.#entryDepth === path.length) throw new FoundError('map');
    if (path.at(-1) === 0 && !isProofName(path.at(-2)) && isAddressLike(value)) this.#isWrapped = true;
  }

  /** Looks for the index that distinguishes a tree of `uniswap` from a map of other objects. */
  #withinMap(path: JsonPath, entryDepth: number): JsonChoice {
    const isEnded = path.length <= entryDepth;
    if (isEnded || typeof path[entryDepth] === 'number') throw new FoundError('map');
    if (path[entryDepth] === INDEX) throw new FoundError('uniswap');
    return 'skip';
  }

  #member(member: unknown): void {
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
    if (path[0] === 'recipients' && this.#hint === 'sablier') throw new FoundError('sablier');
    if (path[0] === 'recipients' && path[at + 1] === ACCOUNT) throw new FoundError('across');
    this.#isWrapped = true;
    return 'skip';
  }
}
