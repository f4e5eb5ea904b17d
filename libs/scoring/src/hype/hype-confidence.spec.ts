import { calendarProximity, hypeConfidence, RULESETS, scoreHype, type SignalReading } from '../index';

const AT_MS = Date.UTC(2026, 7, 22, 10);
const HOUR_MS = 3_600_000;
const read = (value: number, hoursAgo = 0): SignalReading => ({
  value,
  observedAtMs: AT_MS - hoursAgo * HOUR_MS,
  dayValues: [],
});
const calendar_proximity = read(calendarProximity([AT_MS + HOUR_MS], AT_MS));

describe.each(RULESETS)('hypeConfidence, ruleset $version', (ruleset) => {
  const scoreOf = (signals: Record<string, SignalReading>) => scoreHype({ atMs: AT_MS, signals }, ruleset);

  it('is 0 without a polled reading, also with an event in the calendar', () => {
    expect(hypeConfidence(scoreOf({}))).toBe(0);
    const scheduled = scoreOf({ calendar_proximity });
    expect(scheduled.confidence).toBeCloseTo(0.05, 12);
    expect(hypeConfidence(scheduled)).toBe(0);
  });

  it('is the confidence of the score with one, also if it is stale or 0', () => {
    for (const reading of [read(0), read(12), read(12, 20)]) {
      const score = scoreOf({ calendar_proximity, reddit_authors: reading });
      expect(score.confidence).toBeGreaterThan(0.05);
      expect(hypeConfidence(score)).toBe(score.confidence);
    }
  });

  // Below the minimum freshness, and during an unconfirmed jump, a reading does not count.
  it('is 0 while the only reading is missing or suspect', () => {
    expect(hypeConfidence(scoreOf({ calendar_proximity, reddit_authors: read(12, 1_000) }))).toBe(0);
    const jump = { ...read(400), dayValues: Array.from({ length: 28 }, () => 1) };
    const suspect = scoreOf({ calendar_proximity, reddit_authors: jump });
    expect(suspect.signals.find(({ id }) => id === 'reddit_authors')?.status).toBe('suspect');
    expect(hypeConfidence(suspect)).toBe(0);
  });
});
