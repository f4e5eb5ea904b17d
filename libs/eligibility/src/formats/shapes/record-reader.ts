import { type ColumnNames, type ColumnPlaces, findColumns, findValues, type ValuePlaces } from '../columns';
import type { RawEntry } from '../entry-reader';
import { UnreadableListError } from '../errors';
import { elementsOf, type JsonValue, membersOf } from '../json/json-value';

/** Reason of the whole amount in the input of Uniswap's merkle distributor. */
const REASONS = 'reasons';

/** Converts a value of a file to an entry. @param line - position of the value, for errors. */
export type RecordReader = (value: JsonValue, line: number) => RawEntry;

/** Converts a member of a map to an entry. */
export type MemberReader = (wallet: string, value: JsonValue, line: number) => RawEntry;

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
    throw new UnreadableListError(line, 'its entries are wallets without amounts; --each says what each one gets');
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
  return (wallet: JsonValue | undefined, members: ReadonlyMap<string, JsonValue>): RawEntry => {
    const reason = members.get(REASONS);
    const isReason = breakdown.length === 0 && typeof reason === 'string' && reason !== '';
    return {
      wallet,
      amount: amount === null ? null : members.get(amount),
      // A missing member is a missing part.
      index: index === null ? undefined : (members.get(index) ?? ''),
      shares: isReason ? [[reason, undefined]] : parts.map(([why, part]) => [why, members.get(part) ?? '']),
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
    };
  };
}

/**
 * Converts the members of a map to entries: each name is a wallet, and its value is the amount or an object with it. The
 * first value determines the kind.
 *
 * @param needsAmount - false for rows without amounts.
 */
export function memberReader(columns: ColumnNames, needsAmount: boolean): MemberReader {
  if (!needsAmount) return (wallet, value) => (isNo(value) ? invalid(NOT_LISTED) : { wallet, amount: null });
  let read: ((wallet: string, value: JsonValue) => RawEntry) | null = null;
  return (wallet, value, line) => {
    read ??= memberReaderLike(value, line, columns);
    return read(wallet, value);
  };
}

const isNo = (value: JsonValue): boolean => value === false || value === null;
const NOT_LISTED = 'its value says that the wallet is not in the list';

function memberReaderLike(first: JsonValue, line: number, columns: ColumnNames) {
  const members = membersOf(first);
  if (members === null) {
    const needsObject = columns.amount !== null || columns.index !== null || columns.breakdown.length > 0;
    if (needsObject) throw new UnreadableListError(line, 'its values are amounts, which --columns does not apply to');
    return (wallet: string, amount: JsonValue): RawEntry => ({ wallet, amount });
  }
  const found = [...members.keys()];
  const values = valueReader(found, findValues(found, line, columns, 'objects', true), columns);
  return (wallet: string, value: JsonValue): RawEntry => {
    const object = membersOf(value);
    return object === null ? invalid(NOT_LIKE_FIRST.object) : values(wallet, object);
  };
}
