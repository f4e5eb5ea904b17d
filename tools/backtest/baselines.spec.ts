import { type BASELINE_IDS, baselinesOf, fixedOrder, OWN_CHANGE, signalMean } from './baselines';
import type { Days } from './data/days';
import { FIRST_DAY, mentioned, panelOf } from './testing';

const values = [null, 4, 6, null, 8, 10, 12, 14];
const last = FIRST_DAY + values.length - 1;
const baseline = (id: (typeof BASELINE_IDS)[number]) => baselinesOf(panelOf([], 60)).find((each) => each.id === id)!;

describe('the baselines', () => {
  it('are the last day, and the mean of those of the last seven that are known', () => {
    expect(baseline('yesterday').at(mentioned('a', values), last)).toBe(14);
    expect(baseline('week').at(mentioned('a', values), last)).toBe(9);
  });

  it('are the mean of 28 days, and that of the days before the first scored one', () => {
    const rising = mentioned('a', [...Array(40).keys()]);
    expect(baseline('month').at(rising, FIRST_DAY + 39)).toBe(25.5);
    expect(baseline('fixed').at(rising, FIRST_DAY + 28)).toBe(13.5);
    expect(baseline('fixed').at(rising, FIRST_DAY + 39)).toBe(13.5);
  });

  it('are nothing where the day, or most of the days, are not known: that is not 0', () => {
    const empty: Days = new Map();
    expect(baseline('yesterday').at({ id: 'a', signals: {}, target: empty }, last)).toBeNull();
    expect(baseline('week').at(mentioned('a', [1, null, null, null, 2, 3, 4]), FIRST_DAY + 6)).toBeNull();
    expect(baseline('month').at(mentioned('a', Array<number>(19).fill(1)), FIRST_DAY + 18)).toBeNull();
  });
});

describe('fixedOrder', () => {
  it('predicts nothing before its days have ended', () => {
    const { at } = fixedOrder('fixed', FIRST_DAY, FIRST_DAY + 6);
    const project = mentioned('a', Array<number>(10).fill(3));
    expect([at(project, FIRST_DAY + 5), at(project, FIRST_DAY + 6)]).toEqual([null, 3]);
  });
});

describe('OWN_CHANGE', () => {
  it('is the last week less the one before', () => {
    const project = mentioned('a', [...Array<number>(7).fill(2), ...Array<number>(7).fill(5)]);
    expect(OWN_CHANGE.at(project, FIRST_DAY + 13)).toBe(3);
    expect(OWN_CHANGE.at(project, FIRST_DAY + 7)).toBeNull();
  });
});

describe('signalMean', () => {
  it('is the mean of a signal, and nothing without it', () => {
    const project = mentioned('a', values);
    expect(signalMean('reddit_authors', 7).at(project, last)).toBe(9);
    expect(signalMean('tvl_usd', 7).at(project, last)).toBeNull();
  });
});
