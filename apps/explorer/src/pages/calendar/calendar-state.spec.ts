import { CALENDAR_EVENT_TYPES } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { CALENDAR_VIEWS, type CalendarState, WHOLE_CALENDAR, calendarPath, parseCalendarState } from './calendar-state';
import { SAMPLE_FILTERS } from '../filters';
import { MONTH_PATTERN, monthAfter, monthEndMs, monthStartMs, weeksOf } from '../../parts/months';

const parsed = (path: string) => parseCalendarState(new URL(path, 'http://explorer.test').searchParams);

const months = fc.stringMatching(MONTH_PATTERN);
const slugs = fc.constantFrom('arbitrum', 'zk-sync', '0g');
const states: fc.Arbitrary<CalendarState> = fc.record({
  view: fc.constantFrom(...CALENDAR_VIEWS),
  month: fc.option(months),
  type: fc.option(fc.constantFrom(...CALENDAR_EVENT_TYPES)),
  chain: fc.option(slugs),
  drop: fc.option(slugs),
  samples: fc.constantFrom(...SAMPLE_FILTERS),
});

describe('state of the calendar', () => {
  it('survives its address', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(parsed(calendarPath(state))).toEqual({ state, notes: [], isUnfiltered: false });
      }),
    );
  });

  it.each(['view=week', 'month=2026-13', 'month=1999-01', 'type=party', 'chain=%00', 'drop=A', 'sample=no'])(
    'ignores %s with a note',
    (query) => {
      const { state, notes } = parsed(`/calendar?${query}`);
      expect(state).toEqual(WHOLE_CALENDAR);
      expect(notes).toEqual([expect.stringContaining(`“${query.split('=')[0]}” in the address was ignored`)]);
    },
  );
});

describe('months', () => {
  it('has each of its days once, in order, on its weekday', () => {
    fc.assert(
      fc.property(months, (month) => {
        const weeks = weeksOf(month);
        const days = weeks.flat().filter((day) => day !== null);
        expect(weeks.every((week) => week.length === 7 && week.some((day) => day !== null))).toBe(true);
        expect(days.map((day) => Number(day.slice(8)))).toEqual(days.map((_, index) => index + 1));
        expect(days).toHaveLength((monthEndMs(month) - monthStartMs(month)) / 86_400_000);
        for (const week of weeks) {
          week.forEach((day, index) =>
            expect(day === null || new Date(day).getUTCDay() === (index + 1) % 7).toBe(true),
          );
        }
      }),
    );
  });

  it('crosses years in both directions', () => {
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
  });
});
