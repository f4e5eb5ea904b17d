import { deriveDrop, type DerivedFrom } from './drop';
import { dropDefinition, fact } from '../testing';

const AT_MS = Date.parse('2026-08-22T10:00:00.000Z');
const QUIET: DerivedFrom = { atMs: AT_MS, hype: { score: 24, delta7d: 0 }, published: null };

describe('deriveDrop', () => {
  it('has the members of the contract, in its order', () => {
    const body = deriveDrop(
      dropDefinition({
        snapshot: { block: fact(21_450_000), date: fact('2026-07-10T00:00:00.000Z') },
        value: {
          fdvUsd: fact([0.5e9, 4e9] as const),
          supplyShare: fact([0.05, 0.12] as const),
          eligibleWallets: fact([1e5, 6e5] as const),
          allocation: fact('points' as const),
          haircut: fact(1),
          probability: fact(0.7),
          priceUsd: null,
        },
        cost: {
          gasUsd: fact(9),
          feesUsd: fact(3.5),
          capitalUsd: fact(0),
          days: fact(0),
          subscriptionsUsd: fact(0),
        },
      }),
      QUIET,
    );
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        id: 'linea',
        name: 'Linea',
        chain: 'linea',
        status: 'upcoming',
        hype_score: 24,
        hype_delta_7d: 0,
        rating: { reward: 47, legit: 50, difficulty: 38 },
        ev_usd: { p50: 87.04, p10: 7.1, p90: 1066.67 },
        snapshot: { block: 21_450_000, date: '2026-07-10T00:00:00.000Z' },
        cost_usd: 12.5,
      }),
    );
  });

  it('has null for unknown values', () => {
    expect(deriveDrop(dropDefinition(), QUIET)).toMatchObject({
      hype_score: 24,
      rating: { reward: null, legit: 50, difficulty: 50 },
      ev_usd: { p50: null, p10: null, p90: null },
      snapshot: { block: null, date: null },
      cost_usd: null,
    });
  });
});
