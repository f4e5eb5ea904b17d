import fc from 'fast-check';
import { fdvQuantiles, LADDER_NOISE_MAX, survivalLadder } from './fdv-ladder';
import type { MarketRung } from './sighting';

const rungs = (...pairs: [above: number, probability: number][]): MarketRung[] =>
  pairs.map(([above, probability]) => ({ above, probability }));

/** Probability that a standard normal value is above z (Abramowitz and Stegun 7.1.26, error below 1.5e-7). */
function aboveNormal(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (poly * Math.exp(-x * x)) / 2;
  return z >= 0 ? tail : 1 - tail;
}

/** Any ladder as sources state it: unsorted, with duplicates and prices that contradict each other. */
const anyRungs = fc.array(
  fc.record({
    above: fc.double({ min: 1e3, max: 1e12, noNaN: true }),
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 12 },
);
/** A ladder without contradictions. Its bounds differ by more than rounding, so that scaling them leaves them distinct. */
const anyLadder = anyRungs.map((each) => {
  const probabilities = each.map(({ probability }) => probability).sort((a, b) => b - a);
  const bounds = [...new Set(each.map(({ above }) => Number(above.toPrecision(9))))].sort((a, b) => a - b);
  return bounds.map((above, i) => ({ above, probability: probabilities[i]! }));
});

describe('the quantiles of a ladder', () => {
  // Variational on 15 September 2026, by a published snapshot of the market.
  it('are those of a real market, null above its last bound', () => {
    const ladder = rungs([100e6, 0.99], [200e6, 0.98], [300e6, 0.95], [500e6, 0.86], [800e6, 0.71], [1e9, 0.61]);
    const { p10, p50, p90 } = fdvQuantiles(ladder);
    // Between 300 and 500 million, 5/9 of the way: 300e6 * (5/3) ** (5/9).
    expect(p10).toBeCloseTo(300e6 * (5 / 3) ** (5 / 9), 0);
    expect([p50, p90]).toEqual([null, null]);
  });

  it.each([
    ['no rungs', []],
    ['one rung', rungs([1e9, 0.4])],
    ['prices all above 90 %', rungs([1e8, 0.99], [1e9, 0.95])],
    ['prices all below 10 %', rungs([1e8, 0.09], [1e9, 0.02])],
    ['prices that contradict each other', rungs([1e8, 0.3], [1e9, 0.95], [1e10, 0.01])],
    ['a price above 1', rungs([1e8, 1.1], [1e9, 0.05])],
    ['a bound of 0', rungs([0, 0.95], [1e9, 0.05])],
    ['an infinite bound', rungs([1e8, 0.95], [Infinity, 0.05])],
    ['a price that is no number', rungs([1e8, NaN], [1e9, 0.05])],
  ])('are null with %s', (_what, ladder) => expect(fdvQuantiles(ladder)).toEqual({ p10: null, p50: null, p90: null }));

  it('are bounds whose price is exactly the probability', () => {
    expect(fdvQuantiles(rungs([1e8, 0.9], [5e8, 0.5], [2e9, 0.1]))).toEqual({ p10: 1e8, p50: 5e8, p90: 2e9 });
    expect(fdvQuantiles(rungs([5e8, 0.5]))).toEqual({ p10: null, p50: 5e8, p90: null });
  });

  it('ascend, and lie within the bounds', () =>
    fc.assert(
      fc.property(anyRungs, (each) => {
        const found = Object.values(fdvQuantiles(each)).filter((value) => value !== null);
        expect(found).toEqual([...found].sort((a, b) => a - b));
        for (const value of found) {
          expect(value).toBeGreaterThanOrEqual(Math.min(...each.map(({ above }) => above)) * (1 - 1e-12));
          expect(value).toBeLessThanOrEqual(Math.max(...each.map(({ above }) => above)) * (1 + 1e-12));
        }
      }),
    ));

  it('do not depend on the order of the rungs', () =>
    fc.assert(
      fc.property(fc.oneof(anyLadder, anyRungs), (each) =>
        expect(fdvQuantiles([...each].reverse())).toEqual(fdvQuantiles(each)),
      ),
    ));

  it('scale with the bounds', () =>
    fc.assert(
      fc.property(anyLadder, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (each, factor) => {
        const scaled = fdvQuantiles(each.map(({ above, probability }) => ({ above: above * factor, probability })));
        for (const [name, value] of Object.entries(fdvQuantiles(each))) {
          const other = scaled[name as keyof typeof scaled];
          if (value === null) expect(other).toBeNull();
          else expect(other! / factor / value).toBeCloseTo(1, 9);
        }
      }),
    ));

  it('do not fall if a price rises', () =>
    fc.assert(
      fc.property(anyLadder, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (each, at, share) => {
        if (each.length === 0) return;
        const i = at % each.length;
        const ceiling = each[i - 1]?.probability ?? 1;
        const raised = each.map(({ above, probability }, j) => ({
          above,
          probability: j === i ? probability + (ceiling - probability) * share : probability,
        }));
        const before = fdvQuantiles(each);
        const after = fdvQuantiles(raised);
        for (const name of ['p10', 'p50', 'p90'] as const) {
          if (before[name] !== null && after[name] !== null) {
            expect(after[name]).toBeGreaterThanOrEqual(before[name] * (1 - 1e-9));
          }
        }
      }),
    ));

  it('recover a lognormal value from many bounds within 1 %', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 16, max: 25, noNaN: true }),
        fc.double({ min: 0.2, max: 2, noNaN: true }),
        (mu, sigma) => {
          const ladder = Array.from({ length: 241 }, (_, i) => {
            const z = -3 + i / 40;
            return { above: Math.exp(mu + sigma * z), probability: aboveNormal(z) };
          });
          const { p10, p50, p90 } = fdvQuantiles(ladder);
          const z90 = 1.2815515655446004;
          expect(p10! / Math.exp(mu - sigma * z90)).toBeCloseTo(1, 2);
          expect(p50! / Math.exp(mu)).toBeCloseTo(1, 2);
          expect(p90! / Math.exp(mu + sigma * z90)).toBeCloseTo(1, 2);
        },
      ),
    ));
});

describe('the quantiles of a ladder given a launch', () => {
  // The same token, whose launch until the deadline is certain, or has a probability of 80 %.
  const certain = rungs([1e8, 0.95], [1e9, 0.5], [1e10, 0.05]);
  const likely = certain.map(({ above, probability }) => ({ above, probability: probability * 0.8 }));

  it('are those of a certain launch, where the markets alone reach no p10', () => {
    expect(fdvQuantiles(likely).p10).toBeNull();
    for (const [name, value] of Object.entries(fdvQuantiles(likely, 0.8)))
      expect(value! / fdvQuantiles(certain)[name as 'p10']!).toBeCloseTo(1, 9);
  });

  it.each([0.92, 0.95])('are not lower for a launch with a probability of %d', (launch) => {
    const ladder = certain.map(({ above, probability }) => ({ above, probability: probability * launch }));
    for (const name of ['p10', 'p50', 'p90'] as const) {
      expect(fdvQuantiles(ladder, launch)[name]! / fdvQuantiles(certain)[name]!).toBeCloseTo(1, 9);
      expect(fdvQuantiles(ladder)[name] ?? 0).toBeLessThan(fdvQuantiles(certain)[name]!);
    }
  });

  // Prices of different markets contradict each other by their spreads.
  it('take a launch to be at least as likely as the lowest bound', () => {
    expect(fdvQuantiles(certain, 0.5)).toEqual(fdvQuantiles(certain, 0.95));
    expect(fdvQuantiles(certain, 0)).toEqual(fdvQuantiles(certain, 0.95));
    expect(fdvQuantiles(rungs([1e8, 0], [1e9, 0]), 0)).toEqual({ p10: null, p50: null, p90: null });
  });

  it('are at least those of the ladder alone, and lie within the bounds', () =>
    fc.assert(
      fc.property(anyRungs, fc.double({ min: 0, max: 1, noNaN: true }), (each, launch) => {
        const [alone, given] = [fdvQuantiles(each), fdvQuantiles(each, launch)];
        for (const name of ['p10', 'p50', 'p90'] as const) {
          const value = given[name];
          if (value === null) continue;
          expect(value).toBeGreaterThanOrEqual((alone[name] ?? 0) * (1 - 1e-9));
          expect(value).toBeLessThanOrEqual(Math.max(...each.map(({ above }) => above)) * (1 + 1e-9));
        }
      }),
    ));
});

describe('the survival function of a ladder', () => {
  it('levels a rise within the spread to the mean of its rungs', () => {
    const ladder = survivalLadder(rungs([3e8, 0.5], [1e8, 0.9], [2e8, 0.48], [4e8, 0.1]))!;
    expect(ladder.map(({ above }) => above)).toEqual([1e8, 2e8, 3e8, 4e8]);
    expect(ladder.map(({ probability }) => probability)).toEqual([0.9, 0.49, 0.49, 0.1]);
  });

  it('takes the mean of two prices of one bound', () => {
    expect(survivalLadder(rungs([1e8, 0.6], [1e8, 0.62]))).toEqual([{ above: 1e8, probability: 0.61 }]);
  });

  // Which of the prices is stale is unknown, so a guess would be shown as a figure of the market.
  it('is null for a rise above the noise, also over several rungs', () => {
    expect(survivalLadder(rungs([1e8, 0.5], [2e8, 0.5 + LADDER_NOISE_MAX + 0.001]))).toBeNull();
    expect(survivalLadder(rungs([1e8, 0.5], [2e8, 0.53], [3e8, 0.56]))).toBeNull();
    expect(survivalLadder(rungs([1e8, 0.9], [1e8, 0.2]))).toBeNull();
  });

  it('keeps a ladder without contradictions as it is', () =>
    fc.assert(fc.property(anyLadder, (each) => expect(survivalLadder(each)).toEqual(each))));

  it('has ascending bounds and probabilities that do not rise, or is null', () =>
    fc.assert(
      fc.property(anyRungs, (each) => {
        const ladder = survivalLadder(each);
        for (const [i, { above, probability }] of (ladder ?? []).entries()) {
          const last = ladder![i - 1];
          expect(above).toBeGreaterThan(last?.above ?? 0);
          expect(probability).toBeLessThanOrEqual(last?.probability ?? 1);
        }
        expect(ladder === null || survivalLadder(ladder)).not.toBeNull();
      }),
    ));
});
