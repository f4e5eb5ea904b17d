import type { DropDefinition, ListEntry } from '@droptrack/catalogue';
import { l2Alias, type Wallet } from '@droptrack/eligibility';
import type { FoundListRow } from '@droptrack/persistence';
import type { WalletLookUp } from './list-lookups';

/** Row of a wallet in a list. */
export interface ListedRow extends FoundListRow {
  /** True if the list contains the L2 alias of the wallet. */
  readonly isAlias?: true;
}

/** Look-ups of a wallet in a list of a drop: also of its L2 alias, if the lists of the drop contain aliases. */
export function lookUpsOf(wallet: Wallet, list: ListEntry, { l1Aliases }: DropDefinition): readonly WalletLookUp[] {
  const alias = l1Aliases === true ? l2Alias(wallet) : null;
  return alias === null
    ? [{ list, wallet }]
    : [
        { list, wallet },
        { list, wallet: alias },
      ];
}

/** Rows that the look-ups of {@link lookUpsOf} found, in their order. */
export const listedRows = (found: readonly (readonly FoundListRow[])[]): readonly ListedRow[] =>
  found.flatMap((rows, n) => (n === 0 ? rows : rows.map((row) => ({ ...row, isAlias: true as const }))));

/** Wallet whose leaf and claim a row has. */
export const walletOfRow = ({ isAlias }: ListedRow, wallet: Wallet): Wallet =>
  (isAlias === true ? l2Alias(wallet) : null) ?? wallet;
