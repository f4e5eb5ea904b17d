import type { CalendarEvent, CalendarFeedForm } from '@droptrack/contracts';
import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { type EventPart, eventParts } from './event-parts';
import { calendarEvent } from './testing';
import { closeVevent } from './vevent';

const HOST = 'api.example.com';
const partsOf = (over: Partial<CalendarEvent>, form: CalendarFeedForm = 'points') =>
  eventParts(calendarEvent(over), form, HOST);
/** The component as a client reads it. */
const read = ({ text }: EventPart) => new ICAL.Component(ICAL.parse(text + closeVevent(null).trimEnd()));
const shown = (part: EventPart) => {
  const event = read(part);
  return ['dtstart', 'dtend', 'summary'].map((name) => event.getFirstPropertyValue(name)?.toString() ?? null);
};

describe('dates', () => {
  const ENDLESS = { ends_at: null, title: 'Token launch', type: 'tge' } as const;

  it.each([
    ['second', '2026-09-10T13:00:05.000Z', ['2026-09-10T13:00:05Z', null, 'Linea: Token launch']],
    ['hour', '2026-09-10T13:00:00.000Z', ['2026-09-10T13:00:00Z', null, 'Linea: Token launch']],
    ['day', '2026-09-10T00:00:00.000Z', ['2026-09-10', null, 'Linea: Token launch']],
    [
      'week',
      '2026-09-07T00:00:00.000Z',
      ['2026-09-07', '2026-09-14', 'Linea: Token launch (some time in the week of 2026-09-07)'],
    ],
    [
      'month',
      '2026-02-01T00:00:00.000Z',
      ['2026-02-01', '2026-03-01', 'Linea: Token launch (some time in February 2026)'],
    ],
    ['quarter', '2026-10-01T00:00:00.000Z', ['2026-10-01', '2027-01-01', 'Linea: Token launch (some time in Q4 2026)']],
    ['year', '2027-01-01T00:00:00.000Z', ['2027-01-01', '2028-01-01', 'Linea: Token launch (some time in 2027)']],
  ] as const)('are as precise as the event: %s', (precision, starts_at, expected) => {
    for (const form of ['points', 'spans'] as const) {
      expect(partsOf({ ...ENDLESS, precision, starts_at }, form).map(shown)).toEqual([expected]);
    }
  });

  it('makes a window one event in the form spans', () => {
    expect(partsOf({}, 'spans').map(shown)).toEqual([
      ['2026-09-10T13:00:00Z', '2026-12-09T13:00:00Z', 'Linea: Claim window'],
    ]);
  });

  // The end is exclusive, as it is in iCalendar: a window that ends at midnight was last open on the day before.
  it('counts the last day of a window that is known to a day', () => {
    const days = {
      precision: 'day',
      starts_at: '2026-09-10T00:00:00.000Z',
      ends_at: '2026-09-12T00:00:00.000Z',
    } as const;
    expect(partsOf(days).map(shown)).toEqual([
      ['2026-09-10', null, 'Linea: Claim window opens'],
      ['2026-09-11', null, 'Linea: Claim closes'],
    ]);
    expect(partsOf(days, 'spans').map(shown)).toEqual([['2026-09-10', '2026-09-12', 'Linea: Claim window']]);
    const [, exact] = partsOf({ ...days, ends_at: '2026-09-12T13:00:00.000Z' }).map(shown);
    expect(exact).toEqual(['2026-09-12T13:00:00Z', null, 'Linea: Claim closes']);
    expect(partsOf({ ...days, ends_at: '2026-09-12T13:00:00.000Z' }, 'spans').map(shown)).toEqual([
      ['2026-09-10', '2026-09-13', 'Linea: Claim window'],
    ]);
  });

  it('spans a window that starts some time in a period from the start of the period', () => {
    const vague = {
      precision: 'month',
      starts_at: '2026-09-01T00:00:00.000Z',
      ends_at: '2026-12-01T00:00:00.000Z',
    } as const;
    expect(partsOf(vague, 'spans').map(shown)).toEqual([
      ['2026-09-01', '2026-12-01', 'Linea: Claim window (starts some time in September 2026)'],
    ]);
  });
});

describe('identity', () => {
  it('keeps the UID, and takes sequence and time stamps from the event', () => {
    const [before, after] = [partsOf({}), partsOf({ starts_at: '2026-10-01T00:00:00.000Z', sequence: 4 })];
    const of = (parts: EventPart[], name: string) =>
      parts.map((part) => read(part).getFirstPropertyValue(name)?.toString());
    expect(of(after, 'uid')).toEqual(of(before, 'uid'));
    expect(of(after, 'sequence')).toEqual(['4', '4']);
    expect([...of(after, 'dtstamp'), ...of(after, 'last-modified')]).toEqual(Array(4).fill('2026-08-20T09:30:15Z'));
  });

  // An end that becomes known must not replace the start in the calendars of subscribers.
  it('has the same UID for a start with and without an end', () => {
    expect(read(partsOf({ ends_at: null })[0]!).getFirstPropertyValue('uid')).toBe(
      read(partsOf({})[0]!).getFirstPropertyValue('uid'),
    );
  });
});

describe('members', () => {
  it.each([
    ['tentative', 'TENTATIVE'],
    ['confirmed', 'CONFIRMED'],
    ['occurred', 'CONFIRMED'],
    ['cancelled', 'CANCELLED'],
  ] as const)('maps the status %s', (status, expected) => {
    for (const part of partsOf({ status })) expect(read(part).getFirstPropertyValue('status')).toBe(expected);
  });

  // "occurred" reads as over, and the text is written before the window closes.
  it.each([
    [{}, 'open until 2026-12-09 13:00 UTC'],
    [{ ends_at: null }, 'open, no end is known'],
    [{ ends_at: null, type: 'tge' as const }, 'occurred'],
    [{ ends_at: null, type: 'phase' as const }, 'occurred'],
  ])('names the state of an event that has begun: %j', (over, state) => {
    for (const part of partsOf({ status: 'occurred', ...over })) {
      expect(read(part).getFirstPropertyValue('description')).toContain(`\nStatus: ${state}\n`);
    }
  });

  it('links the page of the event, or of its source, and no other scheme', () => {
    const source = calendarEvent().source;
    const urlOf = (over: Partial<CalendarEvent>) => read(partsOf(over)[0]!).getFirstPropertyValue('url');
    expect(urlOf({})).toBe('https://linea.example/claim');
    expect(urlOf({ url: null })).toBe('https://linea.example/blog');
    expect(urlOf({ url: null, source: null })).toBeNull();
    expect(urlOf({ url: 'javascript:alert(1)', source })).toBeNull();
    expect(urlOf({ url: 'https://a.example/\r\nSTATUS:CANCELLED' })).toBe('https://a.example/STATUS:CANCELLED');
  });

  it('marks the drops of the sample', () => {
    expect(shown(partsOf({ drop: 'sample-aurora', drop_name: 'Aurora' })[1]!)[2]).toBe('Aurora (sample): Claim closes');
  });
});

/** Names as strangers choose them. */
const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom(';', ',', '\\', '\n', ':', '"', 'n', ' '), maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('🦄', '👩‍🚀', 'é', 'ﷺ', 'ש', 'א', '中', 'a'), maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);
/** Text that cannot stand in iCalendar, or would reorder the text around it. */
const REPLACED = /(?!\n)[\p{Cc}\p{Cs}]|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('text', () => {
  it('is read back equal, in lines of at most 75 bytes of whole characters', () => {
    fc.assert(
      fc.property(
        anyName.filter((name) => !REPLACED.test(name)),
        anyName.filter((name) => !REPLACED.test(name)),
        (drop_name, title) => {
          const [part] = partsOf({ drop_name, title, ends_at: null });
          const oneLine = (text: string) => text.replaceAll('\n', ' ');
          expect(read(part!).getFirstPropertyValue('summary')).toBe(oneLine(`${drop_name}: ${title}`));
          expect(read(part!).getFirstPropertyValue('description')).toContain(`Claim of ${drop_name}: ${title}\nStatus`);
          for (const line of part!.text.split('\r\n')) {
            const bytes = Buffer.from(line);
            expect(bytes.length).toBeLessThanOrEqual(75);
            expect(bytes.toString()).toBe(line);
            expect(line).not.toMatch(/[\r\n]/);
          }
        },
      ),
    );
  });

  // A reader that splits the file at them would take what follows for a property.
  it('has no separators of lines or paragraphs of Unicode, in any property', () => {
    const [part] = partsOf({ drop_name: 'A\u2028B', title: 'C\u2029ATTACH:D', chain: 'e\u2028f', ends_at: null });
    expect(part!.text).not.toMatch(/[\u2028\u2029]/);
    expect(shown(part!)[2]).toBe('A B: C ATTACH:D');
    expect(read(part!).getFirstPropertyValue('description')).toContain('Claim of A\nB: C\nATTACH:D');
  });

  it('has neither controls nor characters that reorder what is beside them', () => {
    const [part] = partsOf({ drop_name: 'A\u202eB\u0000C\rD', ends_at: null });
    expect(shown(part!)[2]).toBe('AB\ufffdC\ufffdD: Claim window');
  });
});
