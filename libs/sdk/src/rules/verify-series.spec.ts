import type { HypePoint, HypeSeries, HypeSignalPoint } from '@droptrack/contracts';
import {
  type Ruleset,
  RULESET_2026_2,
  RULESETS,
  SIGNAL_IDS,
  type SignalId,
  type SignalReading,
} from '@droptrack/scoring';
import * as fc from 'fast-check';
import { gap, pointOf, seriesOf, TO_MS } from '../../test/series';
import { verifySeries } from '../index';

const HOUR_MS = 3_600_000;
const days = Array.from({ length: 28 }, (_, day) => 20 + (day % 5));
const reading = (value: number, ageHours = 0, dayValues: readonly number[] = days): SignalReading => ({
  value,
  observedAtMs: TO_MS - ageHours * HOUR_MS,
  dayValues,
});

/** Readings: fresh, stale, suspect, without momentum, and of a signal that does not apply. */
const KNOWN = {
  farcaster_authors: reading(40),
  tvl_usd: reading(
    1.2e8,
    40,
    days.map(() => 1.1e8),
  ),
  reddit_authors: reading(5e6),
  search_trend: reading(0.4, 0, []),
  governance_votes: 'not_applicable',
  calendar_proximity: reading(0.6, 0, []),
} as const;
const valid = (ruleset?: Ruleset): HypePoint => pointOf(TO_MS, KNOWN, ruleset);

/** Point that rests on no reading. */
const unmeasured = (atMs = TO_MS): HypePoint => pointOf(atMs, { calendar_proximity: 'not_applicable' });

type Part = keyof HypeSignalPoint;
/** A valid point with one changed member of a signal. */
function changed(id: SignalId, member: Part, value: unknown, ruleset?: Ruleset): HypePoint {
  const point = valid(ruleset);
  return { ...point, signals: { ...point.signals, [id]: { ...point.signals[id], [member]: value } } };
}
const faultsOf = (point: HypePoint, ruleset?: Ruleset) =>
  verifySeries(seriesOf([point], '24h', ruleset)).points.at(-1)!.faults;
const pathsOf = (point: HypePoint, ruleset: Ruleset) => faultsOf(point, ruleset).map(({ path }) => path);

describe('verifySeries', () => {
  it('accepts points that follow from the rules, and buckets without a score', () => {
    const series = seriesOf([valid()]);
    expect(Object.values(valid().signals).map(({ status }) => status)).toEqual(['ok', 'stale', 'suspect', 'ok', 'ok']);
    const verdict = verifySeries(series);
    expect(verdict).toMatchObject({ matches: true, checked: 1, gaps: 23, faults: [] });
    expect(verdict.points.at(-1)).toEqual({
      t: series.to,
      matches: true,
      score: valid().score,
      recomputed: valid().score,
      faults: [],
    });
  });

  it.each(RULESETS)('accepts every point that follows from the rules of $version', (ruleset) => {
    const value = fc.double({ min: 0, max: 1e10, noNaN: true });
    const known = fc.dictionary(
      fc.constantFrom(...SIGNAL_IDS),
      fc.oneof(
        fc.record({
          value,
          observedAtMs: fc.nat({ max: 400 }).map((hours) => TO_MS - hours * HOUR_MS),
          dayValues: fc.array(fc.option(value), { maxLength: 56 }),
        }),
        fc.constant('not_applicable' as const),
      ),
    );
    fc.assert(
      fc.property(known, (signals) => {
        const readings = { ...signals, calendar_proximity: reading(0.5, 0, []) };
        const series = seriesOf([pointOf(TO_MS, readings, ruleset)], '7d', ruleset);
        expect(verifySeries(series)).toMatchObject({ matches: true });
      }),
    );
  });

  describe.each(RULESETS)('by ruleset $version', (ruleset) => {
    it('accepts its points', () => {
      expect(verifySeries(seriesOf([valid(ruleset)], '24h', ruleset))).toMatchObject({ matches: true });
    });

    it.each<[SignalId, Part, unknown, string]>([
      ['tvl_usd', 'value', 2e8, 'level'],
      ['tvl_usd', 'mean', 1.2e8, 'mean'],
      ['farcaster_authors', 'mean', 4_000, ruleset.hype.averaging === null ? 'mean' : 'level'],
      ['farcaster_authors', 'mean', -1, 'mean'],
      ['farcaster_authors', 'level', 0.99, 'level'],
      ['farcaster_authors', 'normalized', 0.99, 'normalized'],
      ['farcaster_authors', 'contribution', 18, 'contribution'],
      ['farcaster_authors', 'weight', 0.3, 'weight'],
    ])('reports a changed %s.%s', (id, member, value, named) => {
      expect(pathsOf(changed(id, member, value, ruleset), ruleset)).toContain(`signals.${id}.${named}`);
    });

    // Beside the score, it shows only in the momentum of the point.
    it('reports a changed momentum of a signal', () => {
      const named = ruleset.hype.momentum.published ? 'momentum' : 'signals.farcaster_authors.normalized';
      expect(pathsOf(changed('farcaster_authors', 'momentum', 0.1, ruleset), ruleset)).toContain(named);
    });

    it('reports a changed score, prior and momentum', () => {
      const point = valid(ruleset);
      expect(pathsOf({ ...point, score: (point.score ?? 0) + 1 }, ruleset)).toEqual(['score']);
      expect(pathsOf({ ...point, prior: 0 }, ruleset)).toEqual(['prior']);
      expect(pathsOf({ ...point, momentum: (point.momentum ?? 0) + 1 }, ruleset)).toEqual(['momentum']);
    });
  });

  // Responses of an API from before ruleset 2026.3.
  it('accepts points of 2026.1 and 2026.2 without the members of 2026.3', () => {
    const old: Omit<HypePoint, 'momentum'> & Partial<HypePoint> = valid(RULESET_2026_2);
    delete old.momentum;
    for (const signal of Object.values<Partial<HypeSignalPoint>>(old.signals)) delete signal.mean;
    expect(faultsOf(old as HypePoint, RULESET_2026_2)).toEqual([]);
    expect(pathsOf({ ...old, score: 1 } as HypePoint, RULESET_2026_2)).toEqual(['score']);
  });

  // After a change of the ruleset, a series has points of both until its window has passed.
  it('verifies a point with its own ruleset, not with the ruleset of the series', () => {
    const before = { ...pointOf(TO_MS, KNOWN, RULESET_2026_2), t: new Date(TO_MS - HOUR_MS).toISOString() };
    expect(verifySeries(seriesOf([{ ...before, ruleset: '2026.2' }, valid()]))).toMatchObject({ matches: true });
    expect(
      verifySeries(seriesOf([before, valid()]))
        .points.map(({ matches }) => matches)
        .slice(-2),
    ).toEqual([false, true]);
  });

  it('reports a point with an unknown ruleset', () => {
    const faults = faultsOf({ ...valid(), ruleset: '2027.1' });
    expect(faults.map(({ path }) => path)).toEqual(['ruleset']);
  });

  it.each<[string, SignalId, Part, unknown, string]>([
    ['a value', 'tvl_usd', 'value', 2e8, 'level'],
    ['a value below 0', 'tvl_usd', 'value', -1, 'value'],
    ['a value that is not a number', 'tvl_usd', 'value', null, 'level'],
    ['a level', 'tvl_usd', 'level', 0.9, 'level'],
    ['a momentum out of range', 'farcaster_authors', 'momentum', 1.2, 'momentum'],
    ['a momentum of a signal without one', 'search_trend', 'momentum', 0.5, 'momentum'],
    ['a sub-score', 'farcaster_authors', 'normalized', 0.99, 'normalized'],
    ['a contribution', 'farcaster_authors', 'contribution', 18, 'contribution'],
    ['a contribution by 1e-6', 'search_trend', 'contribution', valid().signals.search_trend!.contribution + 1e-6, 'contribution'], // prettier-ignore
    ['a weight', 'farcaster_authors', 'weight', 0.3, 'weight'],
    ['a nominal instead of a rescaled weight', 'search_trend', 'weight', 0.08, 'weight'],
    ['a freshness', 'tvl_usd', 'freshness', 1, 'status'],
    ['a freshness below the minimum', 'tvl_usd', 'freshness', 0.01, 'freshness'],
    ['a suspect with weight', 'reddit_authors', 'weight', 0.1, 'status'],
    ['a suspect with status ok', 'reddit_authors', 'status', 'ok', 'weight'],
    ['a status of a missing reading', 'tvl_usd', 'status', 'missing', 'status'],
    ['a missing member', 'tvl_usd', 'normalized', undefined, 'normalized'],
  ])('reports the changed member: %s', (_, id, member, value, named) => {
    const faults = faultsOf(changed(id, member, value));
    expect(faults.map(({ path }) => path)).toContain(`signals.${id}.${named}`);
    for (const { message } of faults) expect(message).toMatch(/./);
  });

  it.each<[string, Partial<HypePoint>, string]>([
    ['a score', { score: (valid().score ?? 0) + 1 }, 'score'],
    ['a confidence', { confidence: 0.99 }, 'confidence'],
    ['a prior', { prior: 0 }, 'prior'],
    ['an unknown signal', { signals: { ...valid().signals, luck: valid().signals.tvl_usd } as never }, 'signals.luck'],
    ['a prior without a score', { ...gap(TO_MS), prior: 25 }, 'prior'],
    ['a momentum without a score', { ...gap(TO_MS), momentum: 0 }, 'momentum'],
    ['signals without a score', { ...valid(), score: null, prior: null, confidence: null }, 'signals.tvl_usd'],
    ['readings without a score', { score: null }, 'score'],
    ['the prior of a point that is not measured', { ...unmeasured(), prior: 24 }, 'prior'],
  ])('reports the change: %s', (_, over, named) => {
    expect(faultsOf({ ...valid(), ...over }).map(({ path }) => path)).toContain(named);
  });

  // A raised score requires raised inputs, down to a reading that can be looked up at its source.
  it('reports a contribution that was raised together with the score', () => {
    const point = valid();
    const raised = { ...point.signals.tvl_usd!, contribution: point.signals.tvl_usd!.contribution + 10 };
    const faults = faultsOf({ ...point, score: point.score! + 10, signals: { ...point.signals, tvl_usd: raised } });
    expect(faults.map(({ path }) => path)).toEqual(['signals.tvl_usd.contribution']);
  });

  it('reports a missing signal', () => {
    const remaining = { ...valid().signals };
    delete remaining.tvl_usd;
    expect(faultsOf({ ...valid(), signals: remaining }).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['confidence', 'prior']),
    );
  });

  it.each<[string, (series: HypeSeries) => HypeSeries, string]>([
    ['another ruleset', (series) => ({ ...series, ruleset: '2027.1' }), 'ruleset'],
    ['an unknown window', (series) => ({ ...series, window: '1y' as never }), 'window'],
    ['another interval', (series) => ({ ...series, interval: '6h' }), 'interval'],
    ['an end between boundaries', (series) => ({ ...series, to: '2026-08-22T00:30:00.000Z' }), 'to'],
    ['another start', (series) => ({ ...series, from: '2026-08-20T00:00:00.000Z' }), 'from'],
    ['a missing bucket', (series) => ({ ...series, data: series.data.filter((_, index) => index !== 4) }), 'data.4.t'],
    ['buckets in another order', (series) => ({ ...series, data: series.data.toReversed() }), 'data.0.t'],
    ['a nominal weight', (series) => ({ ...series, signals: series.signals.toReversed() }), 'signals.0'],
  ])('reports a series with %s', (_, change, named) => {
    const verdict = verifySeries(change(seriesOf([valid()])));
    expect(verdict.matches).toBe(false);
    expect(verdict.faults.map(({ path }) => path)).toContain(named);
  });

  // An API from before unmeasured scores were null returns the prior as the score.
  it.each([null, 25])('accepts the score %p of a point that rests on no reading', (score) => {
    const verdict = verifySeries(seriesOf([{ ...unmeasured(), score }]));
    expect(verdict).toMatchObject({ matches: true, gaps: score === null ? 24 : 23 });
    expect(verdict.points.at(-1)).toMatchObject({ score, recomputed: score, faults: [] });
  });

  it('reports for each point if it matches', () => {
    const series = seriesOf([unmeasured(TO_MS - HOUR_MS), valid()]);
    const wrong = {
      ...series,
      data: series.data.map((point) => (point.prior === 25 ? { ...point, score: 90 } : point)),
    };
    expect(verifySeries(wrong).points.map(({ matches }) => matches)).toEqual([
      ...Array.from({ length: 22 }, () => true),
      false,
      true,
    ]);
  });
});
