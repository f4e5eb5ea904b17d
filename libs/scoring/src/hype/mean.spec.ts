import * as fc from 'fast-check';
import { hypeRulesOf, RULESET_2026_1, RULESET_2026_2, RULESET_2026_3, scoreHype, SIGNAL_IDS } from '../index';
import type { HypeInput, SignalReading } from '../index';
import { meanOf } from './mean';
import { AT_MS, fresh, HOUR_MS, pastFor } from './testing';

const RULE = RULESET_2026_3.hype.averaging;
const DAY_MS = 24 * HOUR_MS;
const always = (value: number): number[] => Array.from({ length: 56 }, () => value);
const score = (signals: HypeInput['signals']) => scoreHype({ atMs: AT_MS, signals }, RULESET_2026_3);
const redditOf = (reading: SignalReading) =>
  score({ reddit_authors: reading }).signals.find(({ id }) => id === 'reddit_authors')!;

describe('meanOf', () => {
  it('halves the weight of a day for every 14 days of its age', () => {
    const past = Array.from({ length: 28 }, (_, index) => (index === 13 ? 10 : index === 27 ? 100 : null));
    expect(meanOf(1, 0, past, RULE)).toBeCloseTo((1 * 1 + 10 * 0.5 + 100 * 0.25) / 1.75, 12);
  });

  it('leaves days without a reading out, and counts a reading of 0', () => {
    expect(meanOf(8, 0, [null, null, null], RULE)).toBe(8);
    expect(meanOf(8, 0, [0], RULE)).toBeCloseTo(8 / (1 + 2 ** (-1 / 14)), 12);
  });

  it('ignores days before the 56 days', () => {
    expect(meanOf(8, 0, [...always(8), 1e9], RULE)).toBeCloseTo(8, 12);
  });

  it('is finite for the largest values', () => {
    expect(meanOf(Number.MAX_VALUE, 0, [Number.MAX_VALUE, Number.MAX_VALUE], RULE)).toBe(Number.MAX_VALUE);
  });

  // The latest reading is the last one of its day.
  it('weights the latest reading by the age of its day', () => {
    expect(meanOf(8, 2, [null, 8, 4], RULE)).toBe(meanOf(8, 2, [null, null, 4], RULE));
    expect(meanOf(8, 14, [...Array<null>(13).fill(null), 8, ...Array<null>(13).fill(null), 2], RULE)).toBeCloseTo(
      6,
      12,
    );
  });

  it('lies between the lowest and the highest day, and rises with every day', () => {
    const value = fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(value, fc.nat({ max: 60 }), fc.array(fc.option(value), { maxLength: 60 }), (latest, age, past) => {
        const mean = meanOf(latest, age, past, RULE);
        const known = [latest, ...past.filter((each) => each !== null)];
        expect(mean).toBeGreaterThanOrEqual(Math.min(...known) * (1 - 1e-12));
        expect(mean).toBeLessThanOrEqual(Math.max(...known) * (1 + 1e-12));
        const more = past.map((each) => each && each + 1);
        expect(meanOf(latest + 1, age, more, RULE)).toBeGreaterThanOrEqual(mean * (1 - 1e-12));
      }),
    );
  });
});

describe('RULESET_2026_3', () => {
  it('is 2026.1 with means of counts and momentum beside the score, and nothing else', () => {
    const { hype } = RULESET_2026_1;
    expect({ ...RULESET_2026_3.hype }).toEqual({
      ...hype,
      averaging: { halfLifeDays: 14, days: 56 },
      momentum: { ...hype.momentum, share: 0, published: true },
    });
    expect(hypeRulesOf('2026.3')).toBe(RULESET_2026_3.hype);
  });

  it('averages the six counts, and no value', () => {
    const signals = Object.fromEntries(SIGNAL_IDS.map((id) => [id, fresh(0.5, always(0.25))]));
    const averaged = score(signals).signals.filter(({ mean }) => mean !== null);
    expect(averaged.map(({ id }) => id)).toEqual([
      'farcaster_authors',
      'active_wallets',
      'reddit_authors',
      'news_articles',
      'dev_committers',
      'governance_votes',
    ]);
  });

  it('takes the level of a count from its mean, as its whole sub-score', () => {
    const part = redditOf(fresh(400, always(20)));
    expect(part.mean).toBeGreaterThan(20);
    expect(part.level).toBeCloseTo(Math.log1p(part.mean!) / Math.log1p(500), 12);
    expect(part.normalized).toBe(part.level);
    expect(part.momentum).toBeGreaterThan(0.99);
  });

  it('scores 0 for a drop whose ten signals are and always were 0', () => {
    const signals = Object.fromEntries(SIGNAL_IDS.map((id) => [id, fresh(0, always(0))]));
    expect(score(signals)).toMatchObject({ score: 0, confidence: 1, momentum: 0 });
  });

  // The day of the instant has 5 % of the weights of 57 days.
  it('moves by less than a tenth of the weight when a usual count rises by half for a day', () => {
    const usual = score({ reddit_authors: fresh(20, always(20)) });
    const spike = score({ reddit_authors: fresh(30, always(20)) });
    expect(spike.exact - usual.exact).toBeGreaterThan(0);
    expect(spike.exact - usual.exact).toBeLessThan(0.1 * 100 * 0.1);
  });

  describe('momentum', () => {
    it('is the weighted mean over the signals that have a past', () => {
      const { momentum, signals } = score({
        reddit_authors: fresh(40, pastFor(40, 0.4)),
        tvl_usd: fresh(1e8, pastFor(1e8, -2)),
        market_probability: fresh(0.9),
      });
      const [tvl, reddit] = signals.filter((each) => each.momentum !== null);
      expect(momentum).toBe(
        Math.round((100 * (0.15 * (2 * tvl!.momentum! - 1) + 0.1 * (2 * reddit!.momentum! - 1))) / 0.25),
      );
      expect(momentum).toBeLessThan(0);
    });

    it.each([
      ['rises', 2, 95],
      ['falls', -2, -95],
      ['is as usual', 0, 0],
    ])('has the sign of the change: a signal that %s', (_, z, momentum) => {
      expect(score({ tvl_usd: fresh(1e8, pastFor(1e8, z)) }).momentum).toBe(momentum);
    });

    it('is null without a past, and for a suspect signal alone', () => {
      expect(score({ tvl_usd: fresh(1e8) }).momentum).toBeNull();
      expect(score({}).momentum).toBeNull();
      expect(score({ reddit_authors: fresh(500, always(1)) })).toMatchObject({ confidence: 0, momentum: null });
    });

    it.each([RULESET_2026_1, RULESET_2026_2])('is null by $version, of whose score it is a part', (ruleset) => {
      expect(scoreHype({ atMs: AT_MS, signals: { tvl_usd: fresh(1e8, always(1e7)) } }, ruleset).momentum).toBeNull();
    });
  });

  it('does not depend on the hour of the latest reading', () => {
    const evening = AT_MS - (AT_MS % DAY_MS) - HOUR_MS;
    const morning = AT_MS - (AT_MS % DAY_MS) - 20 * HOUR_MS;
    const meanAt = (observedAtMs: number) => redditOf({ value: 8, observedAtMs, dayValues: [8, 4] }).mean;
    expect(meanAt(evening)).toBe(meanAt(morning));
  });
});

describe.each([RULESET_2026_1, RULESET_2026_2])('ruleset $version', (ruleset) => {
  // Scores of these rulesets are published.
  it('compares with 28 days in any order, and has no mean', () => {
    const value = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, fc.array(value, { minLength: 28, maxLength: 28 }), fc.array(value), (latest, past, older) => {
        const known = scoreHype({ atMs: AT_MS, signals: { reddit_authors: fresh(latest, past) } }, ruleset);
        const days = [...past.toReversed(), ...older];
        expect(scoreHype({ atMs: AT_MS, signals: { reddit_authors: fresh(latest, days) } }, ruleset)).toEqual(known);
        expect(known.signals.every(({ mean }) => mean === null)).toBe(true);
      }),
    );
  });
});
