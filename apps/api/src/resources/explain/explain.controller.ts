import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { DataResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { ExplainService } from './explain.service';

@Controller('v1/drops/:id/explain')
export class ExplainController {
  constructor(private readonly explanations: ExplainService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Param('id') id: string, @Query() _none: NoQueryDto): Promise<DataResponse> {
    return this.explanations.get(requestKey(request), id);
  }
}
