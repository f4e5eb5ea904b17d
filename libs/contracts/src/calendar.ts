import type { ListQuery } from './page';

/** Kinds of calendar events (spec §4). */
export const CALENDAR_EVENT_TYPES = ['snapshot', 'tge', 'claim', 'phase'] as const;
/** Kind of a calendar event. */
export type CalendarEventType = (typeof CALENDAR_EVENT_TYPES)[number];

/** How exactly `starts_at` is known, finest first; it is the first instant of that period. */
export const CALENDAR_PRECISIONS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** How exactly an instant is known. */
export type CalendarPrecision = (typeof CALENDAR_PRECISIONS)[number];

/** How sure an event is, and whether it has begun or was called off. */
export const CALENDAR_EVENT_STATUSES = ['tentative', 'confirmed', 'occurred', 'cancelled'] as const;
/** How an event stands. */
export type CalendarEventStatus = (typeof CALENDAR_EVENT_STATUSES)[number];

/** Who says so: the project, the chain, a public data set, somebody's report, or memory alone. */
export const SOURCE_KINDS = ['official', 'onchain', 'dataset', 'reported', 'memory'] as const;
/** Who says so. */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Where a fact comes from. */
export interface FactSource {
  /** Who says so. */
  kind: SourceKind;
  /** Null for `memory`. @format uri */
  url: string | null;
  /** When the source was last seen to say so, RFC 3339 UTC with milliseconds. @format date-time */
  observed_at: string | null;
}

/** A snapshot, token-generation event, claim window or phase of a drop. */
export interface CalendarEvent {
  /** `cal_` and 20 characters; stays when the event is moved. @pattern ^cal_[0-9a-z]{20}$ */
  id: string;
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Display name of the drop. */
  drop_name: string;
  /** Chain slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  chain: string;
  /** Snapshot, token-generation event, claim window or phase. */
  type: CalendarEventType;
  /** What the event is called. */
  title: string;
  /** First instant of the period that `precision` names, RFC 3339 UTC with milliseconds. @format date-time */
  starts_at: string;
  /** End of a window, exclusive; null for a moment or an open end. @format date-time */
  ends_at: string | null;
  /** How exactly `starts_at` is known: it is the first instant of this period. */
  precision: CalendarPrecision;
  /** `tentative` until its source is sure, `occurred` once it has begun. */
  status: CalendarEventStatus;
  /** Block number, where the event is tied to one. @asType integer @minimum 0 @nullable */
  block: number | null;
  /** Name of the phase, for events of type `phase`. */
  phase: string | null;
  /** Where to act or read more. @format uri */
  url: string | null;
  /** Where the event is known from. */
  source: FactSource | null;
  /** Grows by one with every reschedule; 0 at first. @asType integer @minimum 0 */
  sequence: number;
  /** When the event last changed, RFC 3339 UTC with milliseconds. @format date-time */
  updated_at: string;
}

/** What `include` can add to GET /v1/calendar: windows that opened before `from` and have not closed. */
export const CALENDAR_INCLUDES = ['ongoing'] as const;
/** What a calendar can show besides. */
export type CalendarInclude = (typeof CALENDAR_INCLUDES)[number];

/** Query of GET /v1/calendar. */
export interface ListCalendarQuery extends ListQuery {
  /** First day, an ISO date, inclusive: `starts_at` is at or after its 00:00 UTC. Today (UTC) when not given. */
  from?: string;
  /** Last day, an ISO date, inclusive. */
  to?: string;
  /** Only events of this type. */
  type?: CalendarEventType;
  /** Only events of the drop with this slug; an unknown one gives an empty list. */
  drop?: string;
  /** Only events of drops on this chain; an unknown one gives an empty list. */
  chain?: string;
  /** `ongoing` adds the windows that opened before `from` and have not closed. */
  include?: CalendarInclude;
}
