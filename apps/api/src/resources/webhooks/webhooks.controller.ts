import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { idempotencyKeyOf } from '../../platform/input/idempotency-key';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { CreateWebhookDto, RotateWebhookSecretDto, UpdateWebhookDto } from './webhooks.dto';
import { WebhooksService } from './webhooks.service';

@Controller('v1/webhooks')
@RequiresPlan('pro')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  create(
    @Req() request: FastifyRequest,
    @Body() body: CreateWebhookDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.webhooks.create(requestKey(request), body, idempotencyKeyOf(request.headers));
  }

  @Get()
  list(@Req() request: FastifyRequest, @Query() _none: NoQueryDto): Promise<UncachedResponse> {
    return this.webhooks.list(requestKey(request));
  }

  @Get(':id')
  get(@Req() request: FastifyRequest, @Param('id') id: string, @Query() _none: NoQueryDto): Promise<UncachedResponse> {
    return this.webhooks.get(requestKey(request), id);
  }

  @Patch(':id')
  update(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body() body: UpdateWebhookDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.webhooks.update(requestKey(request), id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  remove(@Req() request: FastifyRequest, @Param('id') id: string, @Query() _none: NoQueryDto): Promise<void> {
    return this.webhooks.remove(requestKey(request), id);
  }

  @Post(':id/rotate-secret')
  rotateSecret(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body() body: RotateWebhookSecretDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.webhooks.rotateSecret(requestKey(request), id, body);
  }
}
