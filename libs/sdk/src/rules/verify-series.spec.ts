import type { HypePoint, HypeSeries, HypeSignalPoint } from '@droptrack/contracts';
import { RULESET_2026_2, RULESETS, SIGNAL_IDS, type SignalId, type SignalReading } from '@droptrack/scoring';
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

/** Fresh, old, suspect, without momentum, and one that the drop cannot have. */
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
const honest = (): HypePoint => pointOf(TO_MS, KNOWN);

type Part = keyof HypeSignalPoint;
/** An honest point with one member of a signal changed. */
function changed(id: SignalId, member: Part, value: unknown): HypePoint {
  const point = honest();
  return { ...point, signals: { ...point.signals, [id]: { ...point.signals[id], [member]: value } } };
}
const faultsOf = (point: HypePoint) => verifySeries(seriesOf([point])).points.at(-1)!.faults;

describe('verifySeries', () => {
  it('agrees with what the rules gave, gaps included', () => {
    const series = seriesOf([honest()]);
    expect(Object.values(honest().signals).map(({ status }) => status)).toEqual(['ok', 'stale', 'suspect', 'ok', 'ok']);
    const verdict = verifySeries(series);
    expect(verdict).toMatchObject({ matches: true, checked: 1, gaps: 23, faults: [] });
    expect(verdict.points.at(-1)).toEqual({
      t: series.to,
      matches: true,
      score: honest().score,
      recomputed: honest().score,
      faults: [],
    });
  });

  it('agrees with whatever the rules give', () => {
    const value = fc.double({ min: 0, max: 1e10, noNaN: true });
    const known = fc.dictionary(
      fc.constantFrom(...SIGNAL_IDS),
      fc.oneof(
        fc.record({
          value,
          observedAtMs: fc.nat({ max: 400 }).map((hours) => TO_MS - hours * HOUR_MS),
          dayValues: fc.array(value, { maxLength: 28 }),
        }),
        fc.constant('not_applicable' as const),
      ),
    );
    fc.assert(
      fc.property(known, (signals) => {
        const readings = { ...signals, calendar_proximity: reading(0.5, 0, []) };
        expect(verifySeries(seriesOf([pointOf(TO_MS, readings)], '7d'))).toMatchObject({ matches: true });
      }),
    );
  });

  it.each(RULESETS)('agrees with what $version gave', (ruleset) => {
    expect(verifySeries(seriesOf([pointOf(TO_MS, KNOWN, ruleset)], '24h', ruleset))).toMatchObject({ matches: true });
  });

  // After a change of rules a series has points of both for as long as its window.
  it('checks a point of other rules by its own, and refuses it by those of the series', () => {
    const before = { ...pointOf(TO_MS, KNOWN, RULESET_2026_2), t: new Date(TO_MS - HOUR_MS).toISOString() };
    expect(verifySeries(seriesOf([{ ...before, ruleset: '2026.2' }, honest()]))).toMatchObject({ matches: true });
    expect(
      verifySeries(seriesOf([before, honest()]))
        .points.map(({ matches }) => matches)
        .slice(-2),
    ).toEqual([false, true]);
  });

  it('refuses a point of rules that it does not know, and says so', () => {
    const faults = faultsOf({ ...honest(), ruleset: '2027.1' });
    expect(faults.map(({ path }) => path)).toEqual(['ruleset']);
  });

  it.each<[string, SignalId, Part, unknown, string]>([
    ['a value', 'tvl_usd', 'value', 2e8, 'level'],
    ['a value below 0', 'tvl_usd', 'value', -1, 'value'],
    ['a value that is none', 'tvl_usd', 'value', null, 'level'],
    ['a level', 'tvl_usd', 'level', 0.9, 'level'],
    ['a momentum', 'farcaster_authors', 'momentum', 0.999, 'normalized'],
    ['a momentum out of range', 'farcaster_authors', 'momentum', 1.2, 'momentum'],
    ['a momentum where there is none', 'search_trend', 'momentum', 0.5, 'momentum'],
    ['a sub-score', 'farcaster_authors', 'normalized', 0.99, 'normalized'],
    ['a contribution', 'farcaster_authors', 'contribution', 18, 'contribution'],
    ['a contribution by a hair', 'search_trend', 'contribution', honest().signals.search_trend!.contribution + 1e-6, 'contribution'], // prettier-ignore
    ['a weight', 'farcaster_authors', 'weight', 0.3, 'weight'],
    ['a nominal weight where one is rescaled', 'search_trend', 'weight', 0.08, 'weight'],
    ['a freshness', 'tvl_usd', 'freshness', 1, 'status'],
    ['a freshness below the least', 'tvl_usd', 'freshness', 0.01, 'freshness'],
    ['a suspect that counts', 'reddit_authors', 'weight', 0.1, 'status'],
    ['a suspect called ok', 'reddit_authors', 'status', 'ok', 'weight'],
    ['a status of what is not read', 'tvl_usd', 'status', 'missing', 'status'],
    ['a lost member', 'tvl_usd', 'normalized', undefined, 'normalized'],
  ])('refuses %s that was changed, and says where', (_, id, member, value, named) => {
    const faults = faultsOf(changed(id, member, value));
    expect(faults.map(({ path }) => path)).toContain(`signals.${id}.${named}`);
    for (const { message } of faults) expect(message).toMatch(/./);
  });

  it.each<[string, Partial<HypePoint>, string]>([
    ['a score', { score: (honest().score ?? 0) + 1 }, 'score'],
    ['a confidence', { confidence: 0.99 }, 'confidence'],
    ['a prior', { prior: 0 }, 'prior'],
    [
      'a signal of nobody',
      { signals: { ...honest().signals, luck: honest().signals.tvl_usd } as never },
      'signals.luck',
    ],
    ['a score over a gap', { ...gap(TO_MS), prior: 25 }, 'prior'],
    ['a gap with signals', { ...honest(), score: null, prior: null, confidence: null }, 'signals.tvl_usd'],
  ])('refuses %s that was changed', (_, over, named) => {
    expect(faultsOf({ ...honest(), ...over }).map(({ path }) => path)).toContain(named);
  });

  // Whoever lifts a score must lift what it is made of, down to a reading that others can look up.
  it('refuses a score that was lifted together with its sum', () => {
    const point = honest();
    const lifted = { ...point.signals.tvl_usd!, contribution: point.signals.tvl_usd!.contribution + 10 };
    const faults = faultsOf({ ...point, score: point.score! + 10, signals: { ...point.signals, tvl_usd: lifted } });
    expect(faults.map(({ path }) => path)).toEqual(['signals.tvl_usd.contribution']);
  });

  it('refuses a signal that was left out', () => {
    const left = { ...honest().signals };
    delete left.tvl_usd;
    expect(faultsOf({ ...honest(), signals: left }).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['confidence', 'prior']),
    );
  });

  it.each<[string, (series: HypeSeries) => HypeSeries, string]>([
    ['another ruleset', (series) => ({ ...series, ruleset: '2027.1' }), 'ruleset'],
    ['a window that is none', (series) => ({ ...series, window: '1y' as never }), 'window'],
    ['another interval', (series) => ({ ...series, interval: '6h' }), 'interval'],
    ['an end between boundaries', (series) => ({ ...series, to: '2026-08-22T00:30:00.000Z' }), 'to'],
    ['another start', (series) => ({ ...series, from: '2026-08-20T00:00:00.000Z' }), 'from'],
    ['a bucket left out', (series) => ({ ...series, data: series.data.filter((_, index) => index !== 4) }), 'data.4.t'],
    ['buckets in another order', (series) => ({ ...series, data: series.data.toReversed() }), 'data.0.t'],
    ['a nominal weight', (series) => ({ ...series, signals: series.signals.toReversed() }), 'signals.0'],
  ])('refuses a series with %s', (_, change, named) => {
    const verdict = verifySeries(change(seriesOf([honest()])));
    expect(verdict.matches).toBe(false);
    expect(verdict.faults.map(({ path }) => path)).toContain(named);
  });

  it('says which points match beside one that does not', () => {
    const series = seriesOf([pointOf(TO_MS - HOUR_MS, { calendar_proximity: 'not_applicable' }), honest()]);
    const wrong = {
      ...series,
      data: series.data.map((point) => (point.score === 25 ? { ...point, score: 90 } : point)),
    };
    expect(verifySeries(wrong).points.map(({ matches }) => matches)).toEqual([
      ...Array.from({ length: 22 }, () => true),
      false,
      true,
    ]);
  });
});
