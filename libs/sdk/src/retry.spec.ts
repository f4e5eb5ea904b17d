import * as fc from 'fast-check';
import { retryDelayMs } from './retry';

const NOW = Date.parse('2026-08-22T10:00:00Z');
const delay = (retry: number, retryAfter: string | null, random = 0) =>
  retryDelayMs(retry, retryAfter, NOW, () => random);

describe('retryDelayMs', () => {
  it('doubles from 0.5 s to 8 s', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((retry) => delay(retry, null))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
    ]);
  });

  // Also to Retry-After: many clients may have received the same delay.
  it('adds up to 25 % jitter', () => {
    expect(delay(1, null, 0.5)).toBe(562.5);
    expect(delay(1, '8', 0.5)).toBe(9_000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.double({ min: 0, max: 1, noNaN: true }), (retry, random) => {
        const full = delay(retry, null) ?? 0;
        expect(delay(retry, null, random)).toBeGreaterThanOrEqual(full);
        expect(delay(retry, null, random)).toBeLessThanOrEqual(1.25 * full);
      }),
    );
  });

  it.each([
    ['7', 7_000],
    [' 60 ', 60_000],
    ['Sat, 22 Aug 2026 10:00:07 GMT', 7_000],
  ])('is the delay of Retry-After: %s', (header, ms) => {
    expect(delay(3, header)).toBe(ms);
  });

  it.each(['61', '99999999999999999999', 'Sat, 22 Aug 2026 10:01:01 GMT'])('is null for %s', (header) => {
    expect(delay(1, header)).toBeNull();
  });

  // A wrong clock or an invalid header must not cause immediate retries.
  it.each(['', '0', 'soon', '-1', '1.5.2', 'Sat, 22 Aug 2026 10:00:00 GMT', 'Sat, 22 Aug 2026 09:59:59 GMT'])(
    'is the backoff for %p',
    (header) => {
      expect(delay(2, header)).toBe(1_000);
    },
  );
});
