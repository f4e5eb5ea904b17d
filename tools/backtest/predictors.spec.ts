import { RULESETS, scoreHype } from '@droptrack/scoring';
import * as fc from 'fast-check';
import type { Days } from './data/days';
import { BASELINES, knownAt, scoreOf } from './predictors';
import { daysOf, FIRST_DAY, mentioned } from './testing';

const counts = (length: number) => fc.array(fc.option(fc.nat({ max: 300 })), { minLength: length, maxLength: length });

describe('the input of predictors', () => {
  // A backtest with later data is worthless: predictions of a day are the same whatever follows it.
  it('contains nothing later than the end of the day', () => {
    const predictors = [...RULESETS.map((ruleset) => scoreOf(ruleset)), ...BASELINES];
    fc.assert(
      fc.property(counts(60), counts(30), counts(30), (past, future, otherFuture) => {
        const today = FIRST_DAY + past.length - 1;
        for (const { at } of predictors) {
          const predicted = at(mentioned('a', [...past, ...future]), today);
          expect(at(mentioned('a', [...past, ...otherFuture]), today)).toEqual(predicted);
          expect(at(mentioned('a', past), today)).toEqual(predicted);
        }
      }),
    );
  });

  it('contains the day itself, and the 28 days before it for comparison', () => {
    const [ruleset] = RULESETS;
    const days = daysOf(Array.from({ length: 40 }, (_, day) => day));
    const { signals } = knownAt({ id: 'a', signals: { tvl_usd: days }, target: days }, FIRST_DAY + 35, ruleset!);
    expect(signals.tvl_usd).toMatchObject({
      value: 35,
      dayValues: Array.from({ length: 28 }, (_, back) => 34 - back),
      earlier: [{ value: 34 }],
    });
    expect(signals.reddit_authors).toBe('not_applicable');
  });

  it('is the last reading where a day has none, and it ages', () => {
    const freshness = (missing: number) => {
      const values = [...Array.from({ length: 40 }, () => 5), ...Array.from({ length: missing }, () => null)];
      const input = knownAt(mentioned('a', values), FIRST_DAY + values.length - 1, RULESETS[0]!);
      return scoreHype(input).signals.find(({ id }) => id === 'reddit_authors')!.freshness;
    };
    expect(freshness(0)).toBe(1);
    expect(freshness(1)).toBeCloseTo(2 ** (-22 / 24), 12);
    expect(freshness(10)).toBe(0);
  });
});

describe('the baselines', () => {
  const values = [null, 4, 6, null, 8, 10, 12, 14];
  const [yesterday, week] = BASELINES;
  const last = FIRST_DAY + values.length - 1;

  it('are the last day, and the mean of those of the last seven that are known', () => {
    expect(yesterday!.at(mentioned('a', values), last)).toBe(14);
    expect(week!.at(mentioned('a', values), last)).toBe(9);
  });

  it('say nothing where the day, or most of the week, is not known: that is not 0', () => {
    const empty: Days = new Map();
    expect(yesterday!.at({ id: 'a', signals: {}, target: empty }, last)).toBeNull();
    expect(week!.at(mentioned('a', [1, null, null, null, 2, 3, 4]), FIRST_DAY + 6)).toBeNull();
  });
});
