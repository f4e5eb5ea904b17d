import {
  CALENDAR_EVENT_TYPES,
  CALENDAR_INCLUDES,
  type CalendarEventType,
  type CalendarInclude,
  type ListCalendarQuery,
} from '@droptrack/contracts';
import { IsOptional } from 'class-validator';
import { IsDay, IsPageLimit } from '../../platform/input/query-rules';
import { IsCursor, IsOneOf, IsSlug } from '../query-members';

/** Query of GET /v1/calendar. */
export class ListCalendarDto implements ListCalendarQuery {
  @IsOptional()
  @IsDay()
  readonly from?: string;

  @IsOptional()
  @IsDay()
  readonly to?: string;

  @IsOptional()
  @IsOneOf(CALENDAR_EVENT_TYPES)
  readonly type?: CalendarEventType;

  @IsOptional()
  @IsSlug('drop slug such as linea')
  readonly drop?: string;

  @IsOptional()
  @IsSlug('chain slug such as arbitrum')
  readonly chain?: string;

  @IsOptional()
  @IsOneOf(CALENDAR_INCLUDES)
  readonly include?: CalendarInclude;

  @IsPageLimit()
  readonly limit?: number;

  @IsCursor()
  readonly cursor?: string;
}
