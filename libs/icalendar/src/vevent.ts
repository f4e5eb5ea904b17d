import type { CalendarEventStatus } from '@droptrack/contracts';
import { ICAL } from './ical';
import { type CalendarTime, dateTime } from './instants';

/** Content of a VEVENT. */
interface Vevent {
  readonly uid: string;
  readonly sequence: number;
  /** Milliseconds since the epoch; `DTSTAMP` and `LAST-MODIFIED`, so that an unchanged event has unchanged bytes. */
  readonly updatedMs: number;
  readonly start: CalendarTime;
  /** Exclusive; null for an instant, and for one day. */
  readonly end: CalendarTime | null;
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
  const updated = dateTime(event.updatedMs);
  const properties = [
    text('uid', event.uid),
    ['sequence', {}, 'integer', event.sequence],
    property('dtstamp', updated),
    property('last-modified', updated),
    property('dtstart', event.start),
    ...(event.end === null ? [] : [property('dtend', event.end)]),
    text('summary', cleanText(event.summary).replaceAll('\n', ' ')),
    text('description', cleanText(event.description)),
    text('status', STATUSES[event.status]),
    // Drops do not make anyone busy.
    text('transp', 'TRANSPARENT'),
    ...(event.url === null ? [] : [['url', {}, 'uri', event.url]]),
    ['categories', {}, 'text', ...event.categories.map(cleanText)],
  ];
  // jCal (RFC 7265): objects of the library would take twice the time.
  return ICAL.stringify.component(['vevent', properties, []], ICAL.design.icalendar).slice(0, -END.length);
}

const text = (name: string, value: string) => [name, {}, 'text', value];
const property = (name: string, { type, value }: CalendarTime) => [name, {}, type, value];

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

/** Separators of lines and paragraphs: readers that split a file at them would take the rest of a text for a property. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** Text that can stand beside other text. */
export const cleanText = (text: string): string =>
  text.replace(LINE_SEPARATORS, '\n').replace(FORBIDDEN, '\ufffd').replace(BIDIRECTIONAL, '');
