import type { ExpectedValueRules } from './ruleset';

/** Expected value in rulesets 2026.1 and 2026.2. The spreads of allocations were measured on 26 published lists. */
export const EXPECTED_VALUE_2026_1 = {
  allocationSpread: { flat: 0.3, tiered: 0.8, points: 1.6, capital: 2.4 },
  allocationDefault: 'points',
  listModel: 'lognormal',
  haircutDefault: 1,
  z90: 1.2815515655,
  z99: 2.326347874,
  z10To90: 2.5631031311,
} as const satisfies ExpectedValueRules;

/**
 * Expected value in ruleset 2026.3: 2026.1 with measured quantiles where no shape of the distribution is declared.
 *
 * The quantiles are those of allocation / mean, pooled over 29 published lists with the same weight for each list. Between
 * p10 and p90 they cover 79.4 % of the wallets of a list that is left out of the pool; the lognormal distribution of
 * `points` covers 71.9 %, because real allocations have a longer lower tail and a shorter upper one (docs/scoring.md, Expected value).
 */
export const EXPECTED_VALUE_2026_3 = {
  ...EXPECTED_VALUE_2026_1,
  allocationDefault: {
    quantiles: [
      [0.01, 0.00000505],
      [0.02, 0.0000497],
      [0.05, 0.000765],
      [0.1, 0.00408],
      [0.2, 0.0302],
      [0.3, 0.116],
      [0.4, 0.195],
      [0.5, 0.347],
      [0.6, 0.47],
      [0.7, 0.706],
      [0.8, 1.04],
      [0.9, 1.71],
      [0.95, 2.7],
      [0.98, 6.02],
      [0.99, 11.2],
    ],
  },
  listModel: 'quantiles',
} as const satisfies ExpectedValueRules;

/**
 * Expected value for ruleset 2026.4: 2026.3 with an upper tail of measured quantiles.
 *
 * By 2026.3 the quantiles are flat above the last share, so the mean of allocation / mean over them is 0.797. The 13 lists that
 * are known by three quantiles state no greatest amount; the last ratio is the one with which the mean is 1. Without ranges among
 * the inputs, p10, p50 and p90 stay as they are.
 */
export const EXPECTED_VALUE_2026_4 = {
  ...EXPECTED_VALUE_2026_3,
  allocationDefault: { quantiles: [...EXPECTED_VALUE_2026_3.allocationDefault.quantiles, [1, 68.1]] },
} as const satisfies ExpectedValueRules;
