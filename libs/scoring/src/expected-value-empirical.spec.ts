import * as fc from 'fast-check';
import {
  expectedValueUsd,
  type ExpectedValueInput,
  type LognormalRange,
  RULESET_2026_1,
  RULESET_2026_3,
  RULESET_2026_4,
} from './index';
import { EXPECTED_VALUE_2026_3, EXPECTED_VALUE_2026_4 } from './expected-value-rules';
import { quantileAt, type QuantileFunction } from './quantile-function';

const { quantiles: RATIOS } = EXPECTED_VALUE_2026_3.allocationDefault;
const VECTOR: ExpectedValueInput = {
  fdvUsd: [0.5e9, 4e9],
  supplyShare: [0.05, 0.12],
  eligibleWallets: [1e5, 6e5],
  allocation: null,
  haircut: 1,
  probability: 0.7,
};
/** Mean allocation of exactly 1 000 USD. */
const EXACT: ExpectedValueInput = {
  ...VECTOR,
  fdvUsd: [1e9, 1e9],
  supplyShare: [0.1, 0.1],
  eligibleWallets: [1e5, 1e5],
  probability: 1,
};

const quantilesOf = (input: ExpectedValueInput) => {
  const { p10, p50, p90 } = expectedValueUsd(input, RULESET_2026_3);
  return [p10!, p50!, p90!] as const;
};

/** Uniform numbers between 0 and 1 (mulberry32), the same for the same seed. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Quantiles of draws of F · s · h · R / N times π, with R drawn from a quantile function of logarithms. */
function simulate(input: ExpectedValueInput, ratioAt: (share: number) => number, draws = 1_000_000): number[] {
  const next = uniform(20_263);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const draw = ([p10, p90]: LognormalRange) =>
    Math.exp((Math.log(p10) + Math.log(p90)) / 2 + (normal() * Math.log(p90 / p10)) / 2.5631031311);
  const { fdvUsd, supplyShare, eligibleWallets, haircut, probability } = input;
  const payouts = Float64Array.from(
    { length: draws },
    // One draw of R in each of `draws` equal intervals: less noise than independent draws, without a bias.
    (_, index) =>
      (probability! * haircut! * draw(fdvUsd!) * draw(supplyShare!) * ratioAt((index + next()) / draws)) /
      draw(eligibleWallets!),
  ).sort();
  return [0.1, 0.5, 0.9].map((share) => payouts[Math.floor(share * draws)]!);
}

/** Deviation of each figure from the expected one, as a fraction. */
const deviations = (actual: readonly number[], expected: readonly number[]) =>
  actual.map((usd, index) => Math.abs(usd / expected[index]! - 1));

/** Mean of a ratio whose logarithm is linear between the knots, and flat beyond them. */
function meanOf(quantiles: QuantileFunction): number {
  const pieces = quantiles.slice(1).map(([to, high], index) => {
    const [from, low] = quantiles[index]!;
    return (to - from) * (high === low ? low : (high - low) / Math.log(high / low));
  });
  const [first, last] = [quantiles[0], quantiles.at(-1)!];
  return first[0] * first[1] + pieces.reduce((sum, piece) => sum + piece, 0) + (1 - last[0]) * last[1];
}

describe('the measured ratios', () => {
  it('have a mean of 0.797 by 2026.3, and of 1 with the tail of 2026.4', () => {
    expect(meanOf(RATIOS)).toBeCloseTo(0.797, 3);
    expect(meanOf(EXPECTED_VALUE_2026_4.allocationDefault.quantiles)).toBeCloseTo(1, 3);
  });

  it('result in the same quantiles with the tail, without ranges among the inputs', () => {
    const { p10, p50, p90 } = expectedValueUsd(EXACT, RULESET_2026_4);
    expect([p10, p50, p90]).toEqual(quantilesOf(EXACT));
    expect(expectedValueUsd(VECTOR, RULESET_2026_4).p90).toBeGreaterThanOrEqual(quantilesOf(VECTOR)[2]);
  });
});

describe('expectedValueUsd with allocations of an unknown kind', () => {
  const logarithms = RATIOS.map(([share, ratio]) => [share, Math.log(ratio)] as const);
  const ratioAt = (share: number) => Math.exp(quantileAt([logarithms[0]!, ...logarithms.slice(1)], share));

  // Amounts above 100 USD: the rounding to cents must not matter.
  it.each<[string, ExpectedValueInput]>([
    ['ranges of all inputs', { ...VECTOR, eligibleWallets: [1e3, 6e3] }],
    ['a narrow range', { ...EXACT, eligibleWallets: [900, 1_100] }],
    ['a wide range', { ...VECTOR, eligibleWallets: [10, 1e4], haircut: 0.6 }],
  ])('agrees with a simulation to 1 %% for %s', (_, input) => {
    for (const deviation of deviations(quantilesOf(input), simulate(input, ratioAt)))
      expect(deviation).toBeLessThan(0.01);
  });

  it('is the measured quantiles times the mean allocation if all inputs are known', () => {
    expect(quantilesOf(EXACT)).toEqual([4.08, 347, 1_710]);
  });

  it('is not lognormal, and contains the quantiles that were used', () => {
    const { lognormal, used, known } = expectedValueUsd(VECTOR, RULESET_2026_3);
    expect(lognormal).toBeNull();
    expect(used.allocation).toEqual({ quantiles: RATIOS });
    expect(known.allocation).toBe(false);
  });

  it('equals ruleset 2026.1 for a declared kind', () => {
    for (const allocation of ['flat', 'tiered', 'points', 'capital'] as const) {
      const declared = { ...VECTOR, allocation };
      expect(expectedValueUsd(declared, RULESET_2026_3)).toEqual(expectedValueUsd(declared, RULESET_2026_1));
    }
  });

  const range = (min: number, max: number) =>
    fc
      .tuple(fc.double({ min, max, noNaN: true }), fc.double({ min, max, noNaN: true }))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const input = fc.record({
    fdvUsd: range(1e9, 1e12),
    supplyShare: range(0.01, 0.4),
    eligibleWallets: range(1e2, 1e4),
    allocation: fc.constant(null),
    haircut: fc.double({ min: 0.1, max: 1, noNaN: true }),
    probability: fc.double({ min: 0.1, max: 1, noNaN: true }),
  });
  /** Compares two amounts except for the rounding to cents and the tolerance of the search. */
  const expectScaled = (scaled: readonly number[], plain: readonly number[], factor: number) =>
    scaled.forEach((usd, index) =>
      expect(Math.abs(usd - plain[index]! * factor)).toBeLessThanOrEqual(0.005 * (1 + factor) + 1e-8 * usd),
    );

  it('is ordered, and scales with probability, value and wallets', () => {
    const twice = ([p10, p90]: LognormalRange) => [2 * p10, 2 * p90] as const;
    fc.assert(
      fc.property(input, (of) => {
        const plain = quantilesOf(of);
        expect(0 <= plain[0] && plain[0] <= plain[1] && plain[1] <= plain[2]).toBe(true);
        expectScaled(plain, quantilesOf({ ...of, probability: 1 }), of.probability);
        expectScaled(quantilesOf({ ...of, fdvUsd: twice(of.fdvUsd) }), plain, 2);
        expectScaled(quantilesOf({ ...of, eligibleWallets: twice(of.eligibleWallets) }), plain, 0.5);
      }),
    );
  });

  it('has a wider range for a wider range of any input', () => {
    const figure = fc.constantFrom('fdvUsd' as const, 'supplyShare' as const, 'eligibleWallets' as const);
    fc.assert(
      fc.property(input, figure, fc.double({ min: 1, max: 2, noNaN: true }), (of, which, factor) => {
        const [p10, p90] = of[which];
        const widthOf = (each: ExpectedValueInput) => {
          const [low, , high] = quantilesOf(each);
          return Math.log((high + 0.005) / (low - 0.005));
        };
        const wider = { ...of, [which]: [p10 / factor, p90 * factor] as const };
        // Each amount is rounded to a cent, which is 1e-3 of the lowest amounts.
        expect(widthOf(wider)).toBeGreaterThanOrEqual(widthOf(of) - 1e-2);
      }),
    );
  });
});

describe('expectedValueUsd of a published list in ruleset 2026.3', () => {
  const listed = { ...EXACT, allocation: { median: 400, mean: 1_000, q10: 100, q90: 2_500 }, probability: null };

  it('is the quantiles of the list if the price is known', () => {
    expect(quantilesOf(listed)).toEqual([100, 400, 2_500]);
  });

  it('is wider than the list if the price is not known, and agrees with a simulation to 1 %', () => {
    const uncertain: ExpectedValueInput = { ...listed, fdvUsd: [0.5e9, 2e9] };
    const [p10, , p90] = quantilesOf(uncertain);
    expect(p10).toBeLessThan(100);
    expect(p90).toBeGreaterThan(2_500);
    const tail = (ratio: number) => Math.log(ratio) * (2.326347874 / 1.2815515655);
    const knots = [[0.1, Math.log(0.1)], [0.5, Math.log(0.4)], [0.9, Math.log(2.5)]] as const; // prettier-ignore
    const [low, middle, high] = knots;
    const ratioAt = (share: number) =>
      Math.exp(quantileAt([[0.01, middle[1] - tail(4)], low, middle, high, [0.99, middle[1] + tail(6.25)]], share));
    for (const deviation of deviations(quantilesOf(uncertain), simulate({ ...uncertain, probability: 1 }, ratioAt)))
      expect(deviation).toBeLessThan(0.01);
  });

  it('rejects a list with a median outside its quantiles', () => {
    const odd = { ...listed, allocation: { median: 50, mean: 1_000, q10: 100, q90: 2_500 } };
    expect(() => expectedValueUsd(odd, RULESET_2026_3)).toThrow('has a median outside q10 and q90');
  });
});
