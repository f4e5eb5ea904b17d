import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { EventsService } from './events.service';
import { ListEventsDto } from './list-events.dto';

@Controller('v1/events')
@RequiresPlan('pro')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  list(@Req() request: FastifyRequest, @Query() query: ListEventsDto): Promise<UncachedResponse> {
    return this.events.list(requestKey(request), query);
  }
}
