import type { ListQuery } from './page';

/** Kinds of calendar events (spec §4). */
export const CALENDAR_EVENT_TYPES = ['snapshot', 'tge', 'claim', 'phase'] as const;
export type CalendarEventType = (typeof CALENDAR_EVENT_TYPES)[number];

/** How exactly `starts_at` is known, finest first; it is the first instant of that period. */
export const CALENDAR_PRECISIONS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarPrecision = (typeof CALENDAR_PRECISIONS)[number];

export const CALENDAR_EVENT_STATUSES = ['tentative', 'confirmed', 'occurred', 'cancelled'] as const;
export type CalendarEventStatus = (typeof CALENDAR_EVENT_STATUSES)[number];

/** Who says so: the project, the chain, a public data set, somebody's report, or memory alone. */
export const SOURCE_KINDS = ['official', 'onchain', 'dataset', 'reported', 'memory'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Where a fact comes from. */
export interface FactSource {
  kind: SourceKind;
  /** Null for `memory`. */
  url: string | null;
  /** When the source was last seen to say so, RFC 3339 UTC with milliseconds. */
  observed_at: string | null;
}

/** A snapshot, token-generation event, claim window or phase of a drop. */
export interface CalendarEvent {
  /** `cal_` and 20 characters; stays when the event is moved. */
  id: string;
  /** Slug of the drop. */
  drop: string;
  drop_name: string;
  /** Chain slug of the drop. */
  chain: string;
  type: CalendarEventType;
  title: string;
  /** First instant of the period that `precision` names, RFC 3339 UTC with milliseconds. */
  starts_at: string;
  /** End of a window, exclusive; null for a moment or an open end. */
  ends_at: string | null;
  precision: CalendarPrecision;
  status: CalendarEventStatus;
  /** Block number, where the event is tied to one. */
  block: number | null;
  /** Name of the phase, for events of type `phase`. */
  phase: string | null;
  /** Where to act or read more. */
  url: string | null;
  source: FactSource | null;
  /** Grows by one with every reschedule; 0 at first. */
  sequence: number;
  /** When the event last changed, RFC 3339 UTC with milliseconds. */
  updated_at: string;
}

/** What `include` can add to GET /v1/calendar: windows that opened before `from` and have not closed. */
export const CALENDAR_INCLUDES = ['ongoing'] as const;
export type CalendarInclude = (typeof CALENDAR_INCLUDES)[number];

/** Query of GET /v1/calendar. */
export interface ListCalendarQuery extends ListQuery {
  /** ISO date, inclusive; today (UTC) when not given. */
  from?: string;
  /** ISO date, inclusive. */
  to?: string;
  type?: CalendarEventType;
  /** Drop slug. */
  drop?: string;
  /** Chain slug. */
  chain?: string;
  include?: CalendarInclude;
}
