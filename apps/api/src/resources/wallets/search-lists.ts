import type { DropDefinition, ListEntry, WalletFamily } from '@droptrack/catalogue';
import type { Wallet } from '@droptrack/eligibility';
import type { FoundListRow } from '@droptrack/persistence';
import { type ListLookups, ROWS_AT_ONCE, type WalletLookUp } from '../eligibility/list-lookups';
import type { DropLists } from './active-lists';

/** Drop to check, with its definition as of the view. */
export interface CheckedDrop extends DropLists {
  readonly definition: DropDefinition;
  /** Wallet families that the drop accepts; empty if this service can check none of them. */
  readonly families: readonly WalletFamily[];
}

/** Rows of a wallet in the lists of a drop. */
export interface SearchedDrop {
  readonly drop: CheckedDrop;
  readonly allocations: readonly { readonly list: ListEntry; readonly rows: readonly FoundListRow[] }[];
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
  const numberOf = (list: ListEntry, wallet: Wallet): number => lookUps.push({ list, wallet }) - 1;
  const searches = wallets.map((wallet) =>
    drops
      .filter(({ families }) => families.length === 0 || families.includes(wallet.type))
      .map((drop) => {
        const { allocations, exclusions } = drop.families.length === 0 ? NO_LISTS : drop;
        return {
          drop,
          allocations: allocations.map((list) => ({ list, lookUp: numberOf(list, wallet) })),
          exclusions: exclusions.map((list) => ({ list, lookUp: numberOf(list, wallet) })),
        };
      }),
  );
  const found: (readonly FoundListRow[])[] = [];
  // One batch at a time, so that requests with few lookups are not far behind.
  for (let start = 0; start < lookUps.length; start += ROWS_AT_ONCE) {
    found.push(...(await lists.rows(lookUps.slice(start, start + ROWS_AT_ONCE))));
  }
  const rowsOf = (lookUp: number): readonly FoundListRow[] => found[lookUp] ?? [];
  return searches.map((ofWallet) =>
    ofWallet.map(({ drop, allocations, exclusions }) => ({
      drop,
      allocations: allocations.map(({ list, lookUp }) => ({ list, rows: rowsOf(lookUp) })),
      exclusions: exclusions.map(({ list, lookUp }) => ({ list, isListed: rowsOf(lookUp).length > 0 })),
    })),
  );
}

const NO_LISTS = { allocations: [], exclusions: [] };
