import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { DataResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { ParameterRequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { DropsService } from './drops.service';
import { GetDropDto, ListDropsDto } from './drops.dto';
import { DropsWithHypeService } from './drops-with-hype.service';
import { PastDropsService } from './past-drops.service';

@Controller('v1/drops')
export class DropsController {
  constructor(
    private readonly drops: DropsService,
    private readonly dropsWithHype: DropsWithHypeService,
    private readonly pastDrops: PastDropsService,
  ) {}

  @Get()
  list(@Req() request: FastifyRequest, @Query() query: ListDropsDto): DataResponse | Promise<DataResponse> {
    return query.include === undefined
      ? this.drops.list(requestKey(request), query)
      : this.dropsWithHype.list(requestKey(request), query);
  }

  @Get(':id')
  @ParameterRequiresPlan('as_of', 'pro')
  get(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() { as_of: asOf }: GetDropDto,
  ): DataResponse | Promise<DataResponse> {
    return asOf === undefined
      ? this.drops.get(requestKey(request), id)
      : this.pastDrops.get(requestKey(request), id, asOf);
  }
}
