import { RULESETS, scoreHype } from '@droptrack/scoring';
import * as fc from 'fast-check';
import { baselinesOf, fixedOrder, OWN_CHANGE, signalMean } from './baselines';
import type { Days } from './data/days';
import { deltaOf, knownAt, type Predictor, scoreOf, without } from './predictors';
import { HALF_LIVES } from './study/choose';
import { DELTAS, MOMENTUM, SCORES } from './study/scores';
import { variantsOf, withHalfLife } from './study/variants';
import { daysOf, FIRST_DAY, mentioned, panelOf } from './testing';

const counts = (length: number) => fc.array(fc.option(fc.nat({ max: 300 })), { minLength: length, maxLength: length });

/** A project with mentions and value locked, so that all kinds of signals are read. */
function valued(values: readonly (number | null)[]) {
  const { signals, ...project } = mentioned('a', values);
  return { ...project, signals: { ...signals, tvl_usd: daysOf(values.map((value) => value && value * 1e6)) } };
}

describe('the predictors', () => {
  const PAST_DAYS = 70;
  const panel = panelOf([valued([1])], PAST_DAYS + 30);
  const all: readonly Predictor[] = [
    ...SCORES,
    ...DELTAS,
    MOMENTUM,
    OWN_CHANGE,
    ...baselinesOf(panel),
    fixedOrder('fixed at a split', FIRST_DAY, FIRST_DAY + PAST_DAYS - 5),
    signalMean('tvl_usd', 28),
    ...SCORES.map((score) => without(['reddit_authors'], score, `${score.id} without`)),
    ...HALF_LIVES.map((days) => scoreOf(withHalfLife(days), `half-life ${days}`)),
  ];

  // A backtest with later data is worthless: predictions of a day are the same whatever follows it.
  it.each(all.map((predictor) => [predictor.id, predictor] as const))(
    '%s does not depend on later days',
    (_, { at }) => {
      fc.assert(
        fc.property(counts(PAST_DAYS), counts(30), counts(30), (past, future, otherFuture) => {
          const today = FIRST_DAY + past.length - 1;
          const predicted = at(valued([...past, ...future]), today);
          expect(at(valued([...past, ...otherFuture]), today)).toEqual(predicted);
          expect(at(valued(past), today)).toEqual(predicted);
        }),
        { numRuns: 30 },
      );
    },
  );

  // The weekly means of a variant are computed for all days of the panel at once.
  it('of the variants do not depend on later days either', () => {
    fc.assert(
      fc.property(counts(PAST_DAYS), counts(30), counts(30), (past, future, otherFuture) => {
        for (const { at } of variantsOf(panel)) {
          const today = FIRST_DAY + past.length - 1;
          expect(at(valued([...past, ...otherFuture]), today)).toEqual(at(valued([...past, ...future]), today));
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe('the input of a score', () => {
  const [first] = RULESETS;
  const input = (days: Days, day: number, ruleset = first!) =>
    knownAt({ id: 'a', signals: { tvl_usd: days }, target: days }, FIRST_DAY + day, ruleset).signals;

  it.each(RULESETS.map((ruleset) => [ruleset.version, ruleset] as const))(
    'is the day itself, and the days before it that %s reads, latest first',
    (version, ruleset) => {
      const days = daysOf([null, ...Array.from({ length: 70 }, (_, day) => day + 1)]);
      const length = version >= '2026.3' ? 56 : 28;
      const { tvl_usd: reading, reddit_authors: other } = input(days, 65, ruleset);
      expect(reading).toMatchObject({
        value: 65,
        dayValues: Array.from({ length }, (_, back) => 64 - back),
        earlier: [{ value: 64 }],
      });
      expect(other).toBe('not_applicable');
    },
  );

  it('has no value for a day without a reading, or before the data', () => {
    expect(input(daysOf([3, null, 5]), 2).tvl_usd).toMatchObject({
      dayValues: [null, 3, ...Array<null>(26).fill(null)],
    });
  });

  it('is the last reading where a day has none, and it ages', () => {
    const freshness = (missing: number) => {
      const values = [...Array.from({ length: 40 }, () => 5), ...Array.from({ length: missing }, () => null)];
      const known = knownAt(mentioned('a', values), FIRST_DAY + values.length - 1, first!);
      return scoreHype(known).signals.find(({ id }) => id === 'reddit_authors')!.freshness;
    };
    expect(freshness(0)).toBe(1);
    expect(freshness(1)).toBeCloseTo(2 ** (-22 / 24), 12);
    expect(freshness(10)).toBe(0);
  });
});

describe('deltaOf', () => {
  it('is the score less that of seven days before', () => {
    const project = mentioned('a', [...Array<number>(40).fill(0), ...Array<number>(10).fill(200)]);
    const score = scoreOf(RULESETS[0]!);
    const [now, before] = [FIRST_DAY + 45, FIRST_DAY + 38];
    expect(deltaOf(score).at(project, now)).toBe(score.at(project, now)! - score.at(project, before)!);
    expect(deltaOf(score).at(project, now)).toBeGreaterThan(0);
  });
});

describe('without', () => {
  it('scores a project as if the signal did not apply to it', () => {
    const project = valued(Array.from({ length: 40 }, (_, day) => day * 7));
    const { signals, ...rest } = project;
    const score = scoreOf(RULESETS[0]!);
    const left = { ...rest, signals: { reddit_authors: signals.reddit_authors! } };
    const today = FIRST_DAY + 39;
    expect(without(['tvl_usd'], score, 'x').at(project, today)).toBe(score.at(left, today));
    expect(score.at(left, today)).not.toBe(score.at(project, today));
  });
});
