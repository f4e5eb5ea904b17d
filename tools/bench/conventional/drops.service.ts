import type { Drop, Page } from '@droptrack/contracts';
import { cursorScope, decodeCursor, encodeCursor } from '@droptrack/pagination';
import { Injectable } from '@nestjs/common';
import { presentDrop } from './drop.presenter';
import type { ListDropsDto } from './list-drops.dto';
import { PrismaService } from './prisma.service';

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
