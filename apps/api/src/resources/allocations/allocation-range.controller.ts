import { RANGE_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestKey } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { RowCost } from '../../platform/rate-limit/row-cost';
import type { VersionedResponse } from '../../platform/responses/versioned-response';
import { AllocationRangeDto } from './allocation-range.dto';
import { AllocationRangeService } from './allocation-range.service';

@Controller('v1/drops/:id/allocations/range')
@RequiresPlan('pro')
export class AllocationRangeController {
  constructor(
    private readonly ranges: AllocationRangeService,
    private readonly cost: RowCost,
  ) {}

  @Get(':prefix')
  get(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Param('prefix') prefix: string,
    @Query() query: AllocationRangeDto,
  ): Promise<VersionedResponse> {
    const pay = (rows: number): Promise<void> => this.cost.take(request, reply, Math.ceil(rows / RANGE_ROWS_PER_TOKEN));
    return this.ranges.get(requestKey(request), { id, prefix, ...query }, request.headers, pay);
  }
}
