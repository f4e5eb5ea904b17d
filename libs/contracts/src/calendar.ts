import type { ListQuery } from './page';

/** All types of calendar events. */
export const CALENDAR_EVENT_TYPES = ['snapshot', 'tge', 'claim', 'phase'] as const;
/** Type of a calendar event. `tge` is the token-generation event. */
export type CalendarEventType = (typeof CALENDAR_EVENT_TYPES)[number];

/** All precisions of `starts_at`, finest first. */
export const CALENDAR_PRECISIONS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** Precision of a date: the length of the period in which it lies. */
export type CalendarPrecision = (typeof CALENDAR_PRECISIONS)[number];

/** All statuses of a calendar event. */
export const CALENDAR_EVENT_STATUSES = ['tentative', 'confirmed', 'occurred', 'cancelled'] as const;
/** Status of a calendar event. */
export type CalendarEventStatus = (typeof CALENDAR_EVENT_STATUSES)[number];

/** All kinds of sources of a fact. */
export const SOURCE_KINDS = ['official', 'onchain', 'dataset', 'reported', 'memory'] as const;
/**
 * Kind of a source: the project itself (`official`), a chain (`onchain`), a public data set (`dataset`), a third-party
 * report (`reported`), or general knowledge without a citable source (`memory`).
 */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Source of a fact. */
export interface FactSource {
  /** Kind of the source. */
  kind: SourceKind;
  /** URL of the source. Null for `memory`, and for the events of a contract. @format uri */
  url: string | null;
  /** Time at which the source was last checked, RFC 3339 UTC with milliseconds. @format date-time */
  observed_at: string | null;
}

/** A snapshot, token-generation event, claim window or phase of a drop. */
export interface CalendarEvent {
  /** Unique id: `cal_` and 20 characters. It stays the same when the event is rescheduled. @pattern ^cal_[0-9a-z]{20}$ */
  id: string;
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Display name of the drop. */
  drop_name: string;
  /** Chain slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  chain: string;
  /** Type of the event. */
  type: CalendarEventType;
  /** Display title of the event. */
  title: string;
  /** Start of the event: the first instant of the period given by `precision`. RFC 3339 UTC with milliseconds. @format date-time */
  starts_at: string;
  /** End of the window, exclusive. Null for an event without duration or with an open end. @format date-time */
  ends_at: string | null;
  /** Precision of `starts_at`: the event starts at some time in the period of this length that begins at `starts_at`. */
  precision: CalendarPrecision;
  /** Status of the event: `tentative` until its source confirms it, `occurred` once it has started. */
  status: CalendarEventStatus;
  /** Block number of the event. Null if the event is not tied to a block. @asType integer @minimum 0 @nullable */
  block: number | null;
  /** Name of the phase. Null unless `type` is `phase`. */
  phase: string | null;
  /** URL at which to act or read more. @format uri */
  url: string | null;
  /** Source of the event. */
  source: FactSource | null;
  /** Revision number of the event: starts at 0 and increases with every change of its dates, precision or status, except from `confirmed` to `occurred`. @asType integer @minimum 0 */
  sequence: number;
  /** Time of the last change of the event, RFC 3339 UTC with milliseconds. @format date-time */
  updated_at: string;
}

/** All values of `include` of GET /v1/calendar. */
export const CALENDAR_INCLUDES = ['ongoing'] as const;
/** Additional events of a calendar: `ongoing` windows opened before `from` and have not closed. */
export type CalendarInclude = (typeof CALENDAR_INCLUDES)[number];

/** Query of GET /v1/calendar. */
export interface ListCalendarQuery extends ListQuery {
  /** First day, an ISO 8601 date, inclusive: returns events that start at or after 00:00 UTC of this day. Defaults to today (UTC). */
  from?: string;
  /** Last day, an ISO 8601 date, inclusive. */
  to?: string;
  /** Returns only events of this type. */
  type?: CalendarEventType;
  /** Returns only events of the drop with this slug. An unknown slug returns an empty list. */
  drop?: string;
  /** Returns only events of drops on the chain with this slug, in any case. An unknown slug returns an empty list. */
  chain?: string;
  /** Returns only events of sample drops (`true`), which are fictional, or only those of real drops (`false`). Both if absent. */
  sample?: boolean;
  /** `ongoing` also returns windows that opened before `from` and have not closed. */
  include?: CalendarInclude;
}
