import type { Drop, DropStatus, Page } from '@droptrack/contracts';
import { cursorScope, decodeCursor, encodeCursor } from '@droptrack/pagination';
import { Injectable } from '@nestjs/common';
import type { ListDropsDto } from './list-drops.dto';
import { type DropRow, PrismaService } from './prisma.service';

@Injectable()
export class DropsService {
  constructor(private readonly prisma: PrismaService) {}

  async list({ status, chain, limit, cursor }: ListDropsDto): Promise<Page<Drop>> {
    const scope = cursorScope('drops', { sort: 'hype', order: 'desc', status, chain });
    const rows = await this.prisma.drop.findMany({
      where: { ...(status && { status: { in: status } }), ...(chain && { chain: { in: chain } }) },
      orderBy: [{ hypeScore: 'desc' }, { id: 'asc' }],
      ...(cursor !== undefined && { cursor: { id: decodeCursor(cursor, scope).id }, skip: 1 }),
      take: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      data: page.map(presentDrop),
      has_more: hasMore,
      next_cursor: hasMore ? encodeCursor({ key: last.hypeScore, id: last.id }, scope) : null,
      as_of: new Date().toISOString(),
    };
  }
}

function presentDrop(row: DropRow): Drop {
  return {
    id: row.id,
    name: row.name,
    chain: row.chain,
    status: row.status as DropStatus,
    hype_score: row.hypeScore,
    hype_delta_7d: row.hypeDelta7d,
    hype_confidence: row.hypeConfidence,
    rating: { reward: row.reward, legit: row.legit, difficulty: row.difficulty },
    ev_usd: { p50: row.evP50Usd, p10: row.evP10Usd, p90: row.evP90Usd },
    snapshot: { block: row.snapshotBlock, date: row.snapshotDate?.toISOString() ?? null },
    cost_usd: row.costUsd,
    updated_at: row.updatedAt.toISOString(),
  };
}
