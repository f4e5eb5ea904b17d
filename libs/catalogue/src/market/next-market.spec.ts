import * as fc from 'fast-check';
import { isCurrent, type MarketBody } from './market';
import { nextMarket } from './next-market';
import { marketBody, observed, OBSERVED_AT, TOKEN } from './testing';

const AT_MS = Date.parse(OBSERVED_AT);
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(AT_MS + hours * HOUR_MS).toISOString();
const priced = (value: number, hours = 0, token = TOKEN) =>
  marketBody({ price_usd: { ...observed(value, inHours(hours)), token } });
const next = (recorded: MarketBody | null, now: MarketBody, hours = 1) =>
  nextMarket('linea', recorded, now, AT_MS + hours * HOUR_MS);

describe('nextMarket', () => {
  it('records the first observation, and none of a drop without any', () => {
    expect(next(null, priced(2))).toEqual(priced(2));
    expect(next(null, marketBody())).toBeNull();
    expect(next(priced(2), marketBody())).toBeNull();
  });

  it('records a change from 1 % on', () => {
    expect(next(priced(2), priced(2.019, 1))).toBeNull();
    expect(next(priced(2), priced(2.02, 1))).toEqual(priced(2.02, 1));
    expect(next(priced(2), priced(1.98, 1))).toEqual(priced(1.98, 1));
    const fdv = (p90: number, hours = 0) => marketBody({ fdv_usd: observed([1e9, p90] as const, inHours(hours)) });
    expect(next(fdv(2e9), fdv(2.01e9, 1))).toBeNull();
    expect(next(fdv(2e9), fdv(2.1e9, 1))).toEqual(fdv(2.1e9, 1));
    const probability = (value: number, hours = 0) => marketBody({ probability: observed(value, inHours(hours)) });
    expect(next(probability(0), probability(0, 1))).toBeNull();
    expect(next(probability(0), probability(0.001, 1))).toEqual(probability(0.001, 1));
  });

  it('records an unchanged value again after 6 hours, so that it does not expire', () => {
    expect(next(priced(2), priced(2, 5.9), 6)).toBeNull();
    expect(next(priced(2), priced(2, 6), 6)).toEqual(priced(2, 6));
  });

  it('records neither expired observations nor earlier ones than the recorded one', () => {
    expect(next(null, priced(2), 24.1)).toBeNull();
    expect(next(priced(2, 1), priced(3))).toBeNull();
  });

  it('records the price of another token at once', () => {
    const other = TOKEN.replace('59144', '1');
    expect(next(priced(2, 1), priced(2, 0.5, other))).toEqual(priced(2, 0.5, other));
  });

  it('records the first share claimed, and another one at a threshold or a day later', () => {
    const claimed = (value: number, hours = 0) => marketBody({ claimed_share: observed(value, inHours(hours)) });
    expect(next(null, claimed(0.001))).toEqual(claimed(0.001));
    expect(next(claimed(0.26), claimed(0.49, 1))).toBeNull();
    expect(next(claimed(0.49), claimed(0.5, 1))).toEqual(claimed(0.5, 1));
    expect(next(claimed(0.5), claimed(0.49, 1))).toEqual(claimed(0.49, 1));
    expect(next(claimed(0.26), claimed(0.27, 24), 24)).toEqual(claimed(0.27, 24));
    // It is the share as of a block, which does not expire.
    expect(next(claimed(0.26), claimed(0.26, 24), 24)).toBeNull();
    expect(next(claimed(0.26), priced(2), 500)).toBeNull();
    expect(next(claimed(0.26), priced(2, 500), 500)).toEqual({
      ...priced(2, 500),
      ...{ claimed_share: observed(0.26, inHours(0)) },
    });
  });

  it('records the value of the claims with their share, and at once if it is the first one, or of another token', () => {
    const value = (usd: number, token = TOKEN) => ({ token, priced_share: 1, usd, price_usd: 2 });
    const paid = (share: number, usd: number, hours: number, token = TOKEN) =>
      marketBody({
        claimed_share: observed(share, inHours(hours)),
        claimed_value: observed(value(usd, token), inHours(hours)),
      });
    const unvalued = marketBody({ claimed_share: observed(0.26, inHours(0)) });
    expect(next(unvalued, paid(0.26, 7, 1))).toEqual({ ...unvalued, claimed_value: paid(0.26, 7, 1).claimed_value });
    expect(next(paid(0.26, 7, 0), paid(0.27, 8, 1))).toBeNull();
    expect(next(paid(0.26, 7, 0), paid(0.27, 8, 24), 24)).toEqual(paid(0.27, 8, 24));
    expect(next(paid(0.26, 7, 0), paid(0.26, 9, 1, 'eip155:1/slip44:60'))?.claimed_value?.value.usd).toBe(9);
    const price = priced(2, 500);
    expect(next(paid(0.26, 7, 0), price, 500)).toEqual({ ...paid(0.26, 7, 0), price_usd: price.price_usd });
  });

  it('records the end of the claims once, with the share then, and again if it is moved', () => {
    const ended = (endsAt: string, share: number, hours: number) =>
      marketBody({
        claimed_share: observed(share, inHours(hours)),
        claims_end: observed({ ends_at: endsAt, left_at_end: '7' }, inHours(hours)),
      });
    const open = marketBody({ claimed_share: observed(0.26, inHours(0)) });
    const first = ended('2026-08-22T10:00:00.000Z', 0.27, 1);
    expect(next(open, first)).toEqual(first);
    expect(next(first, ended('2026-08-22T10:00:00.000Z', 0.27, 2), 2)).toBeNull();
    expect(next(first, marketBody(), 2)).toBeNull();
    const moved = ended('2026-08-22T12:00:00.000Z', 0.28, 3);
    expect(next(first, moved, 3)).toEqual(moved);
  });

  it('keeps a current price within 1 % of the latest one, with at most one revision per change', () => {
    const moves = fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 1, maxLength: 48 });
    fc.assert(
      fc.property(moves, (factors) => {
        let [price, recorded] = [1, next(null, priced(1), 0)];
        factors.forEach((factor, index) => {
          price *= factor;
          const now = priced(price, index + 1);
          recorded = next(recorded, now, index + 1) ?? recorded;
          const { price_usd: kept } = recorded!;
          expect(Math.abs(price - kept!.value)).toBeLessThan(0.01 * kept!.value * (1 + 1e-9));
          expect(isCurrent(kept!, AT_MS + (index + 1) * HOUR_MS)).toBe(true);
          expect(next(recorded, now, index + 1)).toBeNull();
        });
      }),
    );
  });
});
