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
import {
  CheckedLater,
  CheckedMember,
  MayBeAbsent,
  type MemberCheck,
} from '../../platform/input/checked-member.decorator';
import { checkLine, checkList, fault, isOneOf, isSlugOf } from '../list-member';

const checkName: MemberCheck = (value) => checkLine(value, { min: 1, max: CALENDAR_FEED_LIMITS.nameLength });

const checkTypes: MemberCheck = (value) =>
  value === null ? [] : checkList(value, CALENDAR_EVENT_TYPES.length, isOneOf(CALENDAR_EVENT_TYPES));

const checkSlugs =
  (of: string): MemberCheck =>
  (value) =>
    value === null ? [] : checkList(value, CALENDAR_FEED_LIMITS.filterNames, isSlugOf(of));

const checkForm: MemberCheck = (value) => {
  const violation = isOneOf(CALENDAR_FEED_FORMS)(value);
  return violation === null ? [] : [fault('', ...violation)];
};

const checkRemind: MemberCheck = (value) => {
  if (value === null) return [];
  if (typeof value !== 'string') return [fault('', 'type', 'must be a string or null')];
  return parseReminder(value) === null
    ? [
        fault(
          '',
          'range',
          'must be an ISO 8601 duration from PT1M to P30D in weeks, days, hours and minutes, such as P1D',
        ),
      ]
    : [];
};

/** Body of POST /v1/calendars. */
@CheckedLater()
export class CreateCalendarFeedDto implements CreateCalendarFeed {
  @MayBeAbsent()
  @CheckedMember(checkName)
  readonly name?: string | null;

  @MayBeAbsent()
  @CheckedMember(checkTypes)
  readonly types?: CalendarFeedTypes | null;

  @MayBeAbsent()
  @CheckedMember(checkSlugs('chain'))
  readonly chains?: CalendarFeedNames | null;

  @MayBeAbsent()
  @CheckedMember(checkSlugs('drop'))
  readonly drops?: CalendarFeedNames | null;

  @MayBeAbsent()
  @CheckedMember(checkForm)
  readonly form?: CalendarFeedForm;

  @MayBeAbsent()
  @CheckedMember(checkRemind)
  readonly remind?: string | null;
}
