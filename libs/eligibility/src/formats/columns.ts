import { UnreadableListError } from './errors';

/**
 * What the columns of a table, or the members of objects, are called; null: by the usual names. `#2` is the second
 * column of a table, whatever it is called.
 */
export interface ColumnNames {
  readonly wallet: string | null;
  readonly amount: string | null;
  /** Null: there is none. */
  readonly index: string | null;
  /** Columns whose names are the reasons of a breakdown, and whose fields are its amounts. */
  readonly breakdown: readonly string[];
}

export const USUAL_COLUMNS: ColumnNames = { wallet: null, amount: null, index: null, breakdown: [] };

/** Where a list's columns are, from 0. */
export interface ColumnPlaces {
  readonly wallet: number;
  /** Null: what the breakdown adds up to; and where nobody asks for amounts. */
  readonly amount: number | null;
  readonly index: number | null;
  readonly breakdown: readonly (readonly [reason: string, place: number])[];
}

/** Tables, and objects in JSON. */
export type RecordKind = 'table' | 'objects';

const USUAL = {
  table: { wallet: ['wallet', 'address'], amount: ['amount'] },
  // `earnings` is what the input of Uniswap's merkle distributor calls it.
  objects: { wallet: ['wallet', 'address'], amount: ['amount', 'earnings'] },
} as const;

const PLACE = /^#([1-9][0-9]{0,3})$/;

/** Whether a table has no header: where every column in use is named by its place. */
export function isWithoutHeader({ wallet, amount, index, breakdown }: ColumnNames, needsAmount: boolean): boolean {
  if (!needsAmount) return isPlace(wallet);
  const others = [...(index === null ? [] : [index]), ...breakdown];
  // An amount that is not named may be what the breakdown adds up to.
  const isAmountPlaced = amount === null ? breakdown.length > 0 : isPlace(amount);
  return isPlace(wallet) && isAmountPlaced && others.every(isPlace);
}

const isPlace = (name: string | null): boolean => name !== null && PLACE.test(name);

/**
 * Finds the columns of a table by its first row, or the members of objects by the first of these.
 *
 * @param found - the fields of the first row, or the names of the first object's members.
 * @param needsAmount - false for a list of wallets only.
 * @throws {UnreadableListError} when one is not there, or there twice.
 */
export function findColumns(
  found: readonly string[],
  line: number,
  names: ColumnNames,
  kind: RecordKind,
  needsAmount: boolean,
): ColumnPlaces {
  const find = (meaning: 'wallet' | 'amount' | 'index' | 'breakdown', wanted: readonly string[]): number => {
    const place = placeOf(found, wanted, kind);
    if (typeof place === 'number') return place;
    throw new UnreadableListError(line, `${place}; ${HINTS[kind](meaning)}`);
  };
  const wallet = find('wallet', names.wallet === null ? USUAL[kind].wallet : [names.wallet]);
  if (!needsAmount) return { wallet, amount: null, index: null, breakdown: [] };
  const amounts = names.amount === null ? USUAL[kind].amount : [names.amount];
  const isSum = names.amount === null && names.breakdown.length > 0 && !hasAny(found, amounts);
  return {
    wallet,
    amount: isSum ? null : find('amount', amounts),
    index: names.index === null ? null : find('index', [names.index]),
    breakdown: names.breakdown.map((name) => {
      const place = find('breakdown', [name]);
      // As the file spells it.
      return [isPlace(name) ? name : (found[place] ?? name), place];
    }),
  };
}

const HINTS: Readonly<Record<RecordKind, (meaning: string) => string>> = {
  table: (meaning) =>
    `the first line must be a header (--columns ${meaning}=… says what it is called, and ${meaning}=#1 where it ` +
    'stands if there is none)',
  objects: (meaning) => `--columns ${meaning}=… says what it is called`,
};

const hasAny = (found: readonly string[], wanted: readonly string[]): boolean =>
  found.some((name) => wanted.includes(name.toLowerCase()));

/** A sentence where it is not there, or there twice. */
function placeOf(found: readonly string[], wanted: readonly string[], kind: RecordKind): number | string {
  const [, nth] = PLACE.exec(wanted[0] ?? '') ?? [];
  const noun = kind === 'table' ? 'column' : 'member';
  if (nth !== undefined && kind === 'table') {
    return Number(nth) <= found.length ? Number(nth) - 1 : `has no column #${nth}`;
  }
  const lower = wanted.map((name) => name.toLowerCase());
  const places = found.flatMap((name, place) => (lower.includes(name.toLowerCase()) ? [place] : []));
  const [place] = places;
  if (place !== undefined && places.length === 1) return place;
  const called = wanted.map((name) => `"${name}"`).join(' or ');
  return place === undefined ? `has no ${noun} ${called}` : `has more than one ${noun} ${called}`;
}
