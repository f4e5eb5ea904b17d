import * as fc from 'fast-check';
import type { DropDefinition, ValueDefinition } from '../definition';
import { deriveDrop } from '../derive/drop';
import { deriveExpectedValue } from '../derive/figures';
import { valueBasis } from '../derive/value-basis';
import { dropDefinition, eventDefinition, fact } from '../testing';
import { nextExpiryMs, OBSERVATION_AGE_MS_MAX } from './market';
import { isPriceNeeded, pricedToken } from './priced-token';
import { marketBody, observed, OBSERVED_AT, TOKEN } from './testing';
import { withMarket } from './with-market';

const AT_MS = Date.parse(OBSERVED_AT);
const UNKNOWN = dropDefinition().value;
const token = { symbol: null, decimals: fact(18), address: fact(TOKEN) };
const traded = (over: Partial<ValueDefinition> = {}) => dropDefinition({ token, value: { ...UNKNOWN, ...over } });
const price = { ...observed(0.02), token: TOKEN };
const market = marketBody({
  price_usd: price,
  fdv_usd: observed([1e9, 4e9] as const),
  probability: observed(0.6),
});
const ladder = { ...market, price_usd: null };

describe('withMarket', () => {
  it('adds the observed price with its source and its instant', () => {
    expect(withMarket(traded(), market, AT_MS).value.priceUsd).toEqual({
      value: 0.02,
      source: { kind: 'dataset', url: 'https://coins.example/token', at: '2026-08-22', observedAt: OBSERVED_AT },
    });
  });

  it('returns the definition itself without observations', () => {
    const definition = traded();
    expect(withMarket(definition, null, AT_MS)).toBe(definition);
    expect(withMarket(definition, marketBody(), AT_MS)).toBe(definition);
  });

  it('never replaces a declared fact', () => {
    const declared = { priceUsd: fact(3), fdvUsd: fact([1, 2] as const), probability: fact(0.1) };
    fc.assert(
      fc.property(fc.subarray(Object.keys(declared) as (keyof typeof declared)[]), (names) => {
        const some = Object.fromEntries(names.map((name) => [name, declared[name]]));
        const { value } = withMarket(traded(some), market, AT_MS);
        for (const name of names) expect(value[name]).toBe(declared[name]);
      }),
    );
  });

  // They would take precedence over the values that follow from declared facts.
  it('adds no forecast where the outcome follows from declared facts', () => {
    expect(withMarket(traded({ priceUsd: fact(3) }), market, AT_MS).value.fdvUsd).toBeNull();
    const paid = { tokens: fact('5'), wallets: fact(2), totalSupply: null };
    expect(withMarket(dropDefinition({ distribution: paid }), ladder, AT_MS).value.probability).toBeNull();
  });

  it('adds the ladder until a price is known', () => {
    expect(withMarket(traded(), ladder, AT_MS).value).toMatchObject({
      fdvUsd: { value: [1e9, 4e9] },
      probability: { value: 0.6 },
    });
    expect(withMarket(traded(), market, AT_MS).value.fdvUsd).toBeNull();
  });

  it('adds no price of another token than the declared one', () => {
    const other: DropDefinition = { ...traded(), token: { ...token, address: fact(TOKEN.replace('59144', '1')) } };
    expect(withMarket(other, market, AT_MS).value.priceUsd).toBeNull();
    expect(withMarket(dropDefinition(), market, AT_MS).value.priceUsd).toBeNull();
  });

  it('ignores observations that are older than 24 hours at the instant', () => {
    const expiresMs = AT_MS + OBSERVATION_AGE_MS_MAX;
    expect(withMarket(traded(), market, expiresMs).value.priceUsd?.value).toBe(0.02);
    const definition = traded();
    expect(withMarket(definition, market, expiresMs + 1)).toBe(definition);
    expect(nextExpiryMs(market, AT_MS)).toBe(expiresMs + 1);
    expect(nextExpiryMs(market, expiresMs + 1)).toBeNull();
  });

  const LIST = { wallets: 4, total: '200', decimals: 0, spread: { median: 50, mean: 50, q10: 30, q90: 90 } };
  const hype = { score: 1, delta7d: 0, confidence: null };

  it('gives a drop with a list the value of its quantiles, which is realised from the day of the launch on', () => {
    const launched = { ...traded(), events: [eventDefinition({ startsAt: '2026-08-22T08:00:00.000Z' })] };
    const definition = withMarket(launched, market, AT_MS);
    const { ev_usd } = deriveDrop(definition, { atMs: AT_MS, hype, published: LIST });
    expect(ev_usd).toEqual({ p10: 0.6, p50: 1, p90: 1.8, basis: 'realised' });
    expect(valueBasis(definition, deriveExpectedValue(definition, LIST))).toBe('realised');
    const before = { ...definition, events: [eventDefinition({ startsAt: '2026-08-23T08:00:00.000Z' })] };
    expect(valueBasis(before, deriveExpectedValue(before, LIST))).toBe('forecast');
  });

  it('gives a drop to come a forecast from the ladder', () => {
    const shares = { supplyShare: fact([0.05, 0.1] as const), eligibleWallets: fact([1e4, 1e5] as const) };
    const definition = withMarket(traded(shares), ladder, AT_MS);
    const expected = deriveExpectedValue(definition, null);
    expect(expected.used).toMatchObject({ fdvUsd: [1e9, 4e9], probability: 0.6 });
    expect(valueBasis(definition, expected)).toBe('forecast');
    expect(deriveExpectedValue(traded(shares), null).p50).toBeNull();
  });
});

describe('isPriceNeeded', () => {
  const claim = eventDefinition({ endsAt: '2026-07-01T00:00:00.000Z' });
  const drop = (...events: (typeof claim)[]) => dropDefinition({ events });

  it.each([
    ['with a list', drop(claim), true, true],
    ['without a claim', drop(), false, true],
    ['with an open end', drop(claim, eventDefinition({ endsAt: null })), false, true],
    ['a month after the last window', drop(claim), false, false],
    ['after a window that was cancelled', drop({ ...claim, endsAt: null, status: 'cancelled' as const }, claim), false, false], // prettier-ignore
    ['soon after the last window', drop(claim, eventDefinition({ endsAt: '2026-08-01T00:00:00.000Z' })), false, true],
  ])('%s', (_case, definition, hasList, isNeeded) => {
    expect(isPriceNeeded(definition, hasList, AT_MS)).toBe(isNeeded);
  });

  it('concerns no token whose price is declared', () => {
    expect([pricedToken(traded()), pricedToken(traded({ priceUsd: fact(1) })), pricedToken(dropDefinition())]).toEqual([
      ...[TOKEN, null, null],
    ]);
  });
});
