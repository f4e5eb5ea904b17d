import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { DataResponse } from '../../platform/responses/response-writer';
import { keyOf } from '../../platform/auth/key.guard';
import { GetHypeDto } from './get-hype.dto';
import { HypeService } from './hype.service';

@Controller('v1/drops/:id/hype')
export class HypeController {
  constructor(private readonly hype: HypeService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: GetHypeDto): Promise<DataResponse> {
    return this.hype.get(keyOf(request), id, query);
  }
}
