import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { StoredList } from '@droptrack/persistence';
import * as fc from 'fast-check';
import { catalogueDifference } from '../lists/catalogue-difference';
import { checkWallets } from './check-lists';
import type { CatalogueFault } from './fault';

const dropOf = (wallets: number) =>
  dropDefinition({ distribution: { tokens: null, wallets: fact(wallets), totalSupply: null } });
const listOf = (wallets: number, name = '') => ({ dropId: 'linea', kind: 'allocation', name, wallets }) as StoredList;
const fault = (_: string, path: readonly (string | number)[], message: string): CatalogueFault => ({
  file: 'linea.yaml',
  line: 1,
  column: 1,
  path: path.join('.'),
  message,
});
const check = (declared: number, ...lists: StoredList[]) =>
  checkWallets({ definitions: [dropOf(declared)], fault }, lists);

describe('checkWallets', () => {
  // Otherwise a list of 900 of 1 000 wallets loads, and then blocks every apply of its file.
  it('rejects exactly the numbers with which a load of the list is rejected as too small', () => {
    const counts = fc.oneof(fc.nat(2_000), fc.nat(2_000_000_000));
    const near = counts.chain((declared) =>
      fc.tuple(
        fc.constant(declared),
        fc.integer({ min: Math.floor(declared * 0.89), max: Math.ceil(declared * 0.92) }),
      ),
    );
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(counts, counts)), ([declared, wallets]) => {
        fc.pre(wallets <= declared);
        const list = { kind: 'allocation', wallets, total: '0' } as const;
        const isRejected = catalogueDifference(list, dropOf(declared), false) !== null;
        expect(check(declared, listOf(wallets)).length > 0).toBe(isRejected);
      }),
    );
  });

  it('accepts any number below that of the list', () => {
    expect(check(1, listOf(1_000))).toEqual([]);
  });

  // The catalogue states the wallets of all waves of a drop, so the unnamed list alone has too few of them.
  it('compares with the lists of a drop together, which share wallets at most', () => {
    const lists = [listOf(600), listOf(500, 'season-2'), { ...listOf(9_000), kind: 'exclusion' as const }];
    expect(check(1_200, ...lists)).toEqual([]);
    const message =
      'must not be above the 1100 wallets of the 2 active lists together (unnamed 600, season-2 500) by more than 10 %, except with --accept-mismatch';
    expect(check(1_300, ...lists)).toMatchObject([{ path: 'distribution.wallets', message }]);
    expect(check(1_300, listOf(600))).toMatchObject([
      { message: expect.stringContaining('above the 600 wallets of the active list by') },
    ]);
  });

  it('compares no drop that has named lists alone, of which others may be missing', () => {
    expect(check(1_000, listOf(1, 'season-2'), listOf(2, 'season-3'))).toEqual([]);
  });
});
