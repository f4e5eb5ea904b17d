import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { keyOf } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import type { VersionedResponse } from '../../platform/responses/versioned-response';
import { AllocationRangeDto } from './allocation-range.dto';
import { AllocationRangeService } from './allocation-range.service';

@Controller('v1/drops/:id/allocations/range')
@RequiresPlan('pro')
export class AllocationRangeController {
  constructor(private readonly ranges: AllocationRangeService) {}

  @Get(':prefix')
  get(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Param('prefix') prefix: string,
    @Query() query: AllocationRangeDto,
  ): Promise<VersionedResponse> {
    return this.ranges.get(keyOf(request), { id, prefix, ...query }, request.headers);
  }
}
