import { normaliseCost, normaliseEffort, normaliseLegit, normaliseValue } from './normalise-inputs';

const DOCS = { kind: 'official', url: 'https://example.org/docs', at: '2026-08-01' } as const;
const fact = (value: unknown) => ({ value, source: DOCS });

describe('normaliseValue', () => {
  it('parses ranges, and treats one number as a range without spread', () => {
    const raw = { fdv_usd: [5e8, 4e9], supply_share: 0.1, eligible_wallets: { value: [1e5, 6e5] }, price_usd: null };
    expect(normaliseValue({ ...raw, allocation: 'points', haircut: 1, probability: 0.7 }, DOCS)).toEqual({
      fdvUsd: fact([5e8, 4e9]),
      supplyShare: fact([0.1, 0.1]),
      eligibleWallets: fact([1e5, 6e5]),
      allocation: fact('points'),
      haircut: fact(1),
      probability: fact(0.7),
      priceUsd: null,
    });
  });
});

describe('normaliseCost and normaliseEffort', () => {
  // An unknown cost and a cost of zero are different on the wire.
  it('distinguish zero and false from unknown', () => {
    expect(normaliseCost({ gas_usd: 0, source: DOCS }, null)).toEqual({
      gasUsd: fact(0),
      feesUsd: null,
      capitalUsd: null,
      days: null,
      subscriptionsUsd: null,
    });
    expect(normaliseEffort({ identity: false, minutes: 90 }, DOCS)).toEqual({
      minutes: fact(90),
      tasks: null,
      identity: fact(false),
      recurring: null,
      technical: null,
    });
  });
});

describe('normaliseLegit', () => {
  it('omits missing components', () => {
    const team = { score: 0.9, url: 'https://example.org/team', checked_at: '2026-08-01' };
    expect(normaliseLegit({ team, rules: { score: 0 } })).toEqual({
      team: { score: 0.9, url: 'https://example.org/team', checkedAt: '2026-08-01' },
      rules: { score: 0, url: null, checkedAt: null },
    });
  });
});
