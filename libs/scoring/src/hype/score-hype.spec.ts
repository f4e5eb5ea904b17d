import {
  InvalidInputError,
  RULESET_2026_1,
  RULESET_2026_2,
  RULESETS,
  scoreHype,
  SIGNAL_IDS,
  type SignalReading,
} from '../index';
import { AT_MS, fresh, HOUR_MS, pastFor } from './testing';

const part = (score: ReturnType<typeof scoreHype>, id: string) => score.signals.find((each) => each.id === id)!;

/** Check vector of docs/scoring.md, Hype. */
const VECTOR = {
  farcaster_authors: fresh(250, pastFor(250, 1.5)),
  reddit_authors: fresh(40, pastFor(40, 0.4)),
  news_articles: fresh(6, pastFor(6, 2)),
  tvl_usd: fresh(1.2e8, pastFor(1.2e8, 0.3)),
  active_wallets: fresh(18_000, pastFor(18_000, 0.9)),
  dev_committers: fresh(9, pastFor(9, -0.5)),
  market_probability: fresh(0.64),
  calendar_proximity: fresh(2 ** (-5 / 7)),
};

/** Requirements of every ruleset (docs/scoring.md, Hype). */
describe.each(RULESETS)('ruleset $version', (ruleset) => {
  const { signals } = ruleset.hype;
  const always = Array.from({ length: 28 }, () => 0);

  it('has the ten signals in order, with weights that sum to 1', () => {
    expect(signals.map(({ id }) => id)).toEqual(SIGNAL_IDS);
    expect(signals.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  it('has no source above 0.18, and 0.36 for signals that cost money to fake', () => {
    const weightOf = (sources: readonly string[]) =>
      signals.reduce((sum, { source, weight }) => sum + (sources.includes(source) ? weight : 0), 0);
    for (const { source } of signals) expect(weightOf([source])).toBeLessThanOrEqual(0.18);
    expect(weightOf(['defillama', 'evm', 'polymarket'])).toBeCloseTo(0.36, 12);
  });

  it('scores 25 without confidence for no readings, and 24 for only an empty calendar', () => {
    expect(scoreHype({ atMs: AT_MS, signals: {} }, ruleset)).toMatchObject({ score: 25, confidence: 0, prior: 25 });
    expect(scoreHype({ atMs: AT_MS, signals: { calendar_proximity: fresh(0) } }, ruleset).score).toBe(24);
  });

  // A single loud signal must not top the list.
  it('scores one saturated signal with at most its weight and the prior', () => {
    const lasting = Array.from({ length: 56 }, () => 5_000);
    const { share } = ruleset.hype.momentum;
    const alone = { farcaster_authors: share === 0 ? fresh(5_000, lasting) : fresh(5_000) };
    expect(scoreHype({ atMs: AT_MS, signals: alone }, ruleset).exact).toBeCloseTo(38.5, 12);
    const { exact } = scoreHype({ atMs: AT_MS, signals: { farcaster_authors: fresh(5_000) } }, ruleset);
    expect(exact).toBeCloseTo('firstDay' in ruleset.hype.suspect ? 25 : 38.5, 12);
  });

  it('does not mark a single 1 after 28 days of 0 as suspect', () => {
    const known = { reddit_authors: fresh(1, always) };
    expect(part(scoreHype({ atMs: AT_MS, signals: known }, ruleset), 'reddit_authors').status).toBe('ok');
  });

  // A drop must not gain by hiding its sources.
  it('scores a drop whose ten signals are and always were 0 below one without readings', () => {
    const known = Object.fromEntries(SIGNAL_IDS.map((id) => [id, fresh(0, always)]));
    expect(scoreHype({ atMs: AT_MS, signals: known }, ruleset).score).toBeLessThan(25);
  });
});

describe('RULESET_2026_2', () => {
  it('is 2026.1 with half the momentum, and nothing else', () => {
    const { momentum } = RULESET_2026_1.hype;
    expect(RULESET_2026_2).toEqual({
      ...RULESET_2026_1,
      version: '2026.2',
      hype: { ...RULESET_2026_1.hype, momentum: { ...momentum, share: momentum.share / 2 } },
    });
  });

  // Computed by hand from the levels of the check vector, with shares of 0.8 for level and 0.2 for momentum.
  it('scores the check vector with its own share', () => {
    const score = scoreHype({ atMs: AT_MS, signals: VECTOR }, RULESET_2026_2);
    expect(part(score, 'farcaster_authors').normalized).toBeCloseTo(0.8 * 0.7269 + 0.2 * 0.9332, 4);
    expect(score).toMatchObject({ ruleset: '2026.2', score: 64 });
  });

  it('scores 8 for a drop whose ten signals are and always were 0', () => {
    const always = Array.from({ length: 28 }, () => 0);
    const known = Object.fromEntries(SIGNAL_IDS.map((id) => [id, fresh(0, always)]));
    expect(scoreHype({ atMs: AT_MS, signals: known }, RULESET_2026_2).score).toBe(8);
  });
});

describe('scoreHype', () => {
  describe('check vector of 2026.1', () => {
    const score = scoreHype({ atMs: AT_MS, signals: VECTOR }, RULESET_2026_1);

    it.each([
      ['farcaster_authors', 0.7269, 0.8094, 14.569],
      ['reddit_authors', 0.5974, 0.6206, 6.206],
      ['news_articles', 0.524, 0.7053, 7.053],
      ['tvl_usd', 0.7699, 0.7091, 10.636],
      ['active_wallets', 0.8139, 0.8147, 11.406],
      ['dev_committers', 0.6705, 0.5257, 3.68],
      ['market_probability', 0.64, 0.64, 4.48],
      ['calendar_proximity', 0.6095, 0.6095, 3.048],
    ])('computes for %s level %p, sub-score %p, %p points', (id, level, normalized, contribution) => {
      const signal = part(score, id);
      expect(signal.level).toBeCloseTo(level, 4);
      expect(signal.normalized).toBeCloseTo(normalized, 4);
      expect(signal.contribution).toBeCloseTo(contribution, 3);
    });

    it('scores 65, with confidence 0.86 and prior 3.5', () => {
      expect(score).toMatchObject({ ruleset: '2026.1', score: 65 });
      expect(score.exact).toBeCloseTo(64.578, 3);
      expect(score.confidence).toBeCloseTo(0.86, 12);
      expect(score.prior).toBeCloseTo(3.5, 12);
    });
  });

  // The rounded weights of these three signals sum to more than 1, which would make the prior negative.
  it('limits the confidence to 1', () => {
    const has = (id: string) => ['active_wallets', 'dev_committers', 'calendar_proximity'].includes(id);
    const signals = Object.fromEntries(SIGNAL_IDS.map((id) => [id, has(id) ? fresh(1) : ('not_applicable' as const)]));
    expect(scoreHype({ atMs: AT_MS, signals })).toMatchObject({ confidence: 1, prior: 0 });
  });

  it('scores 16 by 2026.1 for a drop whose ten signals are and always were 0', () => {
    const always = Array.from({ length: 28 }, () => 0);
    const signals = Object.fromEntries(SIGNAL_IDS.map((id) => [id, fresh(0, always)]));
    expect(scoreHype({ atMs: AT_MS, signals }, RULESET_2026_1).score).toBe(16);
  });

  it('removes signals that the drop cannot have, and rescales the others', () => {
    const signals = { tvl_usd: 'not_applicable', active_wallets: 'not_applicable', search_trend: fresh(1) } as const;
    const score = scoreHype({ atMs: AT_MS, signals });
    expect(part(score, 'tvl_usd')).toMatchObject({ status: 'not_applicable', weight: 0 });
    expect(part(score, 'search_trend').weight).toBeCloseTo(0.08 / 0.71, 12);
    expect(score.confidence).toBeCloseTo(0.08 / 0.71, 12);
  });

  it('scores 25 for a drop that cannot have any signal', () => {
    const signals = Object.fromEntries(SIGNAL_IDS.map((id) => [id, 'not_applicable' as const]));
    expect(scoreHype({ atMs: AT_MS, signals })).toMatchObject({ score: 25, confidence: 0 });
  });

  describe('freshness', () => {
    const aged = (hours: number): SignalReading => ({ ...fresh(20), observedAtMs: AT_MS - hours * HOUR_MS });
    const at = (hours: number) =>
      part(scoreHype({ atMs: AT_MS, signals: { farcaster_authors: aged(hours) } }), 'farcaster_authors');

    it('is 1 for two hours, then halves every 24', () => {
      expect(at(2)).toMatchObject({ status: 'ok', freshness: 1 });
      expect(at(26)).toMatchObject({ status: 'stale', freshness: 0.5 });
    });

    it('makes a signal missing below 0.1', () => {
      const hoursToTenth = 2 + 24 * Math.log2(10);
      expect(at(hoursToTenth - 0.01).status).toBe('stale');
      expect(at(hoursToTenth + 0.01)).toMatchObject({ status: 'missing', value: null, contribution: 0 });
    });

    it('does not apply to the calendar, which is computed at the scored instant', () => {
      const signals = { calendar_proximity: { ...fresh(0.5), observedAtMs: AT_MS - 9_000 * HOUR_MS } };
      expect(part(scoreHype({ atMs: AT_MS, signals }), 'calendar_proximity').status).toBe('ok');
    });
  });

  it('has no momentum with fewer than seven days', () => {
    const days = (count: number) => ({ tvl_usd: fresh(1e6, pastFor(1e6, 1).slice(0, count)) });
    const young = part(scoreHype({ atMs: AT_MS, signals: days(6) }), 'tvl_usd');
    expect(young).toMatchObject({ momentum: null, z: null, normalized: young.level });
    expect(part(scoreHype({ atMs: AT_MS, signals: days(7) }), 'tvl_usd').momentum).not.toBeNull();
  });

  describe('rejects', () => {
    it.each([NaN, Infinity, -1])('the value %p', (value) => {
      expect(() => scoreHype({ atMs: AT_MS, signals: { tvl_usd: fresh(value) } })).toThrow(InvalidInputError);
      expect(() => scoreHype({ atMs: AT_MS, signals: { tvl_usd: fresh(1, [value]) } })).toThrow(InvalidInputError);
    });

    // A score depends only on the readings known at its instant.
    it('a reading observed after the instant', () => {
      const signals = { tvl_usd: { ...fresh(1), observedAtMs: AT_MS + 1 } };
      expect(() => scoreHype({ atMs: AT_MS, signals })).toThrow(InvalidInputError);
    });

    it('an instant that is not finite', () => {
      expect(() => scoreHype({ atMs: NaN, signals: {} })).toThrow(InvalidInputError);
    });
  });
});
