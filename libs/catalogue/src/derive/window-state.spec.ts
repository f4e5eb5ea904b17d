import { CALENDAR_EVENT_STATUSES, CALENDAR_EVENT_TYPES, CALENDAR_PRECISIONS } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { deriveCalendarEvent } from './calendar-event';
import { eventStateAt, windowStateAt } from './window-state';
import { dropDefinition, eventDefinition } from '../testing';

const at = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
const instant = (day: string): string => new Date(at(day)).toISOString();
const published = (over: Parameters<typeof eventDefinition>[0], day: string) =>
  deriveCalendarEvent(
    dropDefinition(),
    eventDefinition(over),
    { id: 'cal_0123456789abcdefghij', sequence: 0 },
    at(day),
  );
const stateOn = (day: string, over: Parameters<typeof eventDefinition>[0]) =>
  eventStateAt(published(over, day), at(day));

describe('windowStateAt', () => {
  const endless = { startsAt: instant('2026-03-01'), endsAt: null, precision: 'day' as const };

  it('is unknown from a year after the start on, if no end is known', () => {
    expect(windowStateAt(endless, at('2026-02-28'))).toBe('ahead');
    expect(windowStateAt(endless, at('2026-03-01'))).toBe('open');
    expect(windowStateAt(endless, at('2027-03-01') - 1)).toBe('open');
    expect(windowStateAt(endless, at('2027-03-01'))).toBe('unknown');
  });

  it('counts the year from the end of a coarse period, and takes no longer than a known end', () => {
    expect(windowStateAt({ ...endless, precision: 'month' }, at('2026-03-31'))).toBe('ahead');
    expect(windowStateAt({ ...endless, precision: 'month' }, at('2027-03-31'))).toBe('open');
    const long = { ...endless, endsAt: instant('2030-01-01') };
    expect(windowStateAt(long, at('2029-12-31'))).toBe('open');
    expect(windowStateAt(long, at('2030-01-01'))).toBe('closed');
    expect(windowStateAt({ ...long, endsAt: instant('2026-03-15'), precision: 'month' }, at('2026-03-15'))).toBe(
      'closed',
    );
  });
});

describe('eventStateAt', () => {
  const window = { startsAt: instant('2026-03-01'), endsAt: instant('2026-06-01'), precision: 'day' as const };

  it.each([
    ['2026-02-01', 'confirmed'],
    ['2026-03-01', 'open'],
    ['2026-06-01', 'closed'],
  ])('of a window is on %s: %s', (day, state) => {
    expect(stateOn(day, window)).toBe(state);
    expect(stateOn(day, { ...window, type: 'phase' })).toBe(state);
  });

  it('of an event without an end is that it has occurred, but of a claim that it is open, for a year', () => {
    const instants = { ...window, endsAt: null };
    for (const type of ['snapshot', 'tge', 'phase'] as const) {
      expect(stateOn('2026-03-01', { ...instants, type })).toBe('occurred');
      expect(stateOn('2029-03-01', { ...instants, type })).toBe('occurred');
    }
    expect(stateOn('2027-02-01', instants)).toBe('open');
    expect(stateOn('2027-04-01', instants)).toBe('unknown');
  });

  it('never says that a window has occurred, and leaves events alone that are not confirmed', () => {
    const anyEvent = fc.record({
      type: fc.constantFrom(...CALENDAR_EVENT_TYPES),
      precision: fc.constantFrom(...CALENDAR_PRECISIONS),
      status: fc.constantFrom(...CALENDAR_EVENT_STATUSES),
      starts_at: fc.constantFrom('2024-01-01', '2026-01-01').map(instant),
      ends_at: fc.option(fc.constantFrom('2026-02-01', '2028-01-01').map(instant)),
    });
    fc.assert(
      fc.property(anyEvent, fc.nat(3_000), (event, days) => {
        const state = eventStateAt(event, at('2023-01-01') + days * 86_400_000);
        const isPublished = event.status === 'tentative' || event.status === 'cancelled';
        if (isPublished) expect(state).toBe(event.status);
        else if (event.type === 'claim' || event.ends_at !== null) expect(state).not.toBe('occurred');
        else expect(state).toBe(event.status);
      }),
    );
  });
});
