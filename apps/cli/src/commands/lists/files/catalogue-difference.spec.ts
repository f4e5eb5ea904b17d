import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { catalogueDifference } from './catalogue-difference';

const TOKEN = 10n ** 18n;

interface Declared {
  readonly tokens?: string;
  readonly wallets?: number;
  readonly decimals?: number | null;
  readonly eligible?: readonly [number, number];
}

/** Difference of a list from a drop with these declared values. */
function difference(
  [wallets, total]: readonly [number, bigint],
  { tokens, wallets: declaredWallets, decimals = 18, eligible }: Declared,
  { kind = 'allocation' as 'allocation' | 'exclusion', part = false, others = [] as number[] } = {},
) {
  const drop = dropDefinition({
    token: { symbol: null, decimals: decimals === null ? null : fact(decimals), address: null },
    value: { ...dropDefinition().value, eligibleWallets: eligible === undefined ? null : fact(eligible) },
    distribution: {
      tokens: tokens === undefined ? null : fact(tokens),
      wallets: declaredWallets === undefined ? null : fact(declaredWallets),
      totalSupply: null,
    },
  });
  const beside = others.map((count) => ({ name: `wave-${count}`, wallets: count, total: '0' }));
  return catalogueDifference({ kind, wallets, total: total.toString(), part }, drop, beside);
}

describe('catalogueDifference', () => {
  // 2 403 of 695 232: every other wallet would receive a definite "no".
  it('shows count and total of both if the list is far too small', () => {
    expect(difference([2_403, 2_000n * TOKEN], { tokens: '1162166000', wallets: 695_232 })).toBe(
      '2403 wallets (catalogue: 695232), 2000 tokens (catalogue: 1162166000). Is the unit right?',
    );
  });

  it('shows all values if only one of them is off', () => {
    expect(difference([100, 150n * TOKEN], { tokens: '100', wallets: 100 })).toBe(
      '100 wallets (catalogue: 100), 150 tokens (catalogue: 100)',
    );
  });

  it.each([
    [1_100, 900n * TOKEN, false],
    [900, 1_100n * TOKEN, false],
    [1_101, 1_000n * TOKEN, true],
    [899, 1_000n * TOKEN, true],
    [1_000, 1_100n * TOKEN + 1n, true],
    [1_000, 900n * TOKEN - 1n, true],
  ])('rejects %d wallets and %d base units against 1000 and 1000 tokens only beyond 10 %%', (...given) => {
    const [wallets, total, isOff] = given;
    expect(difference([wallets, total], { tokens: '1000', wallets: 1_000 }) !== null).toBe(isOff);
  });

  it('questions the unit of a total that is a thousand times too large or too small', () => {
    expect(difference([1, 149_843_200n], { tokens: '150000000' })).toBe(
      '0.0000000001498432 tokens (catalogue: 150000000). Is the unit right?',
    );
    expect(difference([1, 4_000_000n * TOKEN * TOKEN], { tokens: '4000000' })).toContain('Is the unit right?');
    expect(difference([1, TOKEN], { tokens: '1000' })).not.toContain('Is the unit right?');
  });

  it('is null if the catalogue declares no comparable value', () => {
    expect(difference([1, 1n], {})).toBeNull();
    expect(difference([1, 1n], { tokens: '1000', decimals: null })).toBeNull();
    expect(difference([1, 1n], { tokens: '0.5', decimals: 0 })).toBeNull();
    expect(difference([1, 0n], { tokens: '1000', wallets: 9 }, { kind: 'exclusion' })).toBeNull();
  });

  it('of a part of a list covers only values above the declared ones', () => {
    expect(difference([10, TOKEN], { tokens: '1000', wallets: 100 }, { part: true })).toBeNull();
    expect(difference([111, TOKEN], { tokens: '1000', wallets: 100 }, { part: true })).toContain('111 wallets');
  });

  it('compares the lists of a drop together, as the catalogue states their figures', () => {
    expect(difference([600, 0n], { wallets: 1_100 }, { others: [500] })).toBeNull();
    expect(difference([600, 0n], { wallets: 1_300 }, { others: [500] })).toBe('1100 wallets (catalogue: 1300)');
    expect(difference([600, 0n], { wallets: 500 }, { others: [500] })).toBe('600 wallets (catalogue: 500)');
  });

  it('compares the lower end of the eligible wallets, which a list may exceed', () => {
    expect(difference([899, 0n], { eligible: [1_000, 5_000] })).toBe('899 wallets (catalogue: 1000)');
    expect(difference([900, 0n], { eligible: [1_000, 5_000] })).toBeNull();
    expect(difference([9_000, 0n], { eligible: [1_000, 5_000] })).toBeNull();
  });

  it('counts any wallet if the catalogue declares zero', () => {
    expect(difference([1, 1n], { wallets: 0 })).toContain('1 wallet (catalogue: 0)');
  });
});
