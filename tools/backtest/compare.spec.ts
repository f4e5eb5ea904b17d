import { compare, WARM_UP_DAYS } from './compare';
import { outcomesOf } from './outcomes';
import type { Predictor } from './predictors';
import { daysOf, FIRST_DAY, mentioned, panelOf } from './testing';

const DAYS = 50;
/** Projects with different constant values. */
const steady = Array.from({ length: 12 }, (_, place) => mentioned(`p${place}`, Array<number>(DAYS).fill(place)));
const today: Predictor = { id: 'today', at: ({ target }, day) => target.get(day) ?? null };
const turned: Predictor = { id: 'turned', at: ({ target }, day) => -(target.get(day) ?? 0) };

describe('outcomesOf', () => {
  it('compares the seven days after a day with the seven up to it', () => {
    const days = daysOf([...Array<number>(7).fill(2), ...Array<number>(7).fill(5)]);
    expect(outcomesOf(days, FIRST_DAY + 6)).toEqual({ next_week: 5, change: 3, ratio: Math.log(36 / 15) });
  });

  it('is the mean of the days that are known, and nothing for fewer than five', () => {
    const days = daysOf([...Array<number>(7).fill(2), 1, null, 3, null, 5, 7, 9]);
    expect(outcomesOf(days, FIRST_DAY + 6)?.next_week).toBe(5);
    expect(outcomesOf(daysOf([...Array<number>(7).fill(2), 1, 3, 5, 7]), FIRST_DAY + 6)).toBeNull();
  });
});

describe('compare', () => {
  it('compares each day from the first with a full past to the last with a full week after it', () => {
    const { days, projectsMin, projectsMax } = compare(panelOf(steady, DAYS), [today]);
    expect([days[0], days.at(-1)]).toEqual([FIRST_DAY + WARM_UP_DAYS, FIRST_DAY + DAYS - 1 - 5]);
    expect([projectsMin, projectsMax]).toEqual([12, 12]);
  });

  it('distinguishes the right order from the wrong one, and counts a day without an order as 0', () => {
    const comparison = compare(panelOf(steady, DAYS), [today, turned]);
    for (const value of comparison.valuesOf('today', 'next_week')) expect(value).toBeCloseTo(1, 12);
    for (const value of comparison.valuesOf('turned', 'next_week')) expect(value).toBeCloseTo(-1, 12);
    expect(new Set(comparison.valuesOf('today', 'change'))).toEqual(new Set([0]));
  });

  // A baseline on other rows would make a score look better or worse than it is.
  it('compares all predictors on the same rows, and leaves days with few projects out', () => {
    const odd: Predictor = { id: 'odd', at: ({ id }, day) => (day % 2 === 0 && id !== 'p3' ? null : 1) };
    const { days, projectsMin } = compare(panelOf(steady, DAYS), [today, odd]);
    expect(days.every((day) => day % 2 === 1)).toBe(true);
    expect(projectsMin).toBe(12);
  });

  it('returns the values of the given days', () => {
    const comparison = compare(panelOf(steady, DAYS), [today]);
    expect(comparison.valuesOf('today', 'next_week', comparison.days.slice(2, 5))).toHaveLength(3);
  });
});
