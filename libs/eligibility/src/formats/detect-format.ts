import { InvalidJsonError, JsonReader } from './json/json-reader';
import type { JsonPath } from './json/json-value';
import { TextSkipper } from './json/text-skipper';
import type { ListFormat } from './list-format';
import { SABLIER_TREE } from './shapes/sablier';

/** Members that identify a format. */
const FORMAT_OF_MEMBER: ReadonlyMap<unknown, ListFormat> = new Map([
  ['merkleRoot', 'uniswap'],
  ['tokenTotal', 'uniswap'],
  ['claims', 'uniswap'],
  ['shardNybbles', 'ens'],
  ['entries', 'ens'],
  ['leafEncoding', 'openzeppelin'],
  ['tree', 'openzeppelin'],
  ['recipients', 'across'],
  ['rewardsToDeposit', 'across'],
  ['merkle_root', 'jito'],
  ['tree_nodes', 'jito'],
  ['max_num_nodes', 'jito'],
  ['max_total_claim', 'jito'],
  [SABLIER_TREE, 'sablier'],
  ['number_of_recipients', 'sablier'],
  ['total_amount', 'sablier'],
]);
/** Members of an entry in a chunk of a Uniswap tree. */
const CLAIM: readonly unknown[] = ['index', 'amount', 'proof'];
const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;

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
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  const reader = new JsonReader({
    choose(path) {
      const format = formatAt(path);
      if (format !== null) throw new FoundError(format);
      return path.length < 2 ? 'enter' : 'skip';
    },
    take([member]) {
      if (ADDRESS.test(String(member))) throw new FoundError('map');
    },
  });
  try {
    for (const piece of new TextSkipper(SABLIER_TREE).withoutText(start)) reader.write(piece);
  } catch (error) {
    if (error instanceof FoundError) return error.format;
    if (!(error instanceof InvalidJsonError)) throw error;
  }
  // The first line is an object; the second may be another one.
  return !reader.isWithin && /^[^\r\n]*\}[ \t]*(?:[\r\n]|$)/.test(text) ? 'ndjson' : null;
}

/** Format that a value at a path identifies. */
function formatAt(path: JsonPath): ListFormat | null {
  const [member, inner] = path;
  if (path.length === 1) return FORMAT_OF_MEMBER.get(member) ?? null;
  if (path.length !== 2 || !ADDRESS.test(String(member))) return null;
  return CLAIM.includes(inner) ? 'uniswap' : 'map';
}
