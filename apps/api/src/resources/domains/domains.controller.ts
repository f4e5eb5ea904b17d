import { Controller, Get, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestKey } from '../../platform/auth/key.guard';
import type { DataResponse } from '../../platform/responses/response-writer';
import { DomainsService } from './domains.service';

@Controller('v1/domains')
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @Get(':host')
  get(@Req() request: FastifyRequest, @Param('host') host: string): DataResponse {
    return this.domains.get(requestKey(request), host);
  }
}
