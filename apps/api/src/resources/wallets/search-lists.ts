import type { DropDefinition, ListEntry, WalletFamily } from '@droptrack/catalogue';
import type { Wallet } from '@droptrack/eligibility';
import type { FoundListRow } from '@droptrack/persistence';
import { type ListLookups, ROWS_AT_ONCE } from '../eligibility/list-lookups';
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
  const lookUps = wallets.flatMap((wallet) =>
    drops
      .filter(({ families }) => families.includes(wallet.type))
      .flatMap(({ allocations, exclusions }) => [...allocations, ...exclusions])
      .map((list) => ({ list, wallet })),
  );
  const found: (readonly FoundListRow[])[] = [];
  // One batch at a time, so that requests with few lookups are not far behind.
  for (let start = 0; start < lookUps.length; start += ROWS_AT_ONCE) {
    found.push(...(await lists.rows(lookUps.slice(start, start + ROWS_AT_ONCE))));
  }
  // Results are in the order of the lookups.
  let next = 0;
  const rowsOf = (): readonly FoundListRow[] => found[next++] ?? [];
  return wallets.map((wallet) =>
    drops
      .filter(({ families }) => families.length === 0 || families.includes(wallet.type))
      .map((drop) => {
        const { allocations, exclusions } = drop.families.length === 0 ? NO_LISTS : drop;
        return {
          drop,
          allocations: allocations.map((list) => ({ list, rows: rowsOf() })),
          exclusions: exclusions.map((list) => ({ list, isListed: rowsOf().length > 0 })),
        };
      }),
  );
}

const NO_LISTS = { allocations: [], exclusions: [] };
