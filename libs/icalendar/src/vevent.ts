import type { CalendarEventStatus } from '@droptrack/contracts';
import { ICAL } from './ical';
import { dateTime } from './instants';

/** Content of a VEVENT. */
export interface Vevent {
  readonly uid: string;
  readonly sequence: number;
  /** Milliseconds since the epoch; `DTSTAMP` and `LAST-MODIFIED`, so that an unchanged event has unchanged bytes. */
  readonly updatedMs: number;
  readonly start: ICAL.Time;
  /** Exclusive; null for an instant, and for one day. */
  readonly end: ICAL.Time | null;
  readonly summary: string;
  readonly description: string;
  readonly status: CalendarEventStatus;
  readonly url: string | null;
  readonly categories: readonly string[];
}

/** RFC 5545 §3.8.1.11; an event that has occurred stays confirmed. */
const STATUSES: Readonly<Record<CalendarEventStatus, string>> = {
  tentative: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  occurred: 'CONFIRMED',
  cancelled: 'CANCELLED',
};

const END = 'END:VEVENT';

/** Writes a VEVENT without its last line, so that a calendar can add its reminder: see {@link closeVevent}. */
export function openVevent(event: Vevent): string {
  const component = new ICAL.Component('vevent');
  const add = (name: string, value: string | number | ICAL.Time) => component.addPropertyWithValue(name, value);
  add('uid', event.uid);
  add('sequence', event.sequence);
  add('dtstamp', dateTime(event.updatedMs));
  add('last-modified', dateTime(event.updatedMs));
  add('dtstart', event.start);
  if (event.end !== null) add('dtend', event.end);
  add('summary', cleanText(event.summary).replaceAll('\n', ' '));
  add('description', cleanText(event.description));
  add('status', STATUSES[event.status]);
  // Drops do not make anyone busy.
  add('transp', 'TRANSPARENT');
  if (event.url !== null) add('url', event.url);
  const categories = new ICAL.Property('categories', component);
  categories.setValues(event.categories.map(cleanText));
  component.addProperty(categories);
  return component.toString().slice(0, -END.length);
}

/** The last lines of a VEVENT. @param remindSeconds - seconds before its start; null for no reminder. */
export function closeVevent(remindSeconds: number | null): string {
  return remindSeconds === null ? `${END}\r\n` : `${alarm(remindSeconds)}\r\n${END}\r\n`;
}

function alarm(secondsBefore: number): string {
  const component = new ICAL.Component('valarm');
  component.addPropertyWithValue('action', 'DISPLAY');
  // Required; clients show the summary of the event.
  component.addPropertyWithValue('description', 'Reminder');
  component.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-secondsBefore));
  return component.toString();
}

/** Control characters other than line feeds, and halves of surrogate pairs: iCalendar has no form for them. */
const FORBIDDEN = /(?!\n)[\p{Cc}\p{Cs}]/gu;
/** Characters that change the direction of the text around them. */
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that can stand beside other text. */
export const cleanText = (text: string): string => text.replace(FORBIDDEN, '\ufffd').replace(BIDIRECTIONAL, '');
