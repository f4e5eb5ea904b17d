import { type SignalReading } from '@droptrack/scoring';
import { gap, pointOf, seriesOf, TO_MS } from '../../test/series';
import { explainScore } from '../index';

const HOUR_MS = 3_600_000;
const usual = (value: number): readonly number[] => Array.from({ length: 28 }, () => value);
const reading = (value: number, dayValues: readonly number[] = [], ageHours = 0): SignalReading => ({
  value,
  observedAtMs: TO_MS - ageHours * HOUR_MS,
  dayValues,
});

const point = pointOf(TO_MS, {
  farcaster_authors: reading(250, usual(170)),
  tvl_usd: reading(1.2e8, usual(1.2e8), 180),
  reddit_authors: reading(500, usual(1)),
  search_trend: reading(0, []),
  market_probability: 'not_applicable',
  calendar_proximity: reading(0.5),
});

describe('explainScore', () => {
  it('describes the contribution of each signal, largest first, and the signals without a reading', () => {
    const breakdown = explainScore(point)!;
    expect(breakdown.text.split('\n')).toEqual([
      '2026-08-22T00:00:00.000Z: 36 of 100',
      ' +12.9  Farcaster authors: 250 (unique authors / 24 h), on average 160.4, above its usual, counts 66.9 % of its weight of 19.4 %.',
      '  +6.2  Value locked: 120,000,000 (USD), about its usual, counts 77 % of its weight of 16.1 %, 50 % for its age.',
      '  +2.7  Next event: 0.5 (1 at the next event, half every 7 d before it), counts 50 % of its weight of 5.4 %.',
      '  +0.0  Reddit authors: 500 (unique authors / 24 h), suspect: a jump that no other source confirms counts as missing.',
      '  +0.0  Search trend: 0 (1 at rank 1, 0 when not in the list), counts 0 % of its weight of 8.6 %.',
      ' +14.7  Prior: 58.6 % of the weight has no fresh reading and counts as 25 of 100.',
      'No reading, or not applicable: Active wallets, News articles, Developers, Prediction market, Governance votes.',
    ]);
    expect(breakdown.parts.map(({ id }) => id).slice(0, 2)).toEqual(['farcaster_authors', 'tvl_usd']);
  });

  it('has no score while only the calendar or a suspect signal is known', () => {
    const signals = { calendar_proximity: reading(0.5), reddit_authors: reading(500, usual(1)) };
    const unmeasured = pointOf(TO_MS, signals);
    const sentence = 'not measured, as no source has a reading';
    expect(explainScore(unmeasured)).toMatchObject({ score: null, exact: null });
    expect(explainScore(unmeasured)!.text.split('\n')[0]).toBe(`2026-08-22T00:00:00.000Z: ${sentence}`);
    expect(explainScore(unmeasured)!.parts.map(({ id }) => id)).toEqual(['calendar_proximity', 'reddit_authors']);
    expect(explainScore(point)!.text).not.toContain(sentence);
    expect(explainScore(seriesOf([point, unmeasured]))?.t).toBe(point.t);
    expect(explainScore(seriesOf([unmeasured]))).toBeNull();
  });

  it('returns contributions and a prior that add up to the score before rounding', () => {
    const { parts, prior, exact, score } = explainScore(point)!;
    expect(parts.reduce((sum, { contribution }) => sum + contribution, prior)).toBeCloseTo(exact!, 9);
    expect(Math.round(exact!)).toBe(score);
  });

  it('explains the last point of a series with a score', () => {
    const later = { ...seriesOf([point]), data: [...seriesOf([point]).data, gap(TO_MS + HOUR_MS)] };
    expect(explainScore(later)).toEqual(explainScore(point));
  });

  it('returns null for a point without a score', () => {
    expect(explainScore(gap(TO_MS))).toBeNull();
    expect(explainScore(seriesOf([]))).toBeNull();
  });

  // A newer API may have signals that this version of the package does not know.
  it('uses the id of an unknown signal as its name', () => {
    const luck = { ...point.signals.tvl_usd!, contribution: 99 };
    const breakdown = explainScore({ ...point, signals: { ...point.signals, luck } as never })!;
    expect(breakdown.parts[0]).toMatchObject({
      id: 'luck',
      name: 'luck',
      text: expect.stringMatching(/^120,000,000, about/),
    });
  });
});
