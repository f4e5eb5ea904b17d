import {
  CALENDAR_EVENT_TYPES,
  CALENDAR_INCLUDES,
  type CalendarEventType,
  type CalendarInclude,
  CURSOR_LENGTH_MAX,
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  type ListCalendarQuery,
} from '@droptrack/contracts';
import { IsIn, IsOptional, Length, Matches, MaxLength } from 'class-validator';
import { IsDay, IsPageLimit } from '../../platform/input/query-rules';

/** Query of GET /v1/calendar. */
export class ListCalendarDto implements ListCalendarQuery {
  @IsOptional()
  @IsDay()
  readonly from?: string;

  @IsOptional()
  @IsDay()
  readonly to?: string;

  @IsOptional()
  @IsIn(CALENDAR_EVENT_TYPES, {
    message: `must be one of ${CALENDAR_EVENT_TYPES.join(', ')}`,
    context: { code: 'enum' },
  })
  readonly type?: CalendarEventType;

  @IsOptional()
  @MaxLength(DROP_ID_LENGTH_MAX, {
    message: `must have at most ${DROP_ID_LENGTH_MAX} characters`,
    context: { code: 'length' },
  })
  @Matches(DROP_ID_PATTERN, { message: 'must be a drop slug such as linea', context: { code: 'format' } })
  readonly drop?: string;

  @IsOptional()
  @MaxLength(DROP_ID_LENGTH_MAX, {
    message: `must have at most ${DROP_ID_LENGTH_MAX} characters`,
    context: { code: 'length' },
  })
  @Matches(DROP_ID_PATTERN, { message: 'must be a chain slug such as arbitrum', context: { code: 'format' } })
  readonly chain?: string;

  @IsOptional()
  @IsIn(CALENDAR_INCLUDES, { message: `must be one of ${CALENDAR_INCLUDES.join(', ')}`, context: { code: 'enum' } })
  readonly include?: CalendarInclude;

  @IsPageLimit()
  readonly limit?: number;

  @IsOptional()
  @Length(1, CURSOR_LENGTH_MAX, { message: 'is not a valid cursor for this list', context: { code: 'cursor' } })
  readonly cursor?: string;
}
