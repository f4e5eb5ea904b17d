import fc from 'fast-check';
import { launchProbabilityBy } from './launch-probability';
import type { ByDate } from './sighting';

const dates: ByDate[] = [
  { probability: 0.2, by: '2026-12-31T23:59:59.000Z' },
  { probability: 0.8, by: '2027-12-31T23:59:59.000Z' },
];

describe('the probability of a launch by the deadline of a ladder', () => {
  it.each([
    ['the same date', '2026-12-31T23:59:59.000Z', 0.2],
    ['the first of the next month', '2027-01-01T12:00:00.000Z', 0.2],
    ['a date before the first', '2026-06-30T23:59:59.000Z', null],
    ['a date after the last', '2028-12-31T23:59:59.000Z', null],
    ['an unknown one', null, 0.8],
  ])('is, for %s, %j: %j', (_, deadline, probability) => {
    expect(launchProbabilityBy(dates, deadline)).toBe(probability);
  });

  it('is the linear mean between two dates', () => {
    expect(launchProbabilityBy(dates, '2027-07-02T11:59:59.000Z')).toBeCloseTo(0.5, 2);
  });

  it('is that of a market without a date, and null without a market', () => {
    expect(launchProbabilityBy([{ probability: 0.4, by: null }], '2027-01-01T00:00:00.000Z')).toBe(0.4);
    expect(launchProbabilityBy([], '2027-01-01T00:00:00.000Z')).toBeNull();
  });

  it('never falls as the deadline moves away, and lies within the dates', () => {
    const day = (n: number) => new Date(Date.UTC(2027, 0, 4 + n)).toISOString();
    fc.assert(
      fc.property(fc.nat(355), fc.nat(355), (a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((n) => launchProbabilityBy(dates, day(n))!);
        expect(early!).toBeLessThanOrEqual(late!);
        expect(early!).toBeGreaterThanOrEqual(0.2);
        expect(late!).toBeLessThanOrEqual(0.8);
      }),
    );
  });
});
