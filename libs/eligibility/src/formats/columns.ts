import type { FieldType, LeafFields } from '../tree/leaf-fields';
import { namedParts, unreadAmounts } from './amount-names';
import { UnreadableListError } from './errors';
import type { JsonPath } from './json/json-value';

/**
 * Names of the columns of a table or of the members of objects; null: the default names. `#2` is the second column of a
 * table, regardless of its name, and the second value of an array.
 */
export interface ColumnNames {
  readonly wallet: string | null;
  readonly amount: string | null;
  /** Null: no such column. */
  readonly index: string | null;
  /** Member or value with the published proof; when not given, the one with a usual name, in objects only. */
  readonly proof?: string | null;
  /** Column or member with the address of the token; none when not given. */
  readonly token?: string | null;
  /** Columns of a breakdown: their names are the reasons, their fields the amounts. */
  readonly breakdown: readonly string[];
  /** Columns with the fields of a leaf that differ from row to row, in their order; none when not given. */
  readonly fields?: readonly FieldColumn[];
  /** All fields of a leaf, for dumps of OpenZeppelin, whose values have no names; the usual ones when not given. */
  readonly leaf?: LeafFields;
  /** Objects with wallets as names that are not the list; none when not given. */
  readonly beside?: readonly JsonPath[];
}

/** Column with a field of a leaf. */
export interface FieldColumn {
  readonly name: string;
  readonly type: FieldType;
}

export const USUAL_COLUMNS: ColumnNames = { wallet: null, amount: null, index: null, breakdown: [] };

/** Indexes of the columns, from 0. */
export interface ColumnPlaces extends ValuePlaces {
  readonly wallet: number;
  /** Names of which the wallet was chosen; empty if the caller named it. */
  readonly wallets: readonly string[];
}

/** Indexes of the columns beside that of the wallet, from 0. */
export interface ValuePlaces {
  /** Null: the sum of the breakdown, or amounts are not needed. */
  readonly amount: number | null;
  readonly index: number | null;
  readonly breakdown: readonly (readonly [reason: string, place: number])[];
  readonly fields?: readonly (readonly [column: FieldColumn, place: number])[];
  /** Absent without proofs. */
  readonly proof?: number;
  /** Absent for rows of one token. */
  readonly token?: number;
  /** Names of amounts that are not read. */
  readonly unread: readonly string[];
}

/** Kind of input: tables, or objects or arrays in JSON. */
export type RecordKind = 'table' | 'objects' | 'arrays';

const USUAL = {
  table: { wallet: ['wallet', 'address'], amount: ['amount'] },
  // `earnings` is the name in the input of Uniswap's merkle distributor.
  objects: { wallet: ['wallet', 'address'], amount: ['amount', 'earnings'] },
  arrays: { wallet: ['#1'], amount: ['#2'] },
} as const;

/** Names of the wallet in published files that have none of the names above. */
const OTHER_WALLETS = ['account', 'recipient', 'user', 'claimant', 'pubkey'] as const;
/** Names of the proof in objects. */
const PROOFS = ['proof', 'proofs', 'merkleproof', 'merkleproofs', 'merkle_proof', 'merkle_proofs'] as const;

const PLACE = /^#([1-9][0-9]{0,3})$/;

/** True for a table without a header: every used column is given by its index. */
export function isWithoutHeader(names: ColumnNames, needsAmount: boolean): boolean {
  const { wallet, amount, index, breakdown, fields = [] } = names;
  const indexes = [index, names.token ?? null, ...fields.map(({ name }) => name)].filter((name) => name !== null);
  if (!needsAmount) return isPlace(wallet) && indexes.every(isPlace);
  const others = [...indexes, ...breakdown];
  // Without an amount column, the amount is the sum of the breakdown.
  const isAmountPlaced = amount === null ? breakdown.length > 0 : isPlace(amount);
  return isPlace(wallet) && isAmountPlaced && others.every(isPlace);
}

const isPlace = (name: string | null): boolean => name !== null && PLACE.test(name);

/**
 * Finds the columns of a table in its first row, or the members of objects in the first object.
 *
 * @param found - fields of the first row, or names of the members of the first object.
 * @param needsAmount - false for rows without amounts.
 * @throws {UnreadableListError} for a missing or duplicate column.
 */
export function findColumns(
  found: readonly string[],
  line: number,
  names: ColumnNames,
  kind: RecordKind,
  needsAmount: boolean,
): ColumnPlaces {
  const wallet = finder(
    found,
    line,
    kind,
  )('wallet', names.wallet === null ? usualWallets(found, kind) : [names.wallet]);
  const wallets = names.wallet !== null || kind === 'arrays' ? [] : [...USUAL[kind].wallet, ...OTHER_WALLETS];
  return { wallet, wallets, ...findValues(found, line, names, kind, needsAmount) };
}

function usualWallets(found: readonly string[], kind: RecordKind): readonly string[] {
  const isOther = kind !== 'arrays' && !hasAny(found, USUAL[kind].wallet) && hasAny(found, OTHER_WALLETS);
  return isOther ? OTHER_WALLETS : USUAL[kind].wallet;
}

/** Finds the columns beside that of the wallet, like {@link findColumns}. @throws {UnreadableListError} */
export function findValues(
  found: readonly string[],
  line: number,
  names: ColumnNames,
  kind: RecordKind,
  needsAmount: boolean,
): ValuePlaces {
  const find = finder(found, line, kind);
  const index = names.index === null ? null : find('index', [names.index]);
  const fields = (names.fields ?? []).map((column) => [column, find('leaf', [column.name])] as const);
  const { token = null } = names;
  const ofLeaf = {
    ...(fields.length > 0 && { fields }),
    ...(token !== null && { token: find('token', [token]) }),
  };
  const ofProof = (place: number | null) => (place === null ? {} : { proof: place });
  if (!needsAmount) {
    const proof = proofPlace(found, names, kind, find);
    return { amount: null, index, breakdown: [], unread: [], ...ofLeaf, ...ofProof(proof) };
  }
  const amounts: readonly string[] = names.amount === null ? USUAL[kind].amount : [names.amount];
  const proof = proofPlace(found, names, kind, find);
  const isNamed = names.amount !== null || names.breakdown.length > 0;
  const parts = isNamed || kind === 'arrays' ? names.breakdown : namedParts(found, line, kind, amounts);
  // A column that is named as a part is not the whole as well.
  const wholes =
    names.amount === null ? amounts.filter((name) => !parts.some((part) => part.toLowerCase() === name)) : amounts;
  const isSum = names.amount === null && parts.length > 0 && !hasAny(found, wholes);
  const amount = isSum ? null : find('amount', wholes);
  const breakdown = parts.map((name) => {
    const place = find('breakdown', [name]);
    // In the spelling of the file.
    return [isPlace(name) ? name : (found[place] ?? name), place] as const;
  });
  const read = [amount, ...breakdown.map(([, place]) => place)].map((place) => found[place ?? -1] ?? '');
  return {
    amount,
    index,
    breakdown,
    unread: kind === 'arrays' ? [] : unreadAmounts(found, read),
    ...ofLeaf,
    ...ofProof(proof),
  };
}

type Meaning = 'wallet' | 'amount' | 'index' | 'proof' | 'token' | 'breakdown' | 'leaf';
type Find = (meaning: Meaning, wanted: readonly string[]) => number;

function proofPlace(found: readonly string[], { proof }: ColumnNames, kind: RecordKind, find: Find): number | null {
  if (proof !== undefined && proof !== null) return find('proof', [proof]);
  return kind === 'objects' && hasAny(found, PROOFS) ? find('proof', PROOFS) : null;
}

const finder =
  (found: readonly string[], line: number, kind: RecordKind): Find =>
  (meaning, wanted) => {
    const place = placeOf(found, wanted, kind);
    if (typeof place === 'number') return place;
    throw new UnreadableListError(line, `${place}; ${meaning === 'leaf' ? LEAF_HINT : HINTS[kind](meaning)}`);
  };

const LEAF_HINT = '--leaf names the columns with fields of its leaves, such as column:nr or column:#3';
const HINTS: Readonly<Record<RecordKind, (meaning: string) => string>> = {
  table: (meaning) =>
    `the first line must be a header (name the column with --columns ${meaning}=…, or without a header state its ` +
    `position with --columns ${meaning}=#1)`,
  objects: (meaning) => `name it with --columns ${meaning}=…`,
  arrays: (meaning) => `state its position with --columns ${meaning}=#1`,
};
/** A column of a table, in messages, and its counterpart in JSON. */
const NOUNS: Readonly<Record<RecordKind, string>> = { table: 'column', objects: 'member', arrays: 'value' };

const hasAny = (found: readonly string[], wanted: readonly string[]): boolean =>
  found.some((name) => wanted.includes(name.toLowerCase()));

/** Message for a missing or duplicate column. */
function placeOf(found: readonly string[], wanted: readonly string[], kind: RecordKind): number | string {
  const [, nth] = PLACE.exec(wanted[0] ?? '') ?? [];
  const noun = NOUNS[kind];
  if (nth !== undefined && kind !== 'objects') {
    return Number(nth) <= found.length ? Number(nth) - 1 : `has no ${noun} #${nth}`;
  }
  const lower = wanted.map((name) => name.toLowerCase());
  const places = found.flatMap((name, place) => (lower.includes(name.toLowerCase()) ? [place] : []));
  const [place] = places;
  if (place !== undefined && places.length === 1) return place;
  const called = wanted.map((name) => `"${name}"`).join(' or ');
  return place === undefined ? `has no ${noun} ${called}` : `has more than one ${noun} ${called}`;
}
