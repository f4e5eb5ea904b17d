import type { CalendarPrecision } from '@droptrack/contracts';
import { deriveCalendarEvent } from './calendar-event';
import { dropDefinition, eventDefinition } from '../testing';

const IDENTITY = { id: 'cal_0123456789abcdefghij', sequence: 3 };
const statusAt = (over: Parameters<typeof eventDefinition>[0], instant: string) =>
  deriveCalendarEvent(dropDefinition(), eventDefinition(over), IDENTITY, Date.parse(instant)).status;

describe('deriveCalendarEvent', () => {
  it('has the members of the contract, in its order', () => {
    const event = eventDefinition({
      block: 21_450_000,
      url: 'https://example.com/claim',
      source: { kind: 'official', url: 'https://example.com/docs', at: '2026-08-01' },
    });
    const body = deriveCalendarEvent(
      dropDefinition({ links: { site: 'https://example.com' } }),
      event,
      IDENTITY,
      Date.parse('2026-08-22T10:00:00.000Z'),
    );
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        id: 'cal_0123456789abcdefghij',
        drop: 'linea',
        drop_name: 'Linea',
        chain: 'linea',
        type: 'claim',
        title: 'Claim window',
        starts_at: '2026-09-10T13:00:00.000Z',
        ends_at: '2026-12-09T00:00:00.000Z',
        precision: 'minute',
        status: 'confirmed',
        block: 21_450_000,
        phase: null,
        url: 'https://example.com/claim',
        source: { kind: 'official', url: 'https://example.com/docs', observed_at: '2026-08-01T00:00:00.000Z' },
        sequence: 3,
      }),
    );
  });

  it('has a null source without a named one, and a null date without a given one', () => {
    const named = eventDefinition({ source: { kind: 'memory', url: null, at: null } });
    const body = (event: typeof named) => deriveCalendarEvent(dropDefinition(), event, IDENTITY, 0);
    expect(body(eventDefinition()).source).toBeNull();
    expect(body(named).source).toEqual({ kind: 'memory', url: null, observed_at: null });
  });

  it('has occurred at its start, not before', () => {
    expect(statusAt({}, '2026-09-10T12:59:59.999Z')).toBe('confirmed');
    expect(statusAt({}, '2026-09-10T13:00:00.000Z')).toBe('occurred');
  });

  it.each<[CalendarPrecision, string, string]>([
    ['day', '2026-02-10T00:00:00.000Z', '2026-02-10T00:00:00.000Z'],
    ['week', '2026-02-23T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['month', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['quarter', '2026-10-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['year', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ])('known to the %s, starting %s, has occurred at %s', (precision, startsAt, occursAt) => {
    const justBefore = new Date(Date.parse(occursAt) - 1).toISOString();
    expect(statusAt({ precision, startsAt }, justBefore)).toBe('confirmed');
    expect(statusAt({ precision, startsAt }, occursAt)).toBe('occurred');
  });

  it.each(['tentative', 'cancelled'] as const)('stays %s when its time has passed', (status) => {
    expect(statusAt({ status }, '2030-01-01T00:00:00.000Z')).toBe(status);
  });
});
