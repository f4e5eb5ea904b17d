import { Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { DeliveriesService } from './deliveries.service';
import { EndpointTests } from './endpoint-tests';
import { ListDeliveriesDto } from './webhooks.dto';

@Controller('v1/webhooks/:id')
@RequiresPlan('pro')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly tests: EndpointTests,
  ) {}

  @Post('test')
  test(@Req() request: FastifyRequest, @Param('id') id: string, @Query() _none: NoQueryDto): Promise<UncachedResponse> {
    return this.tests.run(requestKey(request), id, request.raw.socket);
  }

  @Get('deliveries')
  list(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() query: ListDeliveriesDto,
  ): Promise<UncachedResponse> {
    return this.deliveries.list(requestKey(request), id, query);
  }

  @Post('deliveries/:delivery/redeliver')
  redeliver(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.deliveries.redeliver(requestKey(request), id, delivery);
  }
}
