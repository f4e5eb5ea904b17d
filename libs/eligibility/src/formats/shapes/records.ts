import { type ColumnNames, findColumns } from '../columns';
import type { RawEntry } from '../entry-reader';
import { type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/** Names of the used members. */
interface MemberNames {
  readonly wallet: string;
  readonly amount: string | null;
  readonly index: string | null;
  readonly breakdown: readonly (readonly [reason: string, name: string])[];
}

/** Reason of the whole amount in the input of Uniswap's merkle distributor. */
const REASONS = 'reasons';

/**
 * Converts objects to entries. The first object determines the names of the members.
 *
 * @param needsAmount - false for a list of wallets only.
 */
export function recordReader(columns: ColumnNames, needsAmount: boolean): (value: JsonValue, line: number) => RawEntry {
  let names: MemberNames | null = null;
  return (value, line) => {
    const members = membersOf(value);
    if (members === null) return { wallet: undefined, amount: undefined };
    names ??= namesOf([...members.keys()], line, columns, needsAmount);
    const reason = members.get(REASONS);
    const isReason = columns.breakdown.length === 0 && typeof reason === 'string' && reason !== '';
    return {
      wallet: members.get(names.wallet),
      amount: names.amount === null ? null : members.get(names.amount),
      // A missing member is a missing part.
      index: names.index === null ? undefined : (members.get(names.index) ?? ''),
      shares: isReason ? [[reason, undefined]] : names.breakdown.map(([why, name]) => [why, members.get(name) ?? '']),
    };
  };
}

function namesOf(found: readonly string[], line: number, columns: ColumnNames, needsAmount: boolean): MemberNames {
  const places = findColumns(found, line, columns, 'objects', needsAmount);
  const name = (place: number): string => found[place] ?? '';
  return {
    wallet: name(places.wallet),
    amount: places.amount === null ? null : name(places.amount),
    index: places.index === null ? null : name(places.index),
    breakdown: places.breakdown.map(([reason, place]) => [reason, name(place)]),
  };
}

/** Array of objects, one per entry. */
export function recordsShape(
  { entry }: Pick<ShapeSink, 'entry'>,
  read: (value: JsonValue, line: number) => RawEntry,
): ListShape {
  return {
    root: 'array',
    choose: (path) => (path.length === 0 ? 'enter' : 'take'),
    take: ([place], value) => entry(read(value, Number(place) + 1)),
  };
}

/** `{address: amount}`: each member is an entry. */
export function mapShape({ entry }: ShapeSink): ListShape {
  return {
    root: 'object',
    choose: (path) => (path.length === 0 ? 'enter' : 'take'),
    take: ([wallet], amount) => entry({ wallet: String(wallet ?? ''), amount }),
  };
}
