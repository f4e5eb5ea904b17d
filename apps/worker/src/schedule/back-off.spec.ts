import * as fc from 'fast-check';
import { BackOff } from './back-off';

/** How long it waits after each of so many failures in a row, to the millisecond. */
function waits(failures: number, random: () => number): number[] {
  const backOff = new BackOff(random);
  let nowMs = 1_000;
  return Array.from({ length: failures }, () => {
    const failedAtMs = nowMs;
    backOff.failed(nowMs);
    while (!backOff.isOver(nowMs)) nowMs += 1;
    return nowMs - failedAtMs;
  });
}

describe('BackOff', () => {
  it('waits twice as long each time, up to half a minute', () => {
    expect(waits(8, () => 1)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('spreads the tries over the second half of the wait', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const [first = 0, second = 0] = waits(2, () => random);
        expect(first).toBeGreaterThanOrEqual(250);
        expect(first).toBeLessThanOrEqual(500);
        expect(second).toBeGreaterThanOrEqual(500);
      }),
    );
  });

  it('begins anew after a success', () => {
    const backOff = new BackOff(() => 1);
    expect(backOff.isOver(0)).toBe(true);
    for (let failure = 0; failure < 5; failure++) backOff.failed(0);
    backOff.succeeded();
    expect(backOff.isOver(0)).toBe(true);
    backOff.failed(0);
    expect([backOff.isOver(499), backOff.isOver(500)]).toEqual([false, true]);
  });
});
