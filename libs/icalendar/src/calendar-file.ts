import type { EventPart } from './event-parts';
import { ICAL } from './ical';
import { date, DAY_MS, startOfDay } from './instants';
import { cleanText, closeVevent, openVevent } from './vevent';

/** Media type of a calendar, as browsers and calendar clients expect it. */
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** Time for which a calendar contains events that have ended or were cancelled, in days. */
export const PAST_DAYS = 30;

/** Interval at which clients should read a calendar again. */
const REFRESH_SECONDS = 3_600;

/** Settings of a calendar. */
export interface CalendarFileOptions {
  /** Display name. */
  readonly name: string;
  /** Host of the service, for the `UID` of a note. */
  readonly host: string;
  /** Any instant of the current day, milliseconds since the epoch: a calendar changes by the day, or with its events. */
  readonly nowMs: number;
  /** Seconds from the reminder of an event to its start; null for no reminders. */
  readonly remindSeconds: number | null;
  /** Public address of the calendar. Null for an address that is a secret, since calendar files are passed on. */
  readonly source: string | null;
  /** Instant from which on events are left out, which a note on its day says. By default none are. */
  readonly cutAtMs?: number | null;
}

/**
 * Writes a calendar (RFC 5545, RFC 7986): the parts that have not ended, or ended or were cancelled in the last
 * {@link PAST_DAYS} days. A calendar without any has an all-day note, as some clients reject an empty one.
 */
export function calendarFile(parts: Iterable<EventPart>, options: CalendarFileOptions): string {
  const today = startOfDay(options.nowMs);
  const fromMs = today - PAST_DAYS * DAY_MS;
  const { head, tail } = frameOf(options);
  const [silent, reminding] = [closeVevent(null), closeVevent(options.remindSeconds)];
  let body = '';
  for (const { text, isCancelled, untilMs } of parts) {
    if (untilMs >= fromMs) body += text + (isCancelled ? silent : reminding);
  }
  if (body === '') body = noteOf(NOTHING, { dayMs: today, today, host: options.host }) + silent;
  if (typeof options.cutAtMs === 'number') {
    const dayMs = Math.max(today, startOfDay(options.cutAtMs));
    body += noteOf(CUT, { dayMs, today, host: options.host }) + silent;
  }
  return head + body + tail;
}

const END = 'END:VCALENDAR';

function frameOf({ name, source }: CalendarFileOptions): { readonly head: string; readonly tail: string } {
  const component = new ICAL.Component('vcalendar');
  const add = (property: string, value: string | ICAL.Duration) => component.addPropertyWithValue(property, value);
  const refresh = ICAL.Duration.fromSeconds(REFRESH_SECONDS);
  add('version', '2.0');
  add('prodid', '-//Droptrack//Calendar//EN');
  add('calscale', 'GREGORIAN');
  for (const property of ['name', 'x-wr-calname']) add(property, cleanText(name));
  add('refresh-interval', refresh).setParameter('value', 'DURATION');
  add('x-published-ttl', refresh);
  if (source !== null) add('source', source).setParameter('value', 'URI');
  return { head: component.toString().slice(0, -END.length), tail: `${END}\r\n` };
}

/** All-day event about the calendar itself. */
interface Note {
  /** First half of the `UID`. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

const NOTHING: Note = {
  name: 'nothing-announced',
  summary: 'No event is announced that matches this calendar',
  description: 'Events appear here as soon as they are announced.',
};

const CUT: Note = {
  name: 'cut',
  summary: 'Later events are not in this calendar',
  description: 'It has more events than fit. Subscribe to fewer types, chains or drops.',
};

/** Days are milliseconds since the epoch. */
interface NotePlace {
  readonly dayMs: number;
  readonly today: number;
  readonly host: string;
}

const noteOf = ({ name, summary, description }: Note, { dayMs, today, host }: NotePlace): string =>
  openVevent({
    uid: `${name}@${host}`,
    sequence: 0,
    updatedMs: today,
    start: date(dayMs),
    end: null,
    summary,
    description,
    status: 'confirmed',
    url: null,
    categories: ['Note'],
  });
