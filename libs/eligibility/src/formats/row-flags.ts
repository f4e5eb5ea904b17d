import { isAddressLike } from './address-form';

/** Names of flags, in lower case without separators, and the value with which a wallet is not in an allocation list. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['eligible', 'iseligible', 'qualified', 'isqualified', 'whitelisted', 'iswhitelisted'].map(
    (name) => [name, false] as const,
  ),
  ...['ineligible', 'excluded', 'isexcluded', 'sybil', 'issybil', 'blacklisted', 'isblacklisted', 'disqualified'].map(
    (name) => [name, true] as const,
  ),
]);
const plain = (name: string): string => name.toLowerCase().replace(/[_\s-]/g, '');

/** Value of a flag in JSON or in a table; null for another value. */
function flagOf(value: unknown): boolean | null {
  const text = typeof value === 'boolean' ? `${value}` : typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true' || text === '1' || text === 'yes') return true;
  return text === 'false' || text === '0' || text === 'no' ? false : null;
}

/** Columns of a row that can contradict its presence in the list. */
export interface RowChecks {
  /** Flags, each with the value with which the row is not of the list. */
  readonly flags: readonly (readonly [name: string, place: number, wrong: boolean])[];
  /** Other columns that are usual for wallets. */
  readonly wallets: readonly (readonly [name: string, place: number])[];
}

/**
 * Columns to check in each row; null without any.
 *
 * @param found - names of the columns, or of the members of the first object.
 * @param usualWallets - names of wallets of which one was chosen; empty if the caller named the column.
 * @param isExclusion - true for a list of excluded wallets.
 */
export function rowChecks(
  found: readonly string[],
  chosen: number | null,
  usualWallets: readonly string[],
  isExclusion: boolean,
): RowChecks | null {
  const flags = found.flatMap((name, place) => {
    const wrong = FLAGS.get(plain(name));
    return wrong === undefined ? [] : [[name, place, isExclusion ? !wrong : wrong] as const];
  });
  const wallets = found.flatMap((name, place) =>
    place !== chosen && usualWallets.includes(name.toLowerCase()) ? [[name, place] as const] : [],
  );
  return flags.length === 0 && wallets.length === 0 ? null : { flags, wallets };
}

/** Contradiction of a row; null without one. @param at - value of a column. */
export function rowContradiction(
  { flags, wallets }: RowChecks,
  wallet: unknown,
  at: (name: string, place: number) => unknown,
): string | null {
  for (const [name, place, wrong] of flags) {
    if (flagOf(at(name, place)) === wrong)
      return `"${name}" is ${wrong}: the file has rows that are not of the list, leave them out`;
  }
  for (const [name, place] of wallets) {
    const other = at(name, place);
    if (!isAddressLike(other) || String(other).toLowerCase() === String(wallet).toLowerCase()) continue;
    return `it has another wallet in "${name}": name the one that receives the amount with --columns wallet=…`;
  }
  return null;
}
