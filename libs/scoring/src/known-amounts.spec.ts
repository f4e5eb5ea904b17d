import * as fc from 'fast-check';
import {
  expectedValueUsd,
  type ExpectedValueInput,
  KNOWN_AMOUNT_NAMES,
  type KnownAmounts,
  RULESET_2026_3,
  type Ruleset,
  RULESETS,
} from './index';

const UNKNOWN: KnownAmounts = { min: null, p10: null, p50: null, p90: null, max: null };
/** 1 000 wallets with a mean of 100 tokens at 2 USD. */
const PAID: ExpectedValueInput = {
  fdvUsd: [2e6, 2e6],
  supplyShare: [0.1, 0.1],
  eligibleWallets: [1_000, 1_000],
  allocation: null,
  haircut: null,
  probability: 1,
  priceUsd: [2, 2],
};
const LIST = { median: 80, mean: 100, q10: 20, q90: 250 };

const valueOf = (
  known: Partial<KnownAmounts>,
  over: Partial<ExpectedValueInput> = {},
  ruleset: Ruleset = RULESET_2026_3,
) => {
  const { p10, p50, p90, isSpreadKnown } = expectedValueUsd(
    { ...PAID, tokensPerWallet: { ...UNKNOWN, ...known }, ...over },
    ruleset,
  );
  return { value: [p10, p50, p90], isSpreadKnown };
};

/** Ascending amounts of which some are known. */
const anyAmounts = fc
  .tuple(
    fc.array(fc.double({ min: 1e-3, max: 1e9, noNaN: true }), { minLength: 5, maxLength: 5 }),
    fc.subarray([...KNOWN_AMOUNT_NAMES], { minLength: 1 }),
  )
  .map(([amounts, names]) => {
    const sorted = [...amounts].sort((a, b) => a - b);
    const entries = KNOWN_AMOUNT_NAMES.map((name, index) => [name, names.includes(name) ? sorted[index] : null]);
    return Object.fromEntries(entries) as KnownAmounts;
  });
const anyAllocation = fc.constantFrom(null, 'flat' as const, 'points' as const, LIST, { ...LIST, part: true });
const range = (max: number) =>
  fc
    .tuple(fc.double({ min: max / 1e4, max, noNaN: true }), fc.double({ min: 1, max: 5, noNaN: true }))
    .map(([p10, factor]) => [p10, Math.min(max, p10 * factor)] as const);

describe('the quantiles of the expected value', () => {
  it('never contradict a known amount per wallet at a known price, in any ruleset', () => {
    const anyPrice = fc.double({ min: 1e-6, max: 1e4, noNaN: true });
    const anyInput = fc.record({ fdvUsd: range(1e12), supplyShare: range(1), eligibleWallets: range(1e7), allocation: anyAllocation, haircut: fc.constantFrom(null, 0.5), probability: fc.constantFrom(1, 0.3) }); // prettier-ignore
    fc.assert(
      fc.property(anyAmounts, anyPrice, anyInput, fc.constantFrom(...RULESETS), (known, price, input, ruleset) => {
        const { value } = valueOf(known, { ...input, priceUsd: [price, price] }, ruleset);
        // A list is more exact than stated quantiles; its probability is 1.
        const isListed = typeof input.allocation === 'object' && input.allocation !== null;
        const usd = price * (input.haircut ?? 1) * (isListed ? 1 : input.probability);
        const [p10, p50, p90] = value as [number, number, number];
        expect(p10 <= p50 && p50 <= p90).toBe(true);
        const slack = (amount: number) => 0.0051 + amount * usd * 1e-12;
        if (known.min !== null) expect(p10).toBeGreaterThanOrEqual(known.min * usd - slack(known.min));
        if (known.max !== null) expect(p90).toBeLessThanOrEqual(known.max * usd + slack(known.max));
        if (isListed) return;
        for (const [actual, amount] of [
          [p10, known.p10],
          [p50, known.p50],
          [p90, known.p90],
        ] as const)
          // prettier-ignore
          if (amount !== null) expect(Math.abs(actual - amount * usd)).toBeLessThanOrEqual(slack(amount));
      }),
    );
  });

  it('are not below the value of the least amount at the same quantile of an uncertain price', () => {
    fc.assert(
      fc.property(anyAmounts, range(1e3), (known, priceUsd) => {
        const { value } = valueOf(known, { priceUsd, fdvUsd: [priceUsd[0] * 1e6, priceUsd[1] * 1e6] });
        const [p10, p50, p90] = value as [number, number, number];
        expect(p10 <= p50 && p50 <= p90).toBe(true);
        if (known.min !== null) expect(p10).toBeGreaterThanOrEqual(known.min * priceUsd[0] * (1 - 1e-9) - 0.0051);
        if (known.max !== null) expect(p90).toBeLessThanOrEqual(known.max * priceUsd[1] * (1 + 1e-9) + 0.0051);
      }),
    );
  });

  it('are the known ones, without tokens and wallets', () => {
    const known = { p10: 400, p50: 400, p90: 402 };
    const isSpreadKnown = true;
    for (const ruleset of RULESETS) {
      expect(valueOf(known, {}, ruleset)).toEqual({ value: [800, 800, 804], isSpreadKnown });
      const unknown = { fdvUsd: null, supplyShare: null, eligibleWallets: null };
      expect(valueOf(known, unknown, ruleset)).toEqual({ value: [800, 800, 804], isSpreadKnown });
    }
  });

  // The price is as uncertain as the payout: its p10 and p90 are 1 and 4, its median 2.
  it('have the spread of the price, without tokens and wallets', () => {
    const { value } = valueOf({ p10: 100, p50: 100, p90: 100 }, { priceUsd: [1, 4], fdvUsd: [1e6, 4e6] });
    expect(value.map((usd) => Math.round(usd!))).toEqual([100, 200, 400]);
  });

  it('are the pooled ones between the known amounts', () => {
    const isSpreadKnown = false;
    expect(valueOf({})).toEqual({ value: [0.82, 69.4, 342], isSpreadKnown });
    expect(valueOf({ min: 40 })).toEqual({ value: [80, 80, 342], isSpreadKnown });
    expect(valueOf({ min: 40, max: 150 })).toEqual({ value: [80, 80, 300], isSpreadKnown });
    expect(valueOf({ p50: 60 })).toEqual({ value: [0.82, 120, 342], isSpreadKnown });
  });

  it('are those of a published list within the least and the greatest amount, whatever quantiles are stated', () => {
    const isSpreadKnown = true;
    const stated = { p10: 1, p50: 2, p90: 3 };
    expect(valueOf(stated, { allocation: LIST })).toEqual({ value: [40, 160, 500], isSpreadKnown });
    expect(valueOf({ min: 30, max: 200 }, { allocation: LIST })).toEqual({ value: [60, 160, 400], isSpreadKnown });
  });

  it('do not depend on amounts while the price is unknown', () => {
    expect(valueOf({ min: 40, p10: 50, p50: 60, p90: 70 }, { priceUsd: null })).toEqual(valueOf({}));
  });

  it.each<[string, Partial<KnownAmounts>]>([
    ['an amount of 0', { min: 0 }],
    ['an infinite amount', { max: Infinity }],
    ['a median below the least amount', { min: 5, p50: 4 }],
    ['a p90 above the greatest amount', { p90: 5, max: 4 }],
  ])('are rejected for %s', (_, known) => expect(() => valueOf(known)).toThrow('tokensPerWallet'));
});
