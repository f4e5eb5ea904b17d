import { type Drop, DROP_STATUSES } from '@droptrack/contracts';

/** Drops of a page, the maximum. */
export const PAGE_DROPS = 100;

/** A drop as the API returns it; nothing random: the same number makes the same drop. */
export function madeUpDrop(n: number): Drop {
  const atMs = Date.UTC(2026, 0, 1) + n * 61_000;
  return {
    id: `aster-protocol-${n}`,
    name: `Aster Protocol ${n}`,
    chain: n % 3 === 0 ? 'arbitrum' : 'linea',
    status: DROP_STATUSES[n % DROP_STATUSES.length] ?? 'live',
    hype_score: n % 101,
    hype_delta_7d: (n % 21) - 10,
    hype_confidence: (n % 101) / 100,
    rating: { reward: n % 101, legit: (n * 7) % 101, difficulty: (n * 13) % 101 },
    ev_usd: { p50: 310.25 + n, p10: 40.5 + n, p90: 1_900.75 + n },
    snapshot: { block: 20_000_000 + n, date: new Date(atMs).toISOString() },
    cost_usd: 12.4,
    updated_at: new Date(atMs + 5_000).toISOString(),
  };
}
