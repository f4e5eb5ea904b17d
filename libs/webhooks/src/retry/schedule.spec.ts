import * as fc from 'fast-check';
import { ATTEMPTS_MAX, nextAttemptMs, RETRY_SCHEDULE } from './schedule';

const HOUR_MS = 3_600_000;
const END_MS = Date.UTC(2026, 7, 22, 10);
const wait = (tries: number, retryAfterMs: number | null = null, random = 0) => {
  const nextMs = nextAttemptMs({ tries, endedMs: END_MS, retryAfterMs }, random);
  return nextMs === null ? null : nextMs - END_MS;
};

describe('nextAttemptMs', () => {
  // Documented for receivers in docs/webhooks.md.
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and returns null after the tenth attempt', () => {
    const waits = Array.from({ length: ATTEMPTS_MAX }, (_, index) => wait(index + 1));
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440].map((each) => each * 60_000);
    expect(waits).toEqual([...minutes, null]);
    expect(wait(ATTEMPTS_MAX, HOUR_MS)).toBeNull();
    expect(wait(ATTEMPTS_MAX + 1)).toBeNull();
  });

  it.each([
    ['is longer', 1, 60_000, 60_000],
    ['is shorter', 2, 60_000, 300_000],
    ['is more than two hours over ours', 3, 24 * HOUR_MS, HOUR_MS / 2 + 2 * HOUR_MS],
    ['is nonsense of ours', 1, -5, 5_000],
  ])('returns the longer of the wait and Retry-After, if that %s', (_name, tries, retryAfterMs, expected) => {
    expect(wait(tries, retryAfterMs)).toBe(expected);
  });

  it('adds up to 10 % jitter to each wait, and returns whole milliseconds', () => {
    const tries = fc.integer({ min: 1, max: ATTEMPTS_MAX - 1 });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const asked = fc.option(fc.integer({ min: 0, max: 100 * HOUR_MS }));
    fc.assert(
      fc.property(tries, random, asked, (attempt, share, retryAfterMs) => {
        const base = RETRY_SCHEDULE.waitsMs[attempt - 1]!;
        const actual = wait(attempt, retryAfterMs, share)!;
        expect(Number.isInteger(actual)).toBe(true);
        expect(actual).toBeGreaterThanOrEqual(base);
        expect(actual).toBeLessThanOrEqual(base * 1.1 + RETRY_SCHEDULE.retryAfterOverMs + 1);
        if (retryAfterMs === null) expect(actual).toBeLessThanOrEqual(base * 1.1 + 1);
      }),
    );
    expect(wait(1, null, 0.999)).toBeGreaterThan(5_400);
  });

  it('follows another schedule', () => {
    const schedule = { waitsMs: [10], jitter: 0, retryAfterOverMs: 5 };
    expect(nextAttemptMs({ tries: 1, endedMs: 100, retryAfterMs: 60_000 }, 0.5, schedule)).toBe(115);
    expect(nextAttemptMs({ tries: 2, endedMs: 100, retryAfterMs: null }, 0.5, schedule)).toBeNull();
  });
});
