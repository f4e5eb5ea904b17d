import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { DataResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { HypeDto } from './hype.dto';
import { HypeService } from './hype.service';

@Controller('v1/drops/:id/hype')
export class HypeController {
  constructor(private readonly hype: HypeService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: HypeDto): Promise<DataResponse> {
    return this.hype.get(requestKey(request), id, query);
  }
}
