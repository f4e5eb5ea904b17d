import type { CalendarEventType } from './calendar';

/** Limits of calendar feeds. */
export const CALENDAR_FEED_LIMITS = {
  /** Maximum number of feeds of an account. */
  perAccount: 20,
  /** Maximum length of a name, in characters. */
  nameLength: 100,
  /** Maximum number of entries in each of `chains` and `drops`. */
  filterNames: 100,
  /** Requests per hour for one feed. */
  readsPerHour: 60,
} as const;

/** All forms of a calendar feed. */
export const CALENDAR_FEED_FORMS = ['points', 'spans'] as const;
/**
 * Form of the windows in a calendar feed: two events, at the start and at the end (`points`), or one event from start to
 * end (`spans`).
 */
export type CalendarFeedForm = (typeof CALENDAR_FEED_FORMS)[number];

/** Event types, without duplicates. @minItems 1 @maxItems 4 @uniqueItems true */
export type CalendarFeedTypes = CalendarEventType[];

/** List of distinct slugs. @minItems 1 @maxItems 100 @uniqueItems true */
export type CalendarFeedNames = string[];

/** Body of POST /v1/calendars. */
export interface CreateCalendarFeed {
  /** Display name of the calendar, one line. Defaults to `Droptrack`. @minLength 1 @maxLength 100 */
  name?: string | null;
  /** Event types: only events of these types are in the calendar. An absent or null property does not filter. */
  types?: CalendarFeedTypes | null;
  /** Slugs of chains: only events of drops on these chains are in the calendar. An absent or null property does not filter. */
  chains?: CalendarFeedNames | null;
  /** Slugs of drops: only events of these drops are in the calendar. An absent or null property does not filter. */
  drops?: CalendarFeedNames | null;
  /** Form of windows. Defaults to `points`. */
  form?: CalendarFeedForm;
  /** Time from a reminder to the start of each event, as an ISO 8601 duration in weeks, days, hours and minutes: `PT1M` to `P30D`. Null or absent for no reminders. @pattern ^P(?=[0-9T])([0-9]{1,3}W|([0-9]{1,3}D)?(T(?=[0-9])([0-9]{1,4}H)?([0-9]{1,5}M)?)?)$ */
  remind?: string | null;
}

/** Calendar feed: a part of the calendar at an address of its own, to which calendar apps can subscribe. */
export interface CalendarFeed {
  /** Unique id: `feed_` and 20 characters. @pattern ^feed_[0-9a-z]{20}$ */
  id: string;
  /** Display name of the calendar. */
  name: string;
  /** Event types in the calendar. Null for all. */
  types: CalendarFeedTypes | null;
  /** Slugs of the chains whose drops are in the calendar. Null for all. */
  chains: CalendarFeedNames | null;
  /** Slugs of the drops in the calendar. Null for all. */
  drops: CalendarFeedNames | null;
  /** Form of windows. */
  form: CalendarFeedForm;
  /** Time from a reminder to the start of each event, as an ISO 8601 duration. Null for no reminders. */
  remind: string | null;
  /** Time of creation, RFC 3339 UTC with milliseconds. @format date-time */
  created_at: string;
  /** Time at which the address was last read, to the hour. Null if it has not been read. @format date-time */
  last_read_at: string | null;
}

/** Calendar feed with its address, which only this response contains. Anyone who knows the address can read the calendar. */
export interface CreatedCalendarFeed extends CalendarFeed {
  /** Address of the calendar. @format uri */
  url: string;
  /** Address with the scheme `webcal`, which opens the calendar app of a device. @format uri */
  webcal_url: string;
}
