import { Controller, Get, Query } from '@nestjs/common';
import type { AnswerAt } from '../http/response-writer';
import { CalendarService } from './calendar.service';
import { ListCalendarDto } from './list-calendar.dto';

@Controller('v1/calendar')
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  @Get()
  list(@Query() query: ListCalendarDto): AnswerAt {
    return this.calendar.list(query);
  }
}
