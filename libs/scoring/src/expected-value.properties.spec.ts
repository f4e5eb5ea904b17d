import * as fc from 'fast-check';
import { expectedValueUsd, type ExpectedValueInput } from './index';

const range = (least: number, most: number) =>
  fc
    .tuple(fc.double({ min: least, max: most, noNaN: true }), fc.double({ min: least, max: most, noNaN: true }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const input = fc.record({
  fdvUsd: range(1e7, 1e11),
  supplyShare: range(1e-3, 0.4),
  eligibleWallets: range(1e2, 1e6),
  allocation: fc.constantFrom('flat', 'tiered', 'points', 'capital'),
  haircut: fc.double({ min: 0.01, max: 1, noNaN: true }),
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
}) satisfies fc.Arbitrary<ExpectedValueInput>;

const quantiles = (of: ExpectedValueInput) => {
  const { p10, p50, p90 } = expectedValueUsd(of);
  return [p10!, p50!, p90!] as const;
};
/** Compares two amounts except for the rounding to cents. */
const expectScaled = (scaled: readonly number[], plain: readonly number[], factor: number) =>
  scaled.forEach((usd, index) => {
    const expected = plain[index]! * factor;
    expect(Math.abs(usd - expected)).toBeLessThanOrEqual(0.005 * (1 + factor) + 1e-9 * expected);
  });

describe('expectedValueUsd', () => {
  it('keeps p10 <= p50 <= p90, none negative, all in whole cents', () => {
    fc.assert(
      fc.property(input, (of) => {
        const [p10, p50, p90] = quantiles(of);
        expect(0 <= p10 && p10 <= p50 && p50 <= p90).toBe(true);
        for (const usd of [p10, p50, p90]) expect(usd).toBe(Number(usd.toFixed(2)));
      }),
    );
  });

  it('is scaled by the probability', () => {
    fc.assert(
      fc.property(input, (of) => {
        expectScaled(quantiles(of), quantiles({ ...of, probability: 1 }), of.probability);
      }),
    );
  });

  it('doubles with the value at launch, and halves with twice the wallets', () => {
    fc.assert(
      fc.property(input, (of) => {
        const twice = ([p10, p90]: readonly [number, number]) => [2 * p10, 2 * p90] as const;
        expectScaled(quantiles({ ...of, fdvUsd: twice(of.fdvUsd) }), quantiles(of), 2);
        expectScaled(quantiles({ ...of, eligibleWallets: twice(of.eligibleWallets) }), quantiles(of), 0.5);
      }),
    );
  });

  it('has a wider range for a wider range of any input', () => {
    const figure = fc.constantFrom('fdvUsd' as const, 'supplyShare' as const, 'eligibleWallets' as const);
    fc.assert(
      fc.property(input, figure, fc.double({ min: 1, max: 2, noNaN: true }), (of, which, factor) => {
        const [p10, p90] = of[which];
        const wider = { ...of, [which]: [p10 / factor, p90 * factor] as const };
        const spreadOf = (each: ExpectedValueInput) => expectedValueUsd(each).lognormal!.spread;
        expect(spreadOf(wider)).toBeGreaterThanOrEqual(spreadOf(of));
      }),
    );
  });
});
