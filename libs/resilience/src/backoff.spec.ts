import * as fc from 'fast-check';
import { Backoff, exponentialDelayMs } from './backoff';

const RANGE = { firstMs: 500, maxMs: 30_000 };

describe('exponentialDelayMs', () => {
  it('doubles the delay with each failure, up to the maximum', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7].map((failures) => exponentialDelayMs(RANGE, failures, () => 1));
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('spreads retries over the second half of the delay, after any number of failures', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const longestMs = exponentialDelayMs(RANGE, failures, () => 1);
        const delayMs = exponentialDelayMs(RANGE, failures, () => random);
        expect(delayMs).toBeGreaterThanOrEqual(longestMs / 2);
        expect(delayMs).toBeLessThanOrEqual(longestMs);
        expect(longestMs).toBeLessThanOrEqual(RANGE.maxMs);
      }),
    );
  });
});

describe('Backoff', () => {
  it('is over after the delay of each failure', () => {
    const backoff = new Backoff(RANGE, () => 1);
    expect(backoff.isOver(0)).toBe(true);
    let nowMs = 1_000;
    for (const delayMs of [500, 1_000, 2_000, 4_000]) {
      backoff.failed(nowMs);
      expect([backoff.isOver(nowMs + delayMs - 1), backoff.isOver(nowMs + delayMs)]).toEqual([false, true]);
      nowMs += delayMs;
    }
  });

  it('spreads retries over the second half of the wait', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const backoff = new Backoff(RANGE, () => random);
        backoff.failed(0);
        expect([backoff.isOver(249), backoff.isOver(500)]).toEqual([false, true]);
        backoff.failed(500);
        expect([backoff.isOver(999), backoff.isOver(1_500)]).toEqual([false, true]);
      }),
    );
  });

  it('starts over after a success', () => {
    const backoff = new Backoff(RANGE, () => 1);
    for (let failure = 0; failure < 5; failure++) backoff.failed(0);
    backoff.succeeded();
    expect(backoff.isOver(0)).toBe(true);
    backoff.failed(0);
    expect([backoff.isOver(499), backoff.isOver(500)]).toEqual([false, true]);
  });
});
