import type { DropDefinition } from '@droptrack/catalogue';
import type { StoredList } from '@droptrack/persistence';
import { TOLERANCE } from '../lists/catalogue-difference';
import type { CatalogueFault } from './fault';
import type { CatalogueReading } from './read-catalogue';

/**
 * Errors of numbers of wallets that are above the active list of their drop by more than 10 %. A lower number is
 * consistent: it can count a part of the wallets, such as those that claimed.
 *
 * @param lists - active lists of all drops.
 */
export function checkWallets(
  { definitions, fault }: Pick<CatalogueReading, 'definitions' | 'fault'>,
  lists: readonly StoredList[],
): CatalogueFault[] {
  const listed = new Map(lists.filter(({ kind }) => kind === 'allocation').map((list) => [list.dropId, list.wallets]));
  return definitions.flatMap((drop) => {
    const wallets = listed.get(drop.id);
    if (wallets === undefined) return [];
    const message = `must not be above the ${wallets} wallets of the active list by more than 10 %, except with --accept-difference`;
    return statedWallets(drop)
      .filter(({ stated }) => stated > wallets * (1 + TOLERANCE))
      .map(({ path }) => fault(drop.id, path, message));
  });
}

/** Stated numbers of wallets: exact figures, and the lower end of ranges. */
function statedWallets({ distribution, value }: DropDefinition) {
  const counted = { path: ['distribution', 'wallets'], stated: distribution.wallets?.value ?? 0 };
  const expected = { path: ['value', 'eligible_wallets'], stated: value.eligibleWallets?.value[0] ?? 0 };
  return [counted, expected];
}
