import { DISTRIBUTOR_STYLES, type DistributorStyleName } from '@droptrack/distributors';
import type { ClaimReading } from './checks';
import { type ExpectedClaim, expectedOf, paysExactly } from './expected-claim';
import type { ViewName } from './readings';
import { addressOf, claimTerms, CONTRACT, WALLET } from './terms-testing';

const NOW = 1_700_000_000;
const readingOf = (views: Partial<Record<ViewName, bigint | null>>): ClaimReading => ({
  head: { block: 9n, hash: '', atSeconds: BigInt(NOW), seenBlock: 9n, baseFee: null },
  code: null,
  views: new Map(Object.entries(views)) as ClaimReading['views'],
});
const expected = (name: DistributorStyleName, views: Partial<Record<ViewName, bigint | null>>, closesAtMs?: number) =>
  expectedOf(
    claimTerms(DISTRIBUTOR_STYLES[name], { contract: { window: { opensAtMs: null, closesAtMs: closesAtMs ?? null } } }),
    readingOf(views),
    100n,
  );

describe('what a claim pays and costs', () => {
  it('is the rest, without a fee', () => {
    expect(expected('uniswap', {})).toEqual({
      ...{ amount: 100n, forgone: 0n, value: 0n, fee: null, validUntilMs: null },
    });
  });

  it('is a fixed fee without a margin', () => {
    expect(expected('sablier-v1.3-instant', { fee: 1_000n })).toMatchObject({
      ...{ value: 1_000n, fee: { amount: '1000', margin: '0', read_at_block: 9 }, validUntilMs: null },
    });
    expect(expected('sablier-v1.3-instant', { fee: 0n })).toMatchObject({ value: 0n, fee: null });
  });

  // A fee that rises by more than its margin lets the claim revert; the margin is rounded up, so that 1 wei has one.
  it.each([
    [1_000n, 1_030n],
    [1n, 2n],
    [34n, 36n],
  ])('is a fee of %s that follows a price, as %s for 10 minutes', (fee, value) => {
    expect(expected('sablier-instant', { fee })).toMatchObject({ value, validUntilMs: (NOW + 600) * 1_000 });
  });

  it('ends with the window, if that is earlier', () => {
    const until = (views: Partial<Record<ViewName, bigint>>) =>
      (expected('sablier-instant', { fee: 5n, ...views }) as ExpectedClaim).validUntilMs;
    expect(until({ ends_at: BigInt(NOW + 60) })).toBe((NOW + 60) * 1_000);
    expect(until({ ends_at: BigInt(NOW + 6_000) })).toBe((NOW + 600) * 1_000);
    expect(until({ ends_at: 0n })).toBe((NOW + 600) * 1_000);
    expect(expected('zksync', { ends_at: 2n ** 256n - 1n })).toMatchObject({ validUntilMs: null });
    expect(expected('uniswap', {}, 12_345)).toMatchObject({ validUntilMs: 12_345 });
    // The contract's own end counts, in blocks of layer 1 without a date.
    expect(expected('arbitrum', { ends_at: 77n }, 12_345)).toMatchObject({ validUntilMs: null });
  });

  it.each<[DistributorStyleName, Partial<Record<ViewName, bigint | null>>, string]>([
    ['sablier-instant', { fee: 0n, claim_type: 1n }, 'project_page_required'],
    ['sablier-instant', { fee: 0n, claim_type: 2n }, 'style_unsupported'],
    ['sablier-instant', { fee: null }, 'contract_changed'],
    ['sablier-variable', { fee: 0n, paid: null, forgone: 0n }, 'contract_changed'],
    ['sablier-variable', { fee: 0n, paid: 1n, forgone: null }, 'contract_changed'],
    // What is neither paid nor stated as forgone would be lost unannounced.
    ['sablier-variable', { fee: 0n, paid: 30n, forgone: 0n }, 'contract_changed'],
    ['sablier-variable', { fee: 0n, paid: 100n, forgone: 70n }, 'contract_changed'],
    // Nothing is vested, and v3.0 does not state what is forgone then.
    ['sablier-variable', { fee: 0n, paid: 0n, forgone: null }, 'claim_not_open'],
    ['sablier-variable', { fee: 0n, paid: 0n, forgone: 100n }, 'claim_not_open'],
  ])('is none of %s with %o: %s', (name, views, reason) => {
    expect(expected(name, views)).toBe(reason);
  });

  it('is the claim of an earlier release without a type', () => {
    expect(expected('sablier-instant', { fee: 0n, claim_type: null })).toMatchObject({ amount: 100n });
  });

  it('is less by what is forgone', () => {
    expect(expected('sablier-variable', { fee: 0n, paid: 30n, forgone: 70n })).toMatchObject({
      ...{ amount: 30n, forgone: 70n },
    });
  });
});

describe('comparison of a simulation with what is expected', () => {
  const other = addressOf(7);
  const compare = (
    name: DistributorStyleName,
    transfers: readonly (readonly [string, string, bigint])[] | null,
    to: string | null = null,
  ) =>
    paysExactly(
      transfers?.map(([from, recipient, amount]) => ({ from, to: recipient, amount })) ?? null,
      claimTerms(DISTRIBUTOR_STYLES[name], { to }),
      { amount: 100n } as ExpectedClaim,
    );

  it.each<[string, DistributorStyleName, readonly (readonly [string, string, bigint])[] | null, string]>([
    ['the amount', 'uniswap', [[CONTRACT, WALLET, 100n]], 'transfer'],
    ['the amount from another address', 'walletconnect', [[other, WALLET, 100n]], 'transfer'],
    [
      'two parts',
      'uniswap',
      [
        [CONTRACT, WALLET, 60n],
        [CONTRACT, WALLET, 40n],
      ],
      'transfer',
    ],
    ['less', 'uniswap', [[CONTRACT, WALLET, 99n]], 'other'],
    ['more', 'uniswap', [[CONTRACT, WALLET, 101n]], 'other'],
    ['nothing', 'uniswap', [], 'other'],
    ['another address', 'uniswap', [[CONTRACT, other, 100n]], 'other'],
    [
      'a part that is taken back',
      'uniswap',
      [
        [CONTRACT, WALLET, 100n],
        [WALLET, other, 1n],
      ],
      'other',
    ],
    ['to itself', 'uniswap', [[WALLET, WALLET, 100n]], 'other'],
    ['a stream', 'sablier-linear', [[CONTRACT, other, 100n]], 'stated'],
    ['a smaller stream', 'sablier-linear', [[CONTRACT, other, 99n]], 'other'],
    [
      'a stream with a part for the wallet',
      'sablier-linear',
      [
        [CONTRACT, other, 99n],
        [CONTRACT, WALLET, 1n],
      ],
      'other',
    ],
    ['all of what would be a stream', 'sablier-linear', [[CONTRACT, WALLET, 100n]], 'transfer'],
    ['no stream', 'sablier-linear', [], 'other'],
    // The amount has grown, or others' forgone parts came on top.
    ['more of what grows', 'sablier-variable', [[CONTRACT, WALLET, 105n]], 'transfer'],
    ['less of what grows', 'sablier-variable', [[CONTRACT, WALLET, 99n]], 'other'],
    ['no transfers of the node', 'uniswap', null, 'stated'],
  ])('%s', (_, name, transfers, result) => {
    expect(compare(name, transfers)).toBe(result);
  });

  it('is of another recipient, and neither pays nor costs the wallet anything', () => {
    expect(compare('sablier-instant', [[CONTRACT, other, 100n]], other)).toBe('transfer');
    expect(compare('sablier-instant', [[CONTRACT, WALLET, 100n]], other)).toBe('other');
    expect(
      compare(
        'sablier-instant',
        [
          [CONTRACT, other, 100n],
          [WALLET, addressOf(8), 1n],
        ],
        other,
      ),
    ).toBe('other');
  });
});
