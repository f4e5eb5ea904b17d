import {
  CALENDAR_EVENT_TYPES,
  CALENDAR_INCLUDES,
  type CalendarEventType,
  type CalendarInclude,
  type ListCalendarQuery,
} from '@droptrack/contracts';
import { Cursor, Day, Flag, InLowerCase, OneOf, PageLimit, Slug } from '../../platform/input/query-rules';

/** Query of GET /v1/calendar. */
export class ListCalendarDto implements ListCalendarQuery {
  @Day({ example: '2026-08-22' }) readonly from?: string;
  @Day({ example: '2026-12-31' }) readonly to?: string;
  @OneOf(CALENDAR_EVENT_TYPES, { example: 'claim' }) readonly type?: CalendarEventType;
  @Slug('a drop slug such as linea', { example: 'linea' }) readonly drop?: string;
  @InLowerCase() @Slug('a chain slug such as arbitrum', { example: 'ethereum' }) readonly chain?: string;
  @Flag({ example: false }) readonly sample?: boolean;
  @OneOf(CALENDAR_INCLUDES, { example: 'ongoing' }) readonly include?: CalendarInclude;
  @PageLimit() readonly limit?: number;
  @Cursor() readonly cursor?: string;
}
