import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { DataResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { CalendarService } from './calendar.service';
import { ListCalendarDto } from './list-calendar.dto';

@Controller('v1/calendar')
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  @Get()
  list(@Req() request: FastifyRequest, @Query() query: ListCalendarDto): DataResponse {
    return this.calendar.list(requestKey(request), query);
  }
}
