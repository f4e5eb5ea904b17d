import { expectedValueUsd, type ExpectedValueInput, InvalidInputError, RULESET_2026_1 } from './index';

/** Check vector of docs/scoring.md, Expected value. */
const VECTOR: ExpectedValueInput = {
  fdvUsd: [0.5e9, 4e9],
  supplyShare: [0.05, 0.12],
  eligibleWallets: [1e5, 6e5],
  allocation: 'points',
  haircut: 1,
  probability: 0.7,
};

describe('expectedValueUsd', () => {
  it('computes the check vector', () => {
    const { p10, p50, p90, lognormal } = expectedValueUsd(VECTOR);
    expect({ p10, p50, p90 }).toEqual({ p10: 7.1, p50: 87.04, p90: 1066.67 });
    expect(lognormal!.mean).toBeCloseTo(4.823036, 6);
    expect(lognormal!.spread).toBeCloseTo(1.955391, 6);
  });

  it('computes the check vector with probability 1', () => {
    const { p10, p50, p90 } = expectedValueUsd({ ...VECTOR, probability: 1 });
    expect({ p10, p50, p90 }).toEqual({ p10: 10.15, p50: 124.34, p90: 1523.81 });
  });

  it.each(['fdvUsd', 'supplyShare', 'eligibleWallets', 'probability'] as const)('is unknown without %s', (input) => {
    expect(expectedValueUsd({ ...VECTOR, [input]: null })).toMatchObject({
      p50: null,
      p10: null,
      p90: null,
      lognormal: null,
      known: { [input]: false },
    });
  });

  it('uses points and no haircut by default in 2026.1', () => {
    const assumed = expectedValueUsd({ ...VECTOR, allocation: null, haircut: null }, RULESET_2026_1);
    expect(assumed).toMatchObject({ p50: 87.04, known: { allocation: false, haircut: false } });
  });

  describe('of a published list', () => {
    const published: ExpectedValueInput = {
      fdvUsd: [1e9, 1e9],
      supplyShare: [0.1, 0.1],
      eligibleWallets: [1e5, 1e5],
      allocation: { median: 400, mean: 1_000, q10: 100, q90: 2_500 },
      haircut: 1,
      probability: null,
    };

    it('is the median allocation at the price, with the spread of the list, in 2026.1', () => {
      // A mean of 1 000 USD; the median is 0.4 of it, and q90/q10 of the list is 25.
      const { p10, p50, p90 } = expectedValueUsd(published, RULESET_2026_1);
      expect(p50).toBe(400);
      expect(p10).toBeCloseTo(80, 1);
      expect(p90).toBeCloseTo(2_000, 1);
    });

    // 1e8 USD of tokens, whichever way they are declared.
    it('has the same value from the value of its tokens as from supply and share', () => {
      const ofTokens = expectedValueUsd({ ...published, supplyShare: null, tokensUsd: [1e8, 1e8] });
      const { p10, p50, p90 } = expectedValueUsd(published);
      expect(ofTokens).toMatchObject({
        p10,
        p50,
        p90,
        used: { fdvUsd: null, supplyShare: null, tokensUsd: [1e8, 1e8] },
      });
      expect(expectedValueUsd({ ...published, tokensUsd: [1, 1] })).toMatchObject({ p50, used: { tokensUsd: null } });
    });

    it('has probability 1, whatever the input', () => {
      expect(expectedValueUsd({ ...published, probability: 0.2 }).p50).toBe(400);
    });
  });

  it.each<[string, Partial<ExpectedValueInput>]>([
    ['a range of nothing', { fdvUsd: [0, 1] }],
    ['a range upside down', { fdvUsd: [2, 1] }],
    ['a range that is not finite', { eligibleWallets: [1, Infinity] }],
    ['a share above 1', { supplyShare: [0.5, 1.5] }],
    ['no haircut left', { haircut: 0 }],
    ['a probability above 1', { probability: 1.01 }],
    ['a probability that is no number', { probability: NaN }],
    ['a list with empty allocations', { allocation: { median: 1, mean: 1, q10: 0, q90: 1 } }],
    ['a payout beyond any number', { fdvUsd: [1e308, 1e308], eligibleWallets: [1e-9, 1e-9] }],
  ])('rejects %s', (_, over) => {
    expect(() => expectedValueUsd({ ...VECTOR, ...over })).toThrow(InvalidInputError);
  });
});
