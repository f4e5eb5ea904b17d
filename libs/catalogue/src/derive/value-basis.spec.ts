import { DEFAULT_RULESET, RULESET_2026_1 } from '@droptrack/scoring';
import type { DropDefinition, EventDefinition, Fact, TokensPerWallet } from '../definition';
import { dropDefinition, eventDefinition, fact } from '../testing';
import { deriveExpectedValue, type PublishedList } from './figures';
import { valueBasis } from './value-basis';

const tge = eventDefinition({ key: 'tge', type: 'tge', startsAt: '2026-03-10T13:00:00.000Z', endsAt: null });
const priced = (at: string | null): Fact<number> => ({ value: 0.5, source: { kind: 'dataset', url: null, at } });
const UNKNOWN = dropDefinition().value;
const DISTRIBUTED = { tokens: fact('150000000'), wallets: fact(250_000), totalSupply: fact('1000000000') };
const SPREAD = { q10: 100, median: 400, mean: 500, q90: 1_000 };
const LIST: PublishedList = { wallets: 10, total: '5000', decimals: 0, spread: SPREAD };

function basisOf(over: Partial<DropDefinition>, list: PublishedList | null = null, ruleset = DEFAULT_RULESET) {
  const value = { ...UNKNOWN, priceUsd: priced('2026-03-10') };
  const definition = dropDefinition({ distribution: DISTRIBUTED, value, events: [tge], ...over });
  return valueBasis(definition, deriveExpectedValue(definition, list, ruleset));
}

describe('valueBasis', () => {
  it('is null while the value is unknown', () => {
    expect(basisOf({ distribution: { ...DISTRIBUTED, tokens: null } })).toBeNull();
  });

  it('is estimated for a distribution at a price of the day of the token event or a later one', () => {
    expect(basisOf({})).toBe('estimated');
    expect(basisOf({ value: { ...UNKNOWN, priceUsd: priced('2026-03-17') } })).toBe('estimated');
    expect(basisOf({ value: { ...UNKNOWN, priceUsd: priced('2026-03-09') } })).toBe('forecast');
    expect(basisOf({ value: { ...UNKNOWN, priceUsd: priced(null) } })).toBe('forecast');
  });

  it('is realised for a list, whatever estimates of tokens and wallets it replaces', () => {
    const value = { ...UNKNOWN, priceUsd: priced('2026-03-10'), supplyShare: fact([0.1, 0.2] as const), eligibleWallets: fact([5, 50] as const), probability: fact(0.4) }; // prettier-ignore
    expect(basisOf({ value }, LIST)).toBe('realised');
    // Nothing is known of the wallets of a list with amounts of 0, or beyond a part of a list.
    expect(basisOf({ value }, { ...LIST, spread: null })).toBe('estimated');
    expect(basisOf({ value }, { ...LIST, part: true })).toBe('estimated');
    // The lognormal model of a list has not the quantiles of the list.
    expect(basisOf({ value }, LIST, RULESET_2026_1)).toBe('estimated');
    expect(basisOf({ value })).toBe('forecast');
    // Without decimals, the share of the list is unknown, and the declared one is used.
    expect(basisOf({ value }, { ...LIST, decimals: null })).toBe('forecast');
  });

  const declared = <const T>(value: T, at: string): Fact<T> => ({ value, source: { kind: 'reported', url: null, at } });

  it.each<[string, Partial<DropDefinition['value']>]>([
    ['a range of the fully diluted value', { fdvUsd: declared([4e8, 5e8], '2026-03-17') }],
    ['a range of the share', { supplyShare: declared([0.1, 0.2], '2026-03-17') }],
    [
      'a number of wallets that was declared before the launch',
      { eligibleWallets: declared([1e5, 1e5], '2026-03-09') },
    ],
    ['a number of wallets without a source', { eligibleWallets: fact([1e5, 1e5] as const) }],
    ['a probability below 1', { probability: fact(0.9) }],
  ])('is a forecast with %s', (_, over) => {
    expect(basisOf({ value: { ...UNKNOWN, priceUsd: priced('2026-03-17'), ...over } })).toBe('forecast');
  });

  const amounts = (value: TokensPerWallet) => ({ tokensPerWallet: fact(value) });
  const QUANTILES = { p10: '400', p50: '400', p90: '402' };

  it('is realised with all quantiles of the tokens per wallet, which need no tokens, and estimated with some', () => {
    const value = { ...UNKNOWN, priceUsd: priced('2026-03-17'), ...amounts(QUANTILES) };
    expect(basisOf({ value })).toBe('realised');
    expect(basisOf({ value: { ...value, supplyShare: fact([0.1, 0.2] as const) } })).toBe('realised');
    const bare = { ...DISTRIBUTED, tokens: null, wallets: null };
    expect(basisOf({ value, distribution: bare })).toBeNull();
    expect(basisOf({ value, distribution: { ...bare, claimed: fact('5000') } })).toBe('realised');
    expect(basisOf({ value: { ...value, ...amounts({ min: '10', p50: '400' }) } })).toBe('estimated');
  });

  it('is a forecast with known amounts at a price from before the launch, or with a probability below 1', () => {
    const early = { ...UNKNOWN, priceUsd: priced('2026-03-09'), ...amounts(QUANTILES) };
    expect(basisOf({ value: early })).toBe('forecast');
    const unsure = { ...early, priceUsd: priced('2026-03-17'), probability: fact(0.9) };
    expect(basisOf({ value: unsure })).toBe('forecast');
  });

  it('is estimated with numbers that were declared after the launch', () => {
    const value = {
      ...UNKNOWN,
      priceUsd: priced('2026-03-17'),
      eligibleWallets: declared([1e5, 1e5] as const, '2026-03-10'),
    };
    expect(basisOf({ value })).toBe('estimated');
    expect(basisOf({ value: { ...value, priceUsd: null, fdvUsd: declared([5e8, 5e8] as const, '2026-03-10') } })).toBe(
      'estimated',
    );
    expect(basisOf({ value: { ...value, priceUsd: null, fdvUsd: declared([5e8, 5e8] as const, '2026-03-09') } })).toBe(
      'forecast',
    );
  });

  it('uses the start of the claims only if no token event is planned', () => {
    const claim: EventDefinition = { ...tge, key: 'claim', type: 'claim', startsAt: '2026-03-01T00:00:00.000Z' };
    const early = { ...UNKNOWN, priceUsd: priced('2026-03-05') };
    expect(basisOf({ value: early, events: [claim] })).toBe('estimated');
    expect(basisOf({ value: early, events: [claim, tge] })).toBe('forecast');
    expect(basisOf({ value: early, events: [claim, { ...tge, status: 'cancelled' }] })).toBe('estimated');
    expect(basisOf({ value: early, events: [] })).toBe('forecast');
  });

  // "In March" does not say that the token was traded on the 10th.
  it('waits for the end of the period of an event that is known to the month', () => {
    const month = [{ ...tge, startsAt: '2026-03-01T00:00:00.000Z', precision: 'month' as const }];
    expect(basisOf({ events: month })).toBe('forecast');
    expect(basisOf({ events: month, value: { ...UNKNOWN, priceUsd: priced('2026-04-01') } })).toBe('estimated');
    // A token that exists already has a price throughout the month of the claims.
    expect(basisOf({ events: month, status: fact('tge' as const) })).toBe('estimated');
    const early = { ...UNKNOWN, priceUsd: priced('2026-02-28') };
    expect(basisOf({ events: month, status: fact('tge' as const), value: early })).toBe('forecast');
  });
});
