import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { RecoveriesService } from './recoveries.service';
import { RecoverWebhookDto } from './webhooks.dto';

@Controller('v1/webhooks/:id')
@RequiresPlan('pro')
export class RecoveriesController {
  constructor(private readonly recoveries: RecoveriesService) {}

  @Post('recover')
  recover(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body() body: RecoverWebhookDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.recoveries.queue(requestKey(request), id, body);
  }

  @Get('recoveries/:recovery')
  recovery(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Param('recovery') recovery: string,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.recoveries.get(requestKey(request), id, recovery);
  }
}
