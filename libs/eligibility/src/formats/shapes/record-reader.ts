import { bigNumberOf } from '../big-number';
import { readHash } from '../bytes';
import { type ColumnNames, type ColumnPlaces, findColumns, findValues, type ValuePlaces } from '../columns';
import { type RawEntry, SUM_OF_PARTS } from '../entry-reader';
import { UnreadableListError } from '../errors';
import { rowChecks, rowContradiction } from '../row-flags';
import { isAddressName, isProofName } from '../address-form';
import { elementsOf, type JsonValue, membersOf } from '../json/json-value';

/** Reason of the whole amount in the input of Uniswap's merkle distributor. */
const REASONS = 'reasons';

/** Converts a value of a file to an entry. @param line - position of the value, for errors. */
export type RecordReader = (value: JsonValue, line: number) => RawEntry;

/** Converts a member of a map to its entries: one, or as many as its array has objects. */
export type MemberReader = (wallet: string, value: JsonValue, line: number) => readonly RawEntry[];

/** Terms of all rows of a list. */
export interface RowTerms {
  /** False for rows without amounts. */
  readonly needsAmount: boolean;
  /** True for a list of excluded wallets. */
  readonly isExclusion: boolean;
  /** Called with the names of amounts that are not read. */
  readonly unread: (names: readonly string[]) => void;
}

/** Entry that is not of the kind of the first one. */
const invalid = (reason: string): RawEntry => ({ wallet: undefined, amount: undefined, invalid: reason });

/**
 * Converts objects, arrays or addresses to entries. The first one determines the kind, and the names or positions of the
 * members; another kind after it is an error.
 *
 */
export function recordReader(columns: ColumnNames, terms: RowTerms): RecordReader {
  let read: ((value: JsonValue) => RawEntry) | null = null;
  return (value, line) => {
    read ??= readerLike(value, line, columns, terms);
    return read === null ? { wallet: undefined, amount: undefined } : read(value);
  };
}

/** Reader for values of the kind of the first one; null for a kind that is no entry. */
function readerLike(
  first: JsonValue,
  line: number,
  columns: ColumnNames,
  terms: RowTerms,
): ((value: JsonValue) => RawEntry) | null {
  const { needsAmount } = terms;
  const [members, elements] = [membersOf(first), elementsOf(first)];
  if (members !== null) return objectReader([...members.keys()], line, columns, terms);
  if (elements !== null) return arrayReader(elements.length, line, columns, needsAmount);
  if (typeof first !== 'string') return null;
  if (needsAmount) {
    throw new UnreadableListError(
      line,
      'its entries are wallets without amounts: state the amount of each with --each',
    );
  }
  return (value) => (typeof value === 'string' ? { wallet: value, amount: undefined } : invalid(NOT_LIKE_FIRST.text));
}

const NOT_LIKE_FIRST = {
  object: 'it is not an object, as the first entry is',
  array: 'it is not an array, as the first entry is',
  text: 'it is not a text, as the first entry is',
} as const;

function objectReader(found: readonly string[], line: number, columns: ColumnNames, terms: RowTerms) {
  const places = findColumns(found, line, columns, 'objects', terms.needsAmount);
  terms.unread(places.unread);
  const values = valueReader(found, places, columns);
  const checks = rowChecks(found, places.wallet, places.wallets, terms.isExclusion);
  const wallet = found[places.wallet] ?? '';
  return (value: JsonValue): RawEntry => {
    const members = membersOf(value);
    if (members === null) return invalid(NOT_LIKE_FIRST.object);
    const contradiction = checks && rowContradiction(checks, members.get(wallet), (name) => members.get(name));
    return contradiction === null ? values(members.get(wallet), members) : invalid(contradiction);
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
  const token = places.token === undefined ? null : name(places.token);
  return (wallet: JsonValue | undefined, members: ReadonlyMap<string, JsonValue>): RawEntry => {
    const reason = members.get(REASONS);
    const isReason = breakdown.length === 0 && typeof reason === 'string' && reason !== '';
    return {
      wallet,
      amount: amount === null ? SUM_OF_PARTS : members.get(amount),
      // A missing member is a missing part.
      index: index === null ? undefined : (members.get(index) ?? ''),
      shares: isReason ? [[reason, undefined]] : parts.map(([why, part]) => [why, members.get(part) ?? '']),
      ...(leaf !== undefined && { fields: leaf.map(([type, member]) => [type, members.get(member)] as const) }),
      ...(proof !== null && { proof: members.get(proof) ?? null }),
      ...(token !== null && { token: members.get(token) }),
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
      amount: places.amount === null ? SUM_OF_PARTS : elements[places.amount],
      index: places.index === null ? undefined : elements[places.index],
      shares: places.breakdown.map(([reason, place]) => [reason, elements[place]]),
      ...(places.fields !== undefined && { fields: places.fields.map(([type, place]) => [type, elements[place]]) }),
      ...(places.proof !== undefined && { proof: elements[places.proof] }),
      ...(places.token !== undefined && { token: elements[places.token] }),
    };
  };
}

/**
 * Converts the members of a map to entries: each name is a wallet, and its value is the amount, an object with it, or an
 * array of such objects. The first value determines the kind.
 *
 */
export function memberReader(columns: ColumnNames, terms: RowTerms): MemberReader {
  if (!terms.needsAmount)
    return (wallet, value) => [isNo(value) ? invalid(NOT_LISTED) : { wallet, amount: undefined, ...proofIn(value) }];
  let read: ((wallet: string, value: JsonValue) => readonly RawEntry[]) | null = null;
  return (wallet, value, line) => {
    read ??= memberReaderLike(value, line, columns, terms);
    return read(wallet, value);
  };
}

/** Proof of a wallet of an allowlist: an array of hashes, or a member of an object. */
function proofIn(value: JsonValue): Pick<RawEntry, 'proof'> {
  const members = membersOf(value);
  const name = [...(members?.keys() ?? [])].find(isProofName);
  const proof = name === undefined ? value : members?.get(name);
  const hashes = elementsOf(proof) ?? [];
  return proof !== undefined && hashes.length > 0 && hashes.every((hash) => readHash(hash) !== null) ? { proof } : {};
}

const isNo = (value: JsonValue): boolean => value === false || value === null;
const NOT_LISTED = 'its value says that the wallet is not in the list';
const NO_CLAIMS = 'its value is not an array of objects, as the first one is';

function memberReaderLike(first: JsonValue, line: number, columns: ColumnNames, terms: RowTerms) {
  const claims = elementsOf(first);
  const members = bigNumberOf(first) === undefined ? membersOf(claims === null ? first : claims[0]) : null;
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
  const tokens = membersOf(members.get(TOKENS));
  if (claims === null && tokens !== null && [...tokens.keys()].every(isAddressName))
    return tokenReader(tokens, line, columns);
  const found = [...members.keys()];
  if (found.length > 0 && found.every(isAddressName)) throw new UnreadableListError(line, MAP_OF_MAPS);
  const places = findValues(found, line, columns, 'objects', true);
  terms.unread(places.unread);
  const checks = rowChecks(found, null, [], terms.isExclusion);
  const values = valueReader(found, places, columns);
  const one = (wallet: string, value: JsonValue, wrong: string): RawEntry => {
    const object = membersOf(value);
    if (object === null) return invalid(wrong);
    const contradiction = checks && rowContradiction(checks, wallet, (name) => object.get(name));
    return contradiction === null ? values(wallet, object) : invalid(contradiction);
  };
  if (claims === null) return (wallet: string, value: JsonValue) => [one(wallet, value, NOT_LIKE_FIRST.object)];
  return (wallet: string, value: JsonValue): readonly RawEntry[] => {
    const elements = elementsOf(value) ?? [];
    return elements.length === 0 ? [invalid(NO_CLAIMS)] : elements.map((element) => one(wallet, element, NO_CLAIMS));
  };
}

/** Member with the amounts of a wallet by token, as cumulative distributors publish them. */
const TOKENS = 'tokens';
const NO_TOKENS = 'its value has no member tokens with amounts by token, as the first one has';

/** Reads `{tokens: {token: amount}}` and `{tokens: {token: {amount, proof}}}`: one entry per token. */
function tokenReader(first: ReadonlyMap<string, JsonValue>, line: number, columns: ColumnNames) {
  const sample = membersOf([...first.values()][0]);
  const found = [...(sample?.keys() ?? [])];
  const isScalar = sample === null || bigNumberOf(sample) !== undefined;
  const values = isScalar ? null : valueReader(found, findValues(found, line, columns, 'objects', true), columns);
  const one = (wallet: string, token: string, value: JsonValue): RawEntry => {
    if (values === null) return { wallet, amount: value, token };
    const object = membersOf(value);
    return object === null ? invalid(NOT_LIKE_FIRST.object) : { ...values(wallet, object), token };
  };
  return (wallet: string, value: JsonValue): readonly RawEntry[] => {
    const tokens = membersOf(membersOf(value)?.get(TOKENS));
    if (tokens === null) return [invalid(NO_TOKENS)];
    return [...tokens].map(([token, amount]) => one(wallet, token, amount));
  };
}

const ONLY_AMOUNTS = 'its values are amounts, which --columns does not apply to';
const MAP_OF_MAPS = 'its members are maps of wallets, such as one per token: save the one to load as a file';
