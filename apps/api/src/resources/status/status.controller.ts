import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestKey } from '../../platform/auth/key.guard';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { DataResponse } from '../../platform/responses/response-writer';
import { StatusService } from './status.service';

@Controller('v1/status')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Query() _none: NoQueryDto): Promise<DataResponse> {
    return this.status.get(requestKey(request));
  }
}
