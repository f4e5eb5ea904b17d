export {
  CALENDAR_EVENT_STATUSES,
  CALENDAR_EVENT_TYPES,
  CALENDAR_INCLUDES,
  CALENDAR_PRECISIONS,
  DROP_SORTS,
  DROP_STATUSES,
  FEATURES,
  PAGE_LIMIT,
  PLANS,
  SORT_ORDERS,
  SOURCE_KINDS,
} from '@droptrack/contracts';
export type {
  CalendarEvent,
  CalendarEventStatus,
  CalendarEventType,
  CalendarInclude,
  CalendarPrecision,
  Drop,
  DropRating,
  DropSnapshot,
  DropSort,
  DropStatus,
  ExpectedValueUsd,
  FactSource,
  Feature,
  ListCalendarQuery,
  ListDropsQuery,
  ListQuery,
  Me,
  Page,
  Plan,
  Problem,
  ProblemCode,
  ProblemMember,
  SortOrder,
  SourceKind,
} from '@droptrack/contracts';
export * from './api-error';
export type { Answer, ApiPromise } from './api-promise';
export { Droptrack } from './client';
export * from './errors';
export type { CallOptions, DroptrackOptions, Fetch, Sleep } from './options';
export type { ListPage, PagePromise } from './page-promise';
export type { RateLimit } from './rate-limit';
export type { Calendar } from './resources/calendar';
export type { Drops } from './resources/drops';
