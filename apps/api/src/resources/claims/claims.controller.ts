import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestKey } from '../../platform/auth/key.guard';
import type { DataResponse } from '../../platform/responses/response-writer';
import { DropClaimsDto } from './claims.dto';
import { ClaimsService } from './claims.service';

@Controller('v1/drops/:id/claims')
export class ClaimsController {
  constructor(private readonly claims: ClaimsService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: DropClaimsDto): Promise<DataResponse> {
    return this.claims.get(requestKey(request), id, query);
  }
}
