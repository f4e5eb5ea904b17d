import { InvalidInputError, type Ruleset, RULESET_2026_3, RULESET_2026_4 } from '@droptrack/scoring';
import type { DropDefinition, ValueDefinition } from '../definition';
import { deriveCost, deriveDifficulty, deriveExpectedValue, deriveLegit } from './figures';
import { dropDefinition, fact } from '../testing';

const UNKNOWN: ValueDefinition = dropDefinition().value;
const GIVEN_OUT = { tokens: fact('150000000'), wallets: fact(250_000), totalSupply: fact('1000000000') };

const expected = (over: Partial<DropDefinition>) => deriveExpectedValue(dropDefinition(over), null);

describe('deriveExpectedValue', () => {
  it('is unknown without inputs', () => expect(expected({}).p50).toBeNull());

  it('derives exact inputs and probability 1 from a distribution', () => {
    const { used, known } = expected({ distribution: GIVEN_OUT, value: { ...UNKNOWN, priceUsd: fact(0.5) } });
    expect(used).toMatchObject({
      fdvUsd: [5e8, 5e8],
      supplyShare: [0.15, 0.15],
      eligibleWallets: [250_000, 250_000],
      probability: 1,
    });
    expect(known).toMatchObject({ supplyShare: true, eligibleWallets: true, allocation: false, haircut: false });
  });

  // 300 USD for the mean wallet; the median of a flat drop is slightly less.
  it('values the median allocation at the price', () => {
    const value = { ...UNKNOWN, priceUsd: fact(0.5), allocation: fact('flat' as const) };
    expect(expected({ distribution: GIVEN_OUT, value }).p50).toBeCloseTo(300 * Math.exp(-0.045), 2);
  });

  it('prefers declared values to derived ones', () => {
    const value: ValueDefinition = {
      ...UNKNOWN,
      fdvUsd: fact([1e9, 2e9] as const),
      supplyShare: fact([0.1, 0.2] as const),
      eligibleWallets: fact([1e5, 3e5] as const),
      probability: fact(0.9),
      priceUsd: fact(0.5),
    };
    expect(expected({ distribution: GIVEN_OUT, value }).used).toMatchObject({
      fdvUsd: [1e9, 2e9],
      supplyShare: [0.1, 0.2],
      eligibleWallets: [1e5, 3e5],
      probability: 0.9,
    });
  });

  it('derives probability 1 only from both tokens and wallets', () => {
    expect(expected({ distribution: { ...GIVEN_OUT, wallets: null } }).used.probability).toBeNull();
    expect(expected({ distribution: { ...GIVEN_OUT, tokens: null } }).used).toMatchObject({
      supplyShare: null,
      probability: null,
    });
  });

  // Such a definition is valid: it must not prevent the rest of the catalogue from being published.
  it.each<[string, Partial<DropDefinition['distribution']>]>([
    ['nothing was given out', { tokens: fact('0') }],
    ['there are no wallets', { wallets: fact(0) }],
    ['there is no supply', { totalSupply: fact('0') }],
    ['there is nothing at all', { tokens: fact('0'), totalSupply: fact('0') }],
    ['more was given out than there is', { tokens: fact('1000000001') }],
  ])('is unknown if %s', (_, over) => {
    const value = { ...UNKNOWN, priceUsd: fact(0.5) };
    expect(expected({ distribution: { ...GIVEN_OUT, ...over }, value }).p50).toBeNull();
  });

  it('is unknown for a token without a price', () => {
    expect(expected({ distribution: GIVEN_OUT, value: { ...UNKNOWN, priceUsd: fact(0) } }).p50).toBeNull();
  });

  describe('of a list', () => {
    const list = { wallets: 4, total: '200', decimals: 1, spread: { median: 50, mean: 50, q10: 30, q90: 90 } };
    const at = (over: Partial<DropDefinition>, published: Partial<typeof list> = {}) =>
      deriveExpectedValue(dropDefinition(over), { ...list, ...published });
    const priced = { ...UNKNOWN, priceUsd: fact(2) };

    it('is the quantiles of its amounts at the price, also while the supply is unknown', () => {
      const { p10, p50, p90, used } = at({ value: priced });
      expect([p10, p50, p90]).toEqual([6, 10, 18]);
      expect(used).toMatchObject({ tokensUsd: [40, 40], fdvUsd: null, supplyShare: null, probability: 1 });
      const withSupply = at({ value: priced, distribution: { ...GIVEN_OUT, totalSupply: fact('1000') } });
      expect(withSupply).toMatchObject({ p10, p50, p90, used: { tokensUsd: null, fdvUsd: [2_000, 2_000] } });
    });

    it('is unknown without a price, and with a supply that is below its total', () => {
      expect(at({}).p50).toBeNull();
      expect(
        at({ value: priced, distribution: { ...GIVEN_OUT, totalSupply: fact('19') } }).used.supplyShare,
      ).toBeNull();
    });
  });

  it('rejects tokens that are not a number', () => {
    expect(() => expected({ distribution: { ...GIVEN_OUT, tokens: fact('many') } })).toThrow(InvalidInputError);
  });
});

describe('deriveLegit', () => {
  const drop = dropDefinition({
    legit: {
      team: { score: 1, url: 'https://example.com/team', checkedAt: '2026-01-01' },
      audits: { score: 1, url: null, checkedAt: null },
    },
  });
  const parts = (instant: string, ruleset?: Ruleset) => deriveLegit(drop, Date.parse(instant), ruleset).parts;

  it('lowers evidence once its check is more than 180 days old at the instant', () => {
    for (const [ruleset, points] of [
      [RULESET_2026_3, 12.5],
      [RULESET_2026_4, 25 * (0.25 + 0.75 * 2 ** (-1 / 180))],
    ] as const) {
      expect(parts('2026-06-30T00:00:00.000Z', ruleset)[0]).toMatchObject({ id: 'team', stale: false, points: 25 });
      const [team] = parts('2026-06-30T00:00:00.001Z', ruleset);
      expect(team).toMatchObject({ id: 'team', stale: true, points: expect.closeTo(points, 9) });
    }
  });

  it('halves evidence without a date, and counts absent evidence as unknown', () => {
    expect(parts('2026-01-02T00:00:00.000Z').slice(1, 3)).toMatchObject([
      { id: 'audits', known: true, stale: true },
      { id: 'use', known: false },
    ]);
  });

  it('is unknown without evidence, and not with a finding alone', () => {
    expect(deriveLegit(dropDefinition(), 0)).toMatchObject({ score: null, knownShare: 0 });
    const unverified = dropDefinition({ caps: ['contract_unverified'] });
    expect(deriveLegit(unverified, 0, RULESET_2026_3)).toMatchObject({ score: 40 });
    expect(deriveLegit(unverified, 0)).toMatchObject({ score: 25, cap: 40 });
  });

  it('is limited by the findings', () => {
    expect(deriveLegit({ ...drop, caps: ['phishing_listed'] }, 0)).toMatchObject({ score: 10, cap: 10 });
    const abandoned = { finding: 'abandoned', url: 'https://example.com/end', at: '2026-03-01' } as const;
    expect(deriveLegit({ ...drop, caps: [abandoned, 'single_unofficial_source'] }, 0)).toMatchObject({
      score: 20,
      cap: 20,
    });
  });
});

describe('deriveDifficulty', () => {
  it('is unknown while no input is known', () => {
    expect(deriveDifficulty(dropDefinition())).toMatchObject({ score: null, knownShare: 0 });
  });

  it('uses the capital of the cost, and the members of the effort', () => {
    const effort = {
      minutes: fact(1_200),
      tasks: fact(20),
      identity: fact(true),
      recurring: fact(true),
      technical: fact(true),
    };
    const cost = { ...dropDefinition().cost, capitalUsd: fact(10_000) };
    expect(deriveDifficulty(dropDefinition({ effort, cost })).score).toBe(100);
    expect(deriveDifficulty(dropDefinition({ effort })).score).toBe(88);
  });
});

describe('deriveCost', () => {
  it('is unknown without costs, and sums the given ones', () => {
    expect(deriveCost(dropDefinition()).usd).toBeNull();
    const cost = { ...dropDefinition().cost, gasUsd: fact(9), feesUsd: fact(3.5) };
    expect(deriveCost(dropDefinition({ cost })).usd).toBe(12.5);
  });
});
