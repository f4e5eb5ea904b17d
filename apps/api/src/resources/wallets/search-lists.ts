import type { DropDefinition, ListEntry, WalletFamily } from '@droptrack/catalogue';
import { acceptedFamilies, type Wallet } from '@droptrack/eligibility';
import type { FoundListRow } from '@droptrack/persistence';
import { type ListLookups, ROWS_AT_ONCE, type WalletLookUp } from '../eligibility/list-lookups';
import { type ListedRow, listedRows, lookUpsOf } from '../eligibility/listed-rows';
import type { DropLists } from './active-lists';

/** Drop to check, with its definition as of the view. */
export interface CheckedDrop extends DropLists {
  readonly definition: DropDefinition;
  /** True if its active allocation lists are all, as far as is known: a wallet in none of them is ineligible. */
  readonly isComplete: boolean;
  /** Wallet families that the drop accepts; empty if this service can check none of them. */
  readonly families: readonly WalletFamily[];
}

/** Rows of a wallet in the lists of a drop. */
export interface SearchedDrop {
  readonly drop: CheckedDrop;
  readonly allocations: readonly { readonly list: ListEntry; readonly rows: readonly ListedRow[] }[];
  readonly exclusions: readonly { readonly list: ListEntry; readonly isListed: boolean }[];
}

/**
 * Looks wallets up in the lists of drops.
 *
 * @returns per wallet the drops that accept it, and those of which this service can check no wallet.
 * @throws {UnavailableError} if the database is unavailable, or one of the lists was just replaced.
 */
export async function searchLists(
  wallets: readonly Wallet[],
  drops: readonly CheckedDrop[],
  lists: Pick<ListLookups, 'rows'>,
): Promise<readonly (readonly SearchedDrop[])[]> {
  const lookUps: WalletLookUp[] = [];
  /** Numbers of the look-ups of a wallet in a list: the first one, and the one after the last. */
  const placeOf = (list: ListEntry, wallet: Wallet, { definition }: CheckedDrop): readonly [number, number] => {
    const start = lookUps.length;
    return [start, lookUps.push(...lookUpsOf(wallet, list, definition))];
  };
  const searches = wallets.map((wallet) =>
    drops
      .filter(({ families }) => families.length === 0 || acceptedFamilies(wallet, families).length > 0)
      .map((drop) => {
        const { allocations, exclusions } = drop.families.length === 0 ? NO_LISTS : drop;
        return {
          drop,
          allocations: allocations.map((list) => ({ list, place: placeOf(list, wallet, drop) })),
          exclusions: exclusions.map((list) => ({ list, place: placeOf(list, wallet, drop) })),
        };
      }),
  );
  const found: (readonly FoundListRow[])[] = [];
  // One batch at a time, so that requests with few lookups are not far behind.
  for (let start = 0; start < lookUps.length; start += ROWS_AT_ONCE) {
    found.push(...(await lists.rows(lookUps.slice(start, start + ROWS_AT_ONCE))));
  }
  const rowsAt = (place: readonly [number, number]): readonly ListedRow[] => listedRows(found.slice(...place));
  return searches.map((ofWallet) =>
    ofWallet.map(({ drop, allocations, exclusions }) => ({
      drop,
      allocations: allocations.map(({ list, place }) => ({ list, rows: rowsAt(place) })),
      exclusions: exclusions.map(({ list, place }) => ({ list, isListed: rowsAt(place).length > 0 })),
    })),
  );
}

const NO_LISTS = { allocations: [], exclusions: [] };
