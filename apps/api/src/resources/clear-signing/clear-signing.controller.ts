import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestKey } from '../../platform/auth/key.guard';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import { ClearSigningService } from './clear-signing.service';

@Controller('v1/drops/:id/erc7730.json')
export class ClearSigningController {
  constructor(private readonly descriptors: ClearSigningService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Param('id') id: string, @Query() _none: NoQueryDto): Promise<UncachedResponse> {
    return this.descriptors.get(requestKey(request), id);
  }
}
