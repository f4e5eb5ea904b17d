import * as fc from 'fast-check';
import { calendarProximity, InvalidInputError } from '../index';
import { AT_MS } from './testing';

const DAY_MS = 86_400_000;

describe('calendarProximity', () => {
  it('halves every seven days before the event, in fractions of days', () => {
    expect(calendarProximity([AT_MS + 7 * DAY_MS], AT_MS)).toBe(0.5);
    expect(calendarProximity([AT_MS + 5 * DAY_MS], AT_MS)).toBeCloseTo(0.6095, 4);
    expect(calendarProximity([AT_MS + 3.5 * DAY_MS], AT_MS)).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it('is 0 without a future event', () => {
    expect(calendarProximity([], AT_MS)).toBe(0);
    expect(calendarProximity([AT_MS, AT_MS - DAY_MS], AT_MS)).toBe(0);
  });

  it('depends only on the nearest event, in any order', () => {
    const days = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 });
    fc.assert(
      fc.property(days, (ahead) => {
        const starts = ahead.map((day) => AT_MS + day * DAY_MS);
        expect(calendarProximity(starts, AT_MS)).toBe(2 ** (-Math.min(...ahead) / 7));
      }),
    );
  });

  it('rejects an invalid instant', () => {
    expect(() => calendarProximity([NaN], AT_MS)).toThrow(InvalidInputError);
    expect(() => calendarProximity([], Infinity)).toThrow(InvalidInputError);
  });
});
