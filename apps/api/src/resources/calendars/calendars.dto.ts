import {
  CALENDAR_EVENT_TYPES,
  CALENDAR_FEED_FORMS,
  CALENDAR_FEED_LIMITS,
  type CalendarFeedForm,
  type CalendarFeedNames,
  type CalendarFeedTypes,
  type CreateCalendarFeed,
} from '@droptrack/contracts';
import { parseReminder } from '@droptrack/icalendar';
import { line, listOf, oneOf, orNull, slugOf } from '../../platform/input/body-rules';
import { CheckedLater, type MemberCheck, OptionalMember } from '../../platform/input/checked-member.decorator';

const types = orNull(listOf(CALENDAR_EVENT_TYPES.length, oneOf(CALENDAR_EVENT_TYPES)));
const slugs = (of: string): MemberCheck => orNull(listOf(CALENDAR_FEED_LIMITS.filterNames, slugOf(of)));

const DURATIONS = 'must be an ISO 8601 duration from PT1M to P30D in weeks, days, hours and minutes, such as P1D';
const reminder: MemberCheck = orNull((value) => {
  if (typeof value !== 'string') return [{ path: '', code: 'type', detail: 'must be a string or null' }];
  return parseReminder(value) === null ? [{ path: '', code: 'range', detail: DURATIONS }] : [];
});

/** Body of POST /v1/calendars. */
@CheckedLater()
export class CreateCalendarFeedDto implements CreateCalendarFeed {
  @OptionalMember(line({ min: 1, max: CALENDAR_FEED_LIMITS.nameLength })) readonly name?: string | null;
  @OptionalMember(types) readonly types?: CalendarFeedTypes | null;
  @OptionalMember(slugs('chain')) readonly chains?: CalendarFeedNames | null;
  @OptionalMember(slugs('drop')) readonly drops?: CalendarFeedNames | null;
  @OptionalMember(oneOf(CALENDAR_FEED_FORMS)) readonly form?: CalendarFeedForm;
  @OptionalMember(reminder) readonly remind?: string | null;
}
