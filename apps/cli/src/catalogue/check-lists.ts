import type { DropDefinition } from '@droptrack/catalogue';
import type { StoredList } from '@droptrack/persistence';
import { isFarBelow } from '../lists/catalogue-difference';
import type { CatalogueFault } from './fault';
import type { CatalogueReading } from './read-catalogue';

/**
 * Errors of numbers of wallets that are above the active unnamed list of their drop by more than 10 % of the number, as a
 * load of that list compares them. A lower number is consistent: it can count a part of the wallets, such as those that
 * claimed.
 *
 * @param lists - active lists of all drops.
 */
export function checkWallets(
  { definitions, fault }: Pick<CatalogueReading, 'definitions' | 'fault'>,
  lists: readonly StoredList[],
): CatalogueFault[] {
  const unnamed = lists.filter(({ kind, name }) => kind === 'allocation' && name === '');
  const listed = new Map(unnamed.map((list) => [list.dropId, list.wallets]));
  return definitions.flatMap((drop) => {
    const wallets = listed.get(drop.id);
    if (wallets === undefined) return [];
    const message = `must not be above the ${wallets} wallets of the active list by more than 10 %, except with --accept-mismatch`;
    return statedWallets(drop)
      .filter(({ stated }) => isFarBelow(BigInt(wallets), stated, stated))
      .map(({ path }) => fault(drop.id, path, message));
  });
}

/** Stated numbers of wallets: exact figures, and the lower end of ranges. */
function statedWallets({ distribution, value }: DropDefinition) {
  const counted = { path: ['distribution', 'wallets'], stated: wholeOf(distribution.wallets?.value) };
  const expected = { path: ['value', 'eligible_wallets'], stated: wholeOf(value.eligibleWallets?.value[0]) };
  return [counted, expected];
}

/** Ends of ranges may be fractions. */
const wholeOf = (figure = 0): bigint => BigInt(Math.floor(figure));
