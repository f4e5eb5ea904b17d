import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { StoredList } from '@droptrack/persistence';
import * as fc from 'fast-check';
import { runs } from '../../../../../../tools/test/runs';
import { catalogueDifference } from '../../lists/files/catalogue-difference';
import { checkLists } from './check-lists';
import type { CatalogueFault } from './fault';

const dropOf = (wallets: number) =>
  dropDefinition({ distribution: { tokens: null, wallets: fact(wallets), totalSupply: null } });
const listOf = (wallets: number, name = '', over: Partial<StoredList> = {}) =>
  ({ dropId: 'linea', kind: 'allocation', name, wallets, total: '0', part: false, ...over }) as StoredList;
const fault = (_: string, path: readonly (string | number)[], message: string): CatalogueFault => ({
  file: 'linea.yaml',
  line: 1,
  column: 1,
  path: path.join('.'),
  message,
});
const check = (declared: number, ...lists: StoredList[]) =>
  checkLists({ definitions: [dropOf(declared)], fault }, lists);

describe('checkLists', () => {
  const figures = fc.record({
    wallets: fc.option(fc.nat(2_000)),
    tokens: fc.option(fc.nat(2_000)),
    eligible: fc.option(fc.tuple(fc.nat(2_000), fc.nat(2_000))),
  });
  const size = fc.record({ wallets: fc.nat(2_000), tokens: fc.nat(2_000), part: fc.boolean() });
  const TOKEN = 10n ** 18n;

  // Otherwise a list loads that blocks every apply of its file, or an apply blocks the next load of the list.
  it('rejects exactly the figures with which one of the loads of the lists is rejected', () => {
    fc.assert(
      fc.property(figures, fc.option(size), fc.option(size), ({ wallets, tokens, eligible }, unnamed, wave) => {
        const definition = dropDefinition({
          token: { symbol: null, decimals: fact(18), address: null },
          distribution: {
            tokens: tokens === null ? null : fact(`${tokens}`),
            wallets: wallets === null ? null : fact(wallets),
            totalSupply: null,
          },
          value: { ...dropDefinition().value, eligibleWallets: eligible && fact([Math.min(...eligible), Math.max(...eligible)] as const) }, // prettier-ignore
        });
        const lists = [unnamed && { name: '', ...unnamed }, wave && { name: 'wave', ...wave }].flatMap((each) =>
          each === null
            ? []
            : [listOf(each.wallets, each.name, { total: `${BigInt(each.tokens) * TOKEN}`, part: each.part })],
        );
        const isRejected = lists.some(
          (list) =>
            catalogueDifference(
              { ...list, kind: 'allocation' },
              definition,
              lists.filter((other) => other !== list),
            ) !== null,
        );
        expect(checkLists({ definitions: [definition], fault }, lists).length > 0).toBe(isRejected);
      }),
      { numRuns: runs(400, 2_000) },
    );
  });

  it('has the tolerance of a load: one tenth of the figure', () => {
    expect(check(1_000, listOf(900))).toEqual([]);
    expect(check(1_000, listOf(899))).toHaveLength(1);
    expect(check(1_000, listOf(1_100))).toEqual([]);
    expect(check(1_000, listOf(1_101))).toMatchObject([{ path: 'distribution.wallets', message: 'must not be below the 1101 wallets of the active list by more than 10 %, except with --accept-mismatch' }]); // prettier-ignore
  });

  it('accepts a number of eligible wallets below that of the list, such as of those that claimed', () => {
    const definition = dropDefinition({ value: { ...dropDefinition().value, eligibleWallets: fact([1, 1]) } });
    expect(checkLists({ definitions: [definition], fault }, [listOf(1_000)])).toEqual([]);
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

  it('rejects a published root that is not that of the list, if the list has one', () => {
    const claim = { rpc: 'linea', contract: 'eip155:59144:0xab', source: null };
    const [root, another] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`];
    const definition = dropDefinition({ claim: { ...claim, root: fact(root) }, listClaims: { wave: claim } });
    const checked = (...lists: StoredList[]) => checkLists({ definitions: [definition], fault }, lists);
    expect(
      checked(listOf(1, '', { root }), listOf(1, 'wave', { root: another }), listOf(1, '', { root: null })),
    ).toEqual([]);
    expect(checked(listOf(1, '', { root: another }))).toMatchObject([
      {
        path: 'claim.root',
        message: `is not the root of the active list, ${another}: load the list that has it, correct it, or add --accept-mismatch`,
      },
    ]);
  });

  it('compares no drop that has named lists alone, of which others may be missing', () => {
    expect(check(1_000, listOf(1, 'season-2'), listOf(2, 'season-3'))).toEqual([]);
  });
});
