import { NDJSON_TYPE } from '@droptrack/contracts';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Streamed } from '../../platform/responses/streamed.decorator';
import { requestKey } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { AllocationsSnapshotDto, DropsSnapshotDto, HypeSnapshotDto } from './snapshot-queries.dto';
import { SnapshotsService } from './snapshots.service';
import { Transfers } from './transfers';

@Controller('v1/snapshots/drops')
@RequiresPlan('scale')
@Streamed(NDJSON_TYPE)
export class SnapshotsController {
  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly transfers: Transfers,
  ) {}

  @Get()
  async drops(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: DropsSnapshotDto,
  ): Promise<void> {
    await this.transfers.send(request, reply, await this.snapshots.drops(requestKey(request), query));
  }

  @Get(':id/hype')
  hype(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: HypeSnapshotDto,
  ): Promise<void> {
    return this.transfers.send(request, reply, this.snapshots.hype(requestKey(request), id, query));
  }

  @Get(':id/allocations')
  allocations(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: AllocationsSnapshotDto,
  ): Promise<void> {
    return this.transfers.send(request, reply, this.snapshots.allocations(requestKey(request), id, query));
  }
}
