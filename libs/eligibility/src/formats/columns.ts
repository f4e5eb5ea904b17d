import { UnreadableListError } from './errors';

/**
 * Names of the columns of a table or of the members of objects; null: the default names. `#2` is the second column of a
 * table, regardless of its name, and the second value of an array.
 */
export interface ColumnNames {
  readonly wallet: string | null;
  readonly amount: string | null;
  /** Null: no such column. */
  readonly index: string | null;
  /** Columns of a breakdown: their names are the reasons, their fields the amounts. */
  readonly breakdown: readonly string[];
}

export const USUAL_COLUMNS: ColumnNames = { wallet: null, amount: null, index: null, breakdown: [] };

/** Indexes of the columns, from 0. */
export interface ColumnPlaces extends ValuePlaces {
  readonly wallet: number;
}

/** Indexes of the columns beside that of the wallet, from 0. */
export interface ValuePlaces {
  /** Null: the sum of the breakdown, or amounts are not needed. */
  readonly amount: number | null;
  readonly index: number | null;
  readonly breakdown: readonly (readonly [reason: string, place: number])[];
}

/** Kind of input: tables, or objects or arrays in JSON. */
export type RecordKind = 'table' | 'objects' | 'arrays';

const USUAL = {
  table: { wallet: ['wallet', 'address'], amount: ['amount'] },
  // `earnings` is the name in the input of Uniswap's merkle distributor.
  objects: { wallet: ['wallet', 'address'], amount: ['amount', 'earnings'] },
  arrays: { wallet: ['#1'], amount: ['#2'] },
} as const;

const PLACE = /^#([1-9][0-9]{0,3})$/;

/** True for a table without a header: every used column is given by its index. */
export function isWithoutHeader({ wallet, amount, index, breakdown }: ColumnNames, needsAmount: boolean): boolean {
  const indexes = index === null ? [] : [index];
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
  const wallet = finder(found, line, kind)('wallet', names.wallet === null ? USUAL[kind].wallet : [names.wallet]);
  return { wallet, ...findValues(found, line, names, kind, needsAmount) };
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
  if (!needsAmount) return { amount: null, index, breakdown: [] };
  const amounts = names.amount === null ? USUAL[kind].amount : [names.amount];
  const isSum = names.amount === null && names.breakdown.length > 0 && !hasAny(found, amounts);
  return {
    amount: isSum ? null : find('amount', amounts),
    index,
    breakdown: names.breakdown.map((name) => {
      const place = find('breakdown', [name]);
      // In the spelling of the file.
      return [isPlace(name) ? name : (found[place] ?? name), place];
    }),
  };
}

type Find = (meaning: 'wallet' | 'amount' | 'index' | 'breakdown', wanted: readonly string[]) => number;

const finder =
  (found: readonly string[], line: number, kind: RecordKind): Find =>
  (meaning, wanted) => {
    const place = placeOf(found, wanted, kind);
    if (typeof place === 'number') return place;
    throw new UnreadableListError(line, `${place}; ${HINTS[kind](meaning)}`);
  };

const HINTS: Readonly<Record<RecordKind, (meaning: string) => string>> = {
  table: (meaning) =>
    `the first line must be a header (--columns ${meaning}=… says what it is called, and ${meaning}=#1 where it ` +
    'stands if there is none)',
  objects: (meaning) => `--columns ${meaning}=… says what it is called`,
  arrays: (meaning) => `--columns ${meaning}=#1 says where in its arrays it stands`,
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
