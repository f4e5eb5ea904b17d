import type { CalendarEvent, CalendarFeedForm } from '@droptrack/contracts';
import ICAL from 'ical.js';
import { calendarFile, type CalendarFileOptions } from './calendar-file';
import { eventParts } from './event-parts';
import { calendarEvent } from './testing';

const HOST = 'api.example.com';
const OPTIONS: CalendarFileOptions = {
  name: 'Droptrack',
  host: HOST,
  nowMs: Date.parse('2026-08-22T10:00:00.000Z'),
  remindSeconds: null,
  source: null,
};

const fileOf = (
  events: readonly CalendarEvent[],
  options: Partial<CalendarFileOptions> = {},
  form: CalendarFeedForm = 'points',
) =>
  calendarFile(
    events.flatMap((event) => eventParts(event, form, HOST)),
    { ...OPTIONS, ...options },
  );
const uidsOf = (file: string) =>
  new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid'));

const GOLDEN = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Droptrack//Calendar//EN
CALSCALE:GREGORIAN
NAME:Claims\\; of mine
X-WR-CALNAME:Claims\\; of mine
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
BEGIN:VEVENT
UID:cal_e2e7b0fc4e304e18dbf4.start@api.example.com
SEQUENCE:3
DTSTAMP:20260820T093015Z
LAST-MODIFIED:20260820T093015Z
DTSTART:20260910T130000Z
SUMMARY:Linea: Claim window opens
DESCRIPTION:Claim of Linea: Claim window\\nStatus: confirmed\\nStart: 2026-0
 9-10 13:00 UTC\\nEnd: 2026-12-09 13:00 UTC\\nSource: official\\, https://line
 a.example/blog
STATUS:CONFIRMED
TRANSP:TRANSPARENT
URL:https://linea.example/claim
CATEGORIES:Claim,linea
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Reminder
TRIGGER:-P1D
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:cal_e2e7b0fc4e304e18dbf4.end@api.example.com
SEQUENCE:3
DTSTAMP:20260820T093015Z
LAST-MODIFIED:20260820T093015Z
DTSTART:20261209T130000Z
SUMMARY:Linea: Claim closes
DESCRIPTION:Claim of Linea: Claim window\\nStatus: confirmed\\nStart: 2026-0
 9-10 13:00 UTC\\nEnd: 2026-12-09 13:00 UTC\\nSource: official\\, https://line
 a.example/blog
STATUS:CONFIRMED
TRANSP:TRANSPARENT
URL:https://linea.example/claim
CATEGORIES:Claim,linea
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Reminder
TRIGGER:-P1D
END:VALARM
END:VEVENT
END:VCALENDAR
`;

describe('calendarFile', () => {
  it('writes the bytes of RFC 5545, with a reminder before each event', () => {
    const file = fileOf([calendarEvent()], { name: 'Claims; of mine', remindSeconds: 86_400 });
    expect(file).toBe(GOLDEN.replaceAll('\n', '\r\n'));
  });

  it('names its public address, so that clients refresh it from there', () => {
    expect(fileOf([], { source: 'https://droptrack.example/calendar.ics?type=claim' })).toContain(
      'SOURCE;VALUE=URI:https://droptrack.example/calendar.ics?type=claim\r\n',
    );
  });

  // Some clients reject a calendar without events.
  it('has an all-day note if no event is in it', () => {
    const file = fileOf([]);
    expect(uidsOf(file)).toEqual(['nothing-announced@api.example.com']);
    expect(file).toContain('DTSTART;VALUE=DATE:20260822\r\n');
  });

  it('says from when on events are left out, on a day that lies ahead', () => {
    const cutOn = (cutAt: string) => fileOf([calendarEvent()], { cutAtMs: Date.parse(cutAt) });
    for (const [cutAt, day] of [
      ['2027-01-05T10:00:00Z', '20270105'],
      ['2026-01-05T10:00:00Z', '20260822'],
    ] as const) {
      const file = cutOn(cutAt);
      expect(uidsOf(file)).toEqual([...uidsOf(fileOf([calendarEvent()])), 'cut@api.example.com']);
      expect(file).toContain(`DTSTART;VALUE=DATE:${day}\r\nSUMMARY:Later events are not in this calendar\r\n`);
    }
  });

  // Otherwise every poll would transfer the whole calendar.
  it('has the same bytes all day, if no event has changed', () => {
    const at = (time: string) => ({ nowMs: Date.parse(`2026-08-22T${time}Z`) });
    for (const events of [[], [calendarEvent()]]) {
      expect(fileOf(events, at('00:00:00'))).toBe(fileOf(events, at('23:59:59')));
    }
  });

  it('keeps what has ended for 30 days, and the end of a window that opened long ago', () => {
    const opened = calendarEvent({ starts_at: '2026-07-22T13:00:00.000Z', status: 'occurred' });
    expect(uidsOf(fileOf([opened], { nowMs: Date.parse('2026-08-21T23:00:00Z') }))).toHaveLength(2);
    expect(uidsOf(fileOf([opened], { nowMs: Date.parse('2026-08-22T23:00:00Z') }))).toEqual([
      'cal_e2e7b0fc4e304e18dbf4.end@api.example.com',
    ]);
    expect(uidsOf(fileOf([opened], { nowMs: Date.parse('2026-08-22T23:00:00Z') }, 'spans'))).toHaveLength(1);
  });

  // Clients that keep what disappears from a subscription must see the cancellation; a month is longer than any pause.
  it('keeps a cancelled event for 30 days after its cancellation, without its reminder', () => {
    const cancelled = calendarEvent({ status: 'cancelled', sequence: 4 });
    const file = fileOf([cancelled], { nowMs: Date.parse('2026-09-19T10:00:00Z'), remindSeconds: 3_600 });
    expect(file.match(/STATUS:CANCELLED\r\n/g)).toHaveLength(2);
    expect(file).toContain('SUMMARY:Cancelled: Linea: Claim closes\r\n');
    expect(file).not.toContain('VALARM');
    expect(uidsOf(fileOf([cancelled], { nowMs: Date.parse('2026-09-20T10:00:00Z') }))).toEqual([
      'nothing-announced@api.example.com',
    ]);
  });
});
