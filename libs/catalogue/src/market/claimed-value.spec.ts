import * as fc from 'fast-check';
import { claimedValueOf, type LoggedPrice, type PricedHour, priceHours } from './claimed-value';
import { OBSERVED_AT, TOKEN } from './testing';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse(OBSERVED_AT);
const logged = (hours: number, value: number, observedHours = hours): LoggedPrice => {
  const observedAt = new Date(START_MS + observedHours * HOUR_MS).toISOString();
  const price = { value, token: TOKEN, url: null, observed_at: observedAt };
  return { recordedAtMs: START_MS + hours * HOUR_MS, price };
};
const pricesAt = (hours: readonly (number | null)[], ...prices: LoggedPrice[]) =>
  priceHours(
    hours.map((hour) => ({ hourMs: hour === null ? null : START_MS + hour * HOUR_MS })),
    prices,
  ).map(({ priceUsd }) => priceUsd);

describe('priceHours', () => {
  it('are the last ones before the hour, which its claims could know', () => {
    expect(pricesAt([2, 3, 4], logged(1, 5), logged(2.5, 6), logged(2.9, 7), logged(3, 8))).toEqual([5, 7, 8]);
  });

  it('are the first ones within the hour where the token had none before', () => {
    expect(pricesAt([0, 1, 2], logged(1.2, 5), logged(1.8, 6))).toEqual([null, 5, 6]);
  });

  it('do not outlive a day without news, and later ones do not replace them', () => {
    expect(pricesAt([24, 25, 26], logged(0, 5), logged(26.5, 7))).toEqual([5, null, 7]);
    expect(pricesAt([23, 24], logged(-0.1, 5))).toEqual([5, null]);
    expect(pricesAt([30], logged(30.5, 5, 6))).toEqual([null]);
  });

  it('are none for claims of unknown times, nor without a price', () => {
    expect(pricesAt([null, 1], logged(0, 5))).toEqual([null, 5]);
    expect(pricesAt([null, 1])).toEqual([null, null]);
  });
});

describe('claimedValueOf', () => {
  const hour = (amount: bigint, priceUsd: number | null): PricedHour => ({ amount: String(amount), priceUsd });

  it('sums the tokens of each hour at its price', () => {
    const value = claimedValueOf([hour(300n, 2), hour(100n, 1)], 2);
    expect(value).toEqual({ priced_share: 1, usd: 7, price_usd: 1.75 });
    expect(claimedValueOf([hour(300n, 2), hour(100n, 1)], null)).toEqual({ ...value, usd: null });
  });

  it('is null without a claim, and states no value while more than a tenth of the tokens has no price', () => {
    expect(claimedValueOf([], 0)).toBeNull();
    expect(claimedValueOf([hour(0n, 2)], 0)).toBeNull();
    expect(claimedValueOf([hour(7n, null)], 0)).toEqual({ priced_share: 0, usd: null, price_usd: null });
    expect(claimedValueOf([hour(900n, 2), hour(100n, null)], 0)).toMatchObject({ priced_share: 0.9, usd: 1_800 });
    expect(claimedValueOf([hour(8_999n, 2), hour(1_001n, null)], 0)).toMatchObject({ priced_share: 0.8999, usd: null });
    expect(claimedValueOf([hour(10n ** 9n, 2), hour(1n, null)], 0)?.priced_share).toBe(0.9999);
  });

  const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });
  const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  const known = fc.array(fc.tuple(amount, price), { minLength: 1, maxLength: 20 });

  it('is the sum of the values of its parts, in any order, at a price between the lowest and the highest', () => {
    fc.assert(
      fc.property(known, (parts) => {
        const hours = parts.map(([tokens, usd]) => hour(tokens, usd));
        const whole = claimedValueOf(hours, 18)!;
        const sum = hours.reduce((total, each) => total + claimedValueOf([each], 18)!.usd!, 0);
        expect(Math.abs(whole.usd! - sum)).toBeLessThanOrEqual(0.005 * (parts.length + 1) + 1e-9 * sum);
        expect(Math.abs(claimedValueOf([...hours].reverse(), 18)!.usd! - whole.usd!)).toBeLessThanOrEqual(0.01 + 1e-9 * sum); // prettier-ignore
        const prices = parts.map(([, usd]) => usd);
        expect(whole.price_usd).toBeGreaterThanOrEqual(Math.min(...prices) * 0.999);
        expect(whole.price_usd).toBeLessThanOrEqual(Math.max(...prices) * 1.001);
      }),
    );
  });

  it('is the same for an hour in two parts', () => {
    fc.assert(
      fc.property(known, amount, price, amount, (parts, one, usd, other) => {
        const rest = parts.map(([tokens, each]) => hour(tokens, each));
        const whole = claimedValueOf([...rest, hour(one + other, usd)], 18)!;
        const split = claimedValueOf([...rest, hour(one, usd), hour(other, usd)], 18)!;
        expect(Math.abs(split.usd! - whole.usd!)).toBeLessThanOrEqual(0.01 + 1e-9 * whole.usd!);
        expect(split.priced_share).toBe(whole.priced_share);
      }),
    );
  });

  it('loses only priced share by hours without a price', () => {
    fc.assert(
      fc.property(known, amount, (parts, unpriced) => {
        const hours = parts.map(([tokens, usd]) => hour(tokens, usd));
        const [all, some] = [claimedValueOf(hours, 18)!, claimedValueOf([...hours, hour(unpriced, null)], 18)!];
        expect(some.priced_share).toBeLessThanOrEqual(all.priced_share);
        expect([all.usd, null]).toContain(some.usd);
        expect(some.usd === null).toBe(some.price_usd === null);
      }),
    );
  });
});
