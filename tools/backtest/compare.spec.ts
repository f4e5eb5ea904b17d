import { compare, dailyOf, differenceOf, intervalOfEstimate, type Measure } from './compare';
import type { Outcome } from './outcomes';
import { outcomesOf } from './outcomes';
import type { Predictor } from './predictors';
import { rowsOf, WARM_UP_DAYS } from './rows';
import { daysOf, FIRST_DAY, mentioned, panelOf } from './testing';

const DAYS = 50;
/** Projects with different constant values. */
const steady = Array.from({ length: 12 }, (_, place) => mentioned(`p${place}`, Array<number>(DAYS).fill(place)));
const today: Predictor = { id: 'today', at: ({ target }, day) => target.get(day) ?? null };
const turned: Predictor = { id: 'turned', at: ({ target }, day) => -(target.get(day) ?? 0) };
/** The right order but for the first two projects. */
const nearly: Predictor = {
  id: 'nearly',
  at: ({ id, target }, day) => (id === 'p0' ? 1.5 : (target.get(day) ?? null)),
};
const measure = (predictor: string, outcome: Outcome = 'next_week'): Measure => ({ predictor, outcome });

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

describe('rowsOf', () => {
  it('has each day from the first with a full past to the last with a full week after it', () => {
    const rows = rowsOf(panelOf(steady, DAYS), [today]);
    expect([rows[0]?.day, rows.at(-1)?.day]).toEqual([FIRST_DAY + WARM_UP_DAYS, FIRST_DAY + DAYS - 1 - 5]);
    expect(rows.every(({ projects }) => projects.length === 12)).toBe(true);
  });

  // A baseline on other rows would make a score look better or worse than it is.
  it('has the same rows for all predictors, and leaves days with few projects out', () => {
    const odd: Predictor = { id: 'odd', at: ({ id }, day) => (day % 2 === 0 && id !== 'p3' ? null : 1) };
    const rows = rowsOf(panelOf(steady, DAYS), [today, odd]);
    expect(rows.every(({ day, projects }) => day % 2 === 1 && projects.length === 12)).toBe(true);
  });
});

describe('compare', () => {
  it('distinguishes the right order from the wrong one, and counts a day without an order as 0', () => {
    const rows = rowsOf(panelOf(steady, DAYS), [today, turned]);
    for (const value of dailyOf(rows, measure('today'))) expect(value).toBeCloseTo(1, 12);
    for (const value of dailyOf(rows, measure('turned'))) expect(value).toBeCloseTo(-1, 12);
    expect(new Set(dailyOf(rows, measure('today', 'change')))).toEqual(new Set([0]));
  });

  it('estimates the mean over days, with an interval that contains it', () => {
    const { estimate, daily } = compare(panelOf(steady, DAYS), [nearly], [measure('nearly')]);
    const { mean, low, high } = intervalOfEstimate(estimate(measure('nearly')));
    expect(mean).toBeCloseTo(daily(measure('nearly'))[0] ?? NaN, 12);
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
  });

  // The days of these projects are all the same: days alone would give an interval of no width.
  it('resamples projects as well as days', () => {
    const { estimate, daily } = compare(panelOf(steady, DAYS), [nearly], [measure('nearly')]);
    expect(new Set(daily(measure('nearly'))).size).toBe(1);
    expect(intervalOfEstimate(estimate(measure('nearly'))).error).toBeGreaterThan(0.001);
  });

  it('compares two predictors in the same resamples', () => {
    const { estimate } = compare(panelOf(steady, DAYS), [nearly, turned], [measure('nearly'), measure('turned')]);
    const same = intervalOfEstimate(differenceOf(estimate(measure('nearly')), estimate(measure('nearly'))));
    expect(same).toEqual({ mean: 0, error: 0, low: 0, high: 0 });
    const { low } = intervalOfEstimate(differenceOf(estimate(measure('nearly')), estimate(measure('turned'))));
    expect(low).toBeGreaterThan(1.5);
  });

  it('counts a predictor as 0 where the one that is held constant determines it', () => {
    const given: Measure = { predictor: 'turned', outcome: 'next_week', given: ['today'] };
    const { estimate } = compare(panelOf(steady, DAYS), [today, turned], [given]);
    expect(estimate(given).mean).toBe(0);
  });

  it('rejects a measure that was not compared', () => {
    const { estimate } = compare(panelOf(steady, DAYS), [today], [measure('today')]);
    expect(() => estimate(measure('today', 'ratio'))).toThrow(RangeError);
  });
});
