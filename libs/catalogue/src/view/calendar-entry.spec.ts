import type { CalendarEventBody } from '../revision';
import { calendarEntryOf, presentCalendarEvent } from './calendar-entry';
import { eventBody, LOG_START_MS } from './testing';

describe('presentCalendarEvent', () => {
  it('returns the members in the order of the contract, for any stored order', () => {
    const body = eventBody();
    const reversed = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
    const stored = reversed({ ...body, source: reversed(body.source!) }) as typeof body;

    expect(JSON.stringify(presentCalendarEvent(stored, LOG_START_MS))).toBe(
      '{"id":"cal_1","drop":"linea","drop_name":"Linea","chain":"linea","type":"claim","title":"Claim window",' +
        '"starts_at":"2026-09-10T13:00:00.000Z","ends_at":"2026-12-09T00:00:00.000Z","precision":"minute",' +
        '"status":"confirmed","block":null,"phase":null,"url":"https://linea.example/claim",' +
        '"source":{"kind":"official","url":"https://linea.example/docs","observed_at":"2026-08-01T00:00:00.000Z"},' +
        '"sequence":3,"updated_at":"2026-08-22T10:00:00.000Z"}',
    );
  });

  it('returns a null source for an event without one', () => {
    expect(presentCalendarEvent(eventBody({ source: null }), LOG_START_MS).source).toBeNull();
  });
});

describe('calendarEntryOf', () => {
  // Feeds leave out what has ended: a quarter has not ended with its first day, nor a window with its start.
  it.each<[Partial<CalendarEventBody>, string]>([
    [{ ends_at: null, precision: 'minute' }, '2026-09-10T13:00:00.000Z'],
    [{ ends_at: '2026-12-09T00:00:00.000Z', precision: 'minute' }, '2026-12-09T00:00:00.000Z'],
    [{ ends_at: null, precision: 'quarter', starts_at: '2026-10-01T00:00:00.000Z' }, '2027-01-01T00:00:00.000Z'],
    [
      { ends_at: '2026-11-01T00:00:00.000Z', precision: 'quarter', starts_at: '2026-10-01T00:00:00.000Z' },
      '2027-01-01T00:00:00.000Z',
    ],
  ])('states until when an event concerns anyone: %j', (over, until) => {
    const body = eventBody(over);
    const revision = { seq: 1, recordedAtMs: LOG_START_MS, entity: 'calendar_event', id: body.id, body } as const;
    expect(new Date(calendarEntryOf(revision)!.untilMs).toISOString()).toBe(until);
  });
});
