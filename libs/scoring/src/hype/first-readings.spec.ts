import * as fc from 'fast-check';
import { hypeRulesOf, RULESET_2026_3, RULESET_2026_4, scoreHype, type HypeInput, type SignalId } from '../index';
import { meanOf } from './mean';
import { AT_MS, fresh, HOUR_MS, pastFor } from './testing';

const RULE = RULESET_2026_4.hype.averaging;
const always = (value: number, days = 56): number[] => Array.from({ length: days }, () => value);
const nulls = (days: number): null[] => Array.from({ length: days }, () => null);
const score = (signals: HypeInput['signals'], ruleset = RULESET_2026_4) => scoreHype({ atMs: AT_MS, signals }, ruleset);
const statusOf = (id: SignalId, signals: HypeInput['signals']) =>
  score(signals).signals.find((each) => each.id === id)!.status;

describe('RULESET_2026_4', () => {
  it('is 2026.3 with days of 0 and a rule of the first day, and no other hype', () => {
    const { suspect, ...hype } = RULESET_2026_4.hype;
    expect({ ...hype, suspect: { ...suspect, firstDay: undefined } }).toEqual({
      ...RULESET_2026_3.hype,
      averaging: { halfLifeDays: 14, days: 56, zeroDaysBefore: 7 },
    });
    expect(hypeRulesOf('2026.4')).toBe(RULESET_2026_4.hype);
  });
});

describe('the days of 0', () => {
  it('are the seven days before the first one with a reading', () => {
    expect(meanOf(8, 0, [], RULE)).toBeCloseTo(meanOf(8, 0, always(0, 7), RULESET_2026_3.hype.averaging), 12);
    expect(meanOf(8, 0, [4, null, 2], RULE)).toBeCloseTo(
      meanOf(8, 0, [4, null, 2, ...always(0, 7)], RULESET_2026_3.hype.averaging),
      12,
    );
  });

  it('are before an older latest reading too', () => {
    const expected = meanOf(8, 3, [null, null, 8, ...always(0, 7)], RULESET_2026_3.hype.averaging);
    expect(meanOf(8, 3, [null, null, 8], RULE)).toBeCloseTo(expected, 12);
    expect(meanOf(8, 3, [], RULE)).toBeCloseTo(expected, 12);
  });

  it('leave the window as it moves on: with 56 days of readings there are none', () => {
    for (const days of [50, 53, 55])
      expect(meanOf(8, 0, always(8, days), RULE)).toBeCloseTo(
        meanOf(8, 0, [...always(8, days), ...always(0, 7)], RULESET_2026_3.hype.averaging),
        12,
      );
    expect(meanOf(8, 0, always(8, 56), RULE)).toBe(8);
    expect(meanOf(8, 0, [...nulls(55), 8], RULE)).toBe(8);
    expect(meanOf(8, 60, [], RULE)).toBe(8);
  });

  it('never raise a score', () => {
    const value = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, fc.array(fc.option(value), { maxLength: 60 }), (latest, past) => {
        const signals = { news_articles: { value: latest, observedAtMs: AT_MS, dayValues: past } };
        expect(score(signals).exact).toBeLessThanOrEqual(score(signals, RULESET_2026_3 as never).exact + 1e-9);
      }),
    );
  });
});

describe('on the first day', () => {
  // Level 0.68 of 1; 1.8 M USD have level 0.32, 2.5 M 0.35.
  const loud = fresh(175);

  it('a signal that costs nothing to forge is suspect above half of its scale', () => {
    expect(statusOf('farcaster_authors', { farcaster_authors: loud })).toBe('suspect');
    expect(statusOf('farcaster_authors', { farcaster_authors: fresh(43) })).toBe('ok');
    expect(score({ farcaster_authors: loud })).toMatchObject({ exact: 25, confidence: 0 });
  });

  it('other forged signals do not confirm it', () => {
    const forged = { farcaster_authors: loud, reddit_authors: fresh(500), dev_committers: fresh(30) };
    expect(score({ ...forged, governance_votes: fresh(20_000) }).exact).toBe(25);
  });

  it('a signal that costs something confirms it, from half of its level', () => {
    expect(statusOf('farcaster_authors', { farcaster_authors: loud, tvl_usd: fresh(1.8e6) })).toBe('suspect');
    expect(statusOf('farcaster_authors', { farcaster_authors: loud, tvl_usd: fresh(2.5e6) })).toBe('ok');
    expect(statusOf('farcaster_authors', { farcaster_authors: loud, news_articles: fresh(3) })).toBe('ok');
  });

  it('the next event confirms nothing, and a reading that is too old neither', () => {
    const old = { ...fresh(1e9), observedAtMs: AT_MS - 2_000 * HOUR_MS };
    expect(statusOf('farcaster_authors', { farcaster_authors: loud, calendar_proximity: fresh(1) })).toBe('suspect');
    expect(statusOf('farcaster_authors', { farcaster_authors: loud, tvl_usd: old })).toBe('suspect');
  });

  it('signals that cost something are never suspect', () => {
    const costly = { tvl_usd: fresh(1e9), active_wallets: fresh(1e5), news_articles: fresh(40) };
    expect(score(costly).signals.some(({ status }) => status === 'suspect')).toBe(false);
  });

  it('ends after 24 hours above that level', () => {
    const lasting = (hours: number) => ({
      ...loud,
      earlier: Array.from({ length: hours }, (_, hour) => ({ value: 175, observedAtMs: AT_MS - (hour + 1) * HOUR_MS })),
    });
    expect(statusOf('farcaster_authors', { farcaster_authors: lasting(23) })).toBe('suspect');
    expect(statusOf('farcaster_authors', { farcaster_authors: lasting(24) })).toBe('ok');
  });

  it('does not apply to a signal with a baseline, whose own past decides', () => {
    expect(statusOf('farcaster_authors', { farcaster_authors: fresh(175, pastFor(175, 1)) })).toBe('ok');
  });
});
