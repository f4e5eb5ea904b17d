import { isAddressName, isProofName } from './address-form';
import { bigNumberOf } from './big-number';
import { InvalidJsonError, type JsonChoice, type JsonPicker, JsonReader } from './json/json-reader';
import { isSamePath, pathInMessage } from './json/json-path';
import { elementsOf, type JsonPath, type JsonValue, membersOf } from './json/json-value';
import { WRAPPERS_MAX } from './shapes/records';

/** An object at the start of a document that has wallets as names. */
interface WalletMap {
  readonly path: JsonPath;
  /** Number of its wallets. */
  readonly wallets: number;
  /** Kind of its values; null for one that is no allocation, such as a label. */
  readonly kind: 'amount' | 'claim' | null;
}

/**
 * Objects with wallets as names at the start of a document that are not its list: those whose values are of another kind than those
 * of the largest list. An object that may continue after the start is not among them.
 *
 * @param start - first bytes, uncompressed.
 */
export function mapsBesideList(start: Uint8Array): readonly WalletMap[] {
  const maps = readMaps(start);
  const [largest] = maps.filter(({ kind }) => kind !== null).sort((a, b) => b.wallets - a.wallets);
  return largest === undefined ? [] : maps.filter(({ kind, isEnded }) => isEnded && kind !== largest.kind);
}

/** Note about an object that could be a list and is not read; null for one that could not. */
export const noteOfMap = ({ path, wallets, kind }: WalletMap): string | null =>
  kind === null ? null : `Its member ${pathInMessage(path)} also has wallets (${wallets}), which were not read`;

interface FoundMap extends WalletMap {
  wallets: number;
  /** Its last wallet was read. */
  isEnded: boolean;
}

function readMaps(start: Uint8Array): readonly FoundMap[] {
  const maps = new MapCollector();
  const reader = new JsonReader(maps);
  try {
    reader.write(start);
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error;
  }
  return maps.found.map((map) => ({ ...map, isEnded: map.isEnded || !reader.isWithin }));
}

class MapCollector implements JsonPicker {
  readonly found: FoundMap[] = [];

  choose(path: JsonPath): JsonChoice {
    // A member of another object ends the maps before it.
    const parent = path.slice(0, -1);
    for (const map of this.found) map.isEnded ||= !isSamePath(parent, map.path);
    if (path.some((part) => typeof part !== 'string')) return 'skip';
    if (isAddressName(path.at(-1))) return 'take';
    return path.length <= WRAPPERS_MAX ? 'enter' : 'skip';
  }

  take(path: JsonPath, value: JsonValue): void {
    if (!isAddressName(path.at(-1))) return;
    const parent = path.slice(0, -1);
    const map = this.found.find((one) => isSamePath(one.path, parent));
    if (map === undefined) this.found.push({ path: parent, wallets: 1, kind: kindOf(value), isEnded: false });
    else map.wallets++;
  }
}

/** Digits, hexadecimal ones included, but not an address. */
const AMOUNT = /^(?:0x(?![0-9a-fA-F]{40}$)[0-9a-fA-F]+|[0-9][0-9.eE+-]*)$/;
const CLAIM_MEMBERS: ReadonlySet<string> = new Set(['amount', 'earnings', 'balance', 'index', 'tokens', 'claimable']);

function kindOf(value: JsonValue): WalletMap['kind'] {
  if (typeof value === 'string') return AMOUNT.test(value) ? 'amount' : null;
  if (bigNumberOf(value) !== undefined) return 'amount';
  const members = membersOf(value) ?? membersOf(elementsOf(value)?.[0]);
  const isClaim = [...(members?.keys() ?? [])].some(
    (name) => CLAIM_MEMBERS.has(name.toLowerCase()) || isProofName(name),
  );
  return isClaim ? 'claim' : null;
}
