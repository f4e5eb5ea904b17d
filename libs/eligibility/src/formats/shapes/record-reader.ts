import { type ColumnNames, type ColumnPlaces, findColumns, findValues, type ValuePlaces } from '../columns';
import type { RawEntry } from '../entry-reader';
import { UnreadableListError } from '../errors';
import { isAddressName } from '../address-form';
import { elementsOf, type JsonValue, membersOf } from '../json/json-value';

/** Reason of the whole amount in the input of Uniswap's merkle distributor. */
const REASONS = 'reasons';

/** Converts a value of a file to an entry. @param line - position of the value, for errors. */
export type RecordReader = (value: JsonValue, line: number) => RawEntry;

/** Converts a member of a map to its entries: one, or as many as its array has objects. */
export type MemberReader = (wallet: string, value: JsonValue, line: number) => readonly RawEntry[];

/** Entry that is not of the kind of the first one. */
const invalid = (reason: string): RawEntry => ({ wallet: undefined, amount: undefined, invalid: reason });

/**
 * Converts objects, arrays or addresses to entries. The first one determines the kind, and the names or positions of the
 * members; another kind after it is an error.
 *
 * @param needsAmount - false for rows without amounts.
 */
export function recordReader(columns: ColumnNames, needsAmount: boolean): RecordReader {
  let read: ((value: JsonValue) => RawEntry) | null = null;
  return (value, line) => {
    read ??= readerLike(value, line, columns, needsAmount);
    return read === null ? { wallet: undefined, amount: undefined } : read(value);
  };
}

/** Reader for values of the kind of the first one; null for a kind that is no entry. */
function readerLike(
  first: JsonValue,
  line: number,
  columns: ColumnNames,
  needsAmount: boolean,
): ((value: JsonValue) => RawEntry) | null {
  const [members, elements] = [membersOf(first), elementsOf(first)];
  if (members !== null) return objectReader([...members.keys()], line, columns, needsAmount);
  if (elements !== null) return arrayReader(elements.length, line, columns, needsAmount);
  if (typeof first !== 'string') return null;
  if (needsAmount) {
    throw new UnreadableListError(
      line,
      'its entries are wallets without amounts: state the amount of each with --each',
    );
  }
  return (value) => (typeof value === 'string' ? { wallet: value, amount: null } : invalid(NOT_LIKE_FIRST.text));
}

const NOT_LIKE_FIRST = {
  object: 'it is not an object, as the first entry is',
  array: 'it is not an array, as the first entry is',
  text: 'it is not a text, as the first entry is',
} as const;

function objectReader(found: readonly string[], line: number, columns: ColumnNames, needsAmount: boolean) {
  const places = findColumns(found, line, columns, 'objects', needsAmount);
  const values = valueReader(found, places, columns);
  const wallet = found[places.wallet] ?? '';
  return (value: JsonValue): RawEntry => {
    const members = membersOf(value);
    return members === null ? invalid(NOT_LIKE_FIRST.object) : values(members.get(wallet), members);
  };
}

/** Reads the members of an object beside that of its wallet. */
function valueReader(found: readonly string[], places: ValuePlaces, { breakdown }: ColumnNames) {
  const name = (place: number): string => found[place] ?? '';
  const amount = places.amount === null ? null : name(places.amount);
  const index = places.index === null ? null : name(places.index);
  const parts = places.breakdown.map(([reason, place]) => [reason, name(place)] as const);
  const leaf = places.fields?.map(([type, place]) => [type, name(place)] as const);
  const proof = places.proof === undefined ? null : name(places.proof);
  return (wallet: JsonValue | undefined, members: ReadonlyMap<string, JsonValue>): RawEntry => {
    const reason = members.get(REASONS);
    const isReason = breakdown.length === 0 && typeof reason === 'string' && reason !== '';
    return {
      wallet,
      amount: amount === null ? null : members.get(amount),
      // A missing member is a missing part.
      index: index === null ? undefined : (members.get(index) ?? ''),
      shares: isReason ? [[reason, undefined]] : parts.map(([why, part]) => [why, members.get(part) ?? '']),
      ...(leaf !== undefined && { fields: leaf.map(([type, member]) => [type, members.get(member)] as const) }),
      ...(proof !== null && { proof: members.get(proof) ?? null }),
    };
  };
}

/** Reads arrays by position: by default the wallet is first and the amount second. */
function arrayReader(length: number, line: number, columns: ColumnNames, needsAmount: boolean) {
  const names = Array.from({ length }, (_, i) => `#${i + 1}`);
  const places: ColumnPlaces = findColumns(names, line, columns, 'arrays', needsAmount);
  return (value: JsonValue): RawEntry => {
    const elements = elementsOf(value);
    if (elements === null) return invalid(NOT_LIKE_FIRST.array);
    // No guess: a missing value would move the others.
    if (elements.length !== length) return invalid(`it has ${elements.length} values, the first entry ${length}`);
    return {
      wallet: elements[places.wallet],
      amount: places.amount === null ? null : elements[places.amount],
      index: places.index === null ? undefined : elements[places.index],
      shares: places.breakdown.map(([reason, place]) => [reason, elements[place]]),
      ...(places.fields !== undefined && { fields: places.fields.map(([type, place]) => [type, elements[place]]) }),
      ...(places.proof !== undefined && { proof: elements[places.proof] }),
    };
  };
}

/**
 * Converts the members of a map to entries: each name is a wallet, and its value is the amount, an object with it, or an
 * array of such objects. The first value determines the kind.
 *
 * @param needsAmount - false for rows without amounts.
 */
export function memberReader(columns: ColumnNames, needsAmount: boolean): MemberReader {
  if (!needsAmount) return (wallet, value) => [isNo(value) ? invalid(NOT_LISTED) : { wallet, amount: null }];
  let read: ((wallet: string, value: JsonValue) => readonly RawEntry[]) | null = null;
  return (wallet, value, line) => {
    read ??= memberReaderLike(value, line, columns);
    return read(wallet, value);
  };
}

const isNo = (value: JsonValue): boolean => value === false || value === null;
const NOT_LISTED = 'its value says that the wallet is not in the list';
const NO_CLAIMS = 'its value is not an array of objects, as the first one is';

function memberReaderLike(first: JsonValue, line: number, columns: ColumnNames) {
  const claims = elementsOf(first);
  const members = membersOf(claims === null ? first : claims[0]);
  if (members === null) {
    const { amount: named, index, breakdown, fields } = columns;
    if (claims !== null || named !== null || index !== null || breakdown.length > 0 || fields !== undefined) {
      throw new UnreadableListError(
        line,
        claims === null ? ONLY_AMOUNTS : 'its values are arrays of other values than objects',
      );
    }
    return (wallet: string, amount: JsonValue): readonly RawEntry[] => [{ wallet, amount }];
  }
  const found = [...members.keys()];
  if (found.length > 0 && found.every(isAddressName)) throw new UnreadableListError(line, MAP_OF_MAPS);
  const values = valueReader(found, findValues(found, line, columns, 'objects', true), columns);
  const one = (wallet: string, value: JsonValue, wrong: string): RawEntry => {
    const object = membersOf(value);
    return object === null ? invalid(wrong) : values(wallet, object);
  };
  if (claims === null) return (wallet: string, value: JsonValue) => [one(wallet, value, NOT_LIKE_FIRST.object)];
  return (wallet: string, value: JsonValue): readonly RawEntry[] => {
    const elements = elementsOf(value) ?? [];
    return elements.length === 0 ? [invalid(NO_CLAIMS)] : elements.map((element) => one(wallet, element, NO_CLAIMS));
  };
}

const ONLY_AMOUNTS = 'its values are amounts, which --columns does not apply to';
const MAP_OF_MAPS = 'its members are maps of wallets, such as one per token: save the one to load as a file';
