import type { Drop, DropStatus } from '@droptrack/contracts';
import type { DropRow } from './prisma.service';

/** A row as it crosses the wire. */
export function presentDrop(row: DropRow): Drop {
  return {
    id: row.id,
    name: row.name,
    chain: row.chain,
    status: row.status as DropStatus,
    hype_score: row.hypeScore,
    hype_delta_7d: row.hypeDelta7d,
    rating: { reward: row.reward, legit: row.legit, difficulty: row.difficulty },
    ev_usd: { p50: row.evP50Usd, p10: row.evP10Usd, p90: row.evP90Usd },
    snapshot: { block: row.snapshotBlock, date: row.snapshotDate?.toISOString() ?? null },
    cost_usd: row.costUsd,
    updated_at: row.updatedAt.toISOString(),
  };
}
