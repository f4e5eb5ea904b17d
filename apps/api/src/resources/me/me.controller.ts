import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { DataResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { partsLeftOf } from '../../platform/rate-limit/rate-limit.guard';
import { MeService } from './me.service';

@Controller('v1/me')
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Query() _none: NoQueryDto): DataResponse {
    return this.me.get(requestKey(request), partsLeftOf(request));
  }
}
