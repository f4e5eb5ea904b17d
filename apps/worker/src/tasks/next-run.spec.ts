import fc from 'fast-check';
import { afterResponse } from './poll-source';
import { afterFailure } from './run-tasks';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-11-21T08:00:00Z');

describe('the next poll after a success', () => {
  it('is at the offset of the drop, half to one and a half intervals ahead, and one interval ahead from then on', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{1,8}$/),
        fc.integer({ min: 60_000, max: 24 * HOUR_MS }),
        fc.integer({ min: 0, max: 2e12 }),
        (dropId, intervalMs, nowMs) => {
          const next = afterResponse(dropId, 'rss', intervalMs, nowMs);
          expect(next - nowMs).toBeGreaterThanOrEqual(intervalMs / 2);
          expect(next - nowMs).toBeLessThanOrEqual(1.5 * intervalMs);
          expect(afterResponse(dropId, 'rss', intervalMs, next)).toBe(next + intervalMs);
        },
      ),
    );
  });

  // A catalogue is loaded at once: without the offset, its drops would be polled in bursts forever.
  it('is spread over the interval for drops that were polled together', () => {
    const nexts = Array.from({ length: 1_000 }, (_, n) => afterResponse(`drop-${n}`, 'rss', HOUR_MS, NOW_MS));
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const next of nexts) tenths[Math.floor((next % HOUR_MS) / (HOUR_MS / 10))]! += 1;
    expect(Math.min(...tenths)).toBeGreaterThan(60);
    expect(Math.max(...tenths)).toBeLessThan(140);
  });
});

describe('the next poll after a failure', () => {
  const wait = (failures: number, retryAfterMs: number | null = null, random = 1) =>
    afterFailure({ failures, retryAfterMs, backoff: { firstMs: 30_000, maxMs: HOUR_MS } }, NOW_MS, () => random) -
    NOW_MS;

  it('is twice as far ahead with each failure, up to the interval, with jitter', () => {
    expect([1, 2, 3, 7, 8, 5_000].map((failures) => wait(failures))).toEqual([
      30_000,
      60_000,
      120_000,
      1_920_000,
      HOUR_MS,
      HOUR_MS,
    ]);
    expect(wait(2, null, 0)).toBe(30_000);
  });

  it('is not before Retry-After', () => {
    expect(wait(1, 2 * HOUR_MS, 0)).toBe(2 * HOUR_MS);
    expect(wait(1, 2 * HOUR_MS)).toBe(7_920_000);
    expect(wait(7, 1_000, 1)).toBe(1_920_000);
  });
});
