import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestKey } from '../../platform/auth/key.guard';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { DataResponse } from '../../platform/responses/response-writer';
import { DistributorsService } from './distributors.service';

@Controller('v1/drops/:id/distributors')
export class DistributorsController {
  constructor(private readonly distributors: DistributorsService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Param('id') id: string, @Query() _none: NoQueryDto): Promise<DataResponse> {
    return this.distributors.get(requestKey(request), id);
  }
}
