import type { DropDefinition } from '@droptrack/catalogue';
import type { StoredList } from '@droptrack/persistence';
import { isFarBelow } from '../lists/catalogue-difference';
import type { CatalogueFault } from './fault';
import type { CatalogueReading } from './read-catalogue';

/**
 * Errors of numbers of wallets that are above those of the active lists of their drop by more than 10 % of the number, as
 * a load of the unnamed list compares them. A lower number is consistent: it can count a part of the wallets, such as
 * those that claimed.
 *
 * The catalogue states the figures of all lists together. Lists share wallets, so a drop has at most the sum of those of
 * its lists; a drop without an unnamed list may have further wallets, and is not compared.
 *
 * @param lists - active lists of all drops.
 */
export function checkWallets(
  { definitions, fault }: Pick<CatalogueReading, 'definitions' | 'fault'>,
  lists: readonly StoredList[],
): CatalogueFault[] {
  const listed = new Map<string, StoredList[]>();
  for (const list of lists.filter(({ kind }) => kind === 'allocation')) {
    listed.set(list.dropId, [...(listed.get(list.dropId) ?? []), list]);
  }
  return definitions.flatMap((drop) => {
    const own = listed.get(drop.id) ?? [];
    if (!own.some(({ name }) => name === '')) return [];
    const wallets = own.reduce((sum, list) => sum + list.wallets, 0);
    const message = `must not be above the ${walletsOf(own, wallets)} by more than 10 %, except with --accept-mismatch`;
    return statedWallets(drop)
      .filter(({ stated }) => isFarBelow(BigInt(wallets), stated, stated))
      .map(({ path }) => fault(drop.id, path, message));
  });
}

function walletsOf(lists: readonly StoredList[], wallets: number): string {
  if (lists.length === 1) return `${wallets} wallets of the active list`;
  const names = lists.map(({ name, wallets: each }) => `${name === '' ? 'unnamed' : name} ${each}`).join(', ');
  return `${wallets} wallets of the ${lists.length} active lists together (${names})`;
}

/** Stated numbers of wallets: exact figures, and the lower end of ranges. */
function statedWallets({ distribution, value }: DropDefinition) {
  const counted = { path: ['distribution', 'wallets'], stated: wholeOf(distribution.wallets?.value) };
  const expected = { path: ['value', 'eligible_wallets'], stated: wholeOf(value.eligibleWallets?.value[0]) };
  return [counted, expected];
}

/** Ends of ranges may be fractions. */
const wholeOf = (figure = 0): bigint => BigInt(Math.floor(figure));
