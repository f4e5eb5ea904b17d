import { RestartDelay } from './restart-delay';

describe('RestartDelay', () => {
  it('starts at once after one end, and ever later while processes keep ending, up to 10 s', () => {
    const delay = new RestartDelay(() => 0);
    const delays = Array.from({ length: 10 }, () => delay.afterEnd());
    expect(delays).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  });

  it('forgets ends after a minute', () => {
    let nowMs = 0;
    const delay = new RestartDelay(() => nowMs);
    delay.afterEnd();
    nowMs = 59_999;
    expect(delay.afterEnd()).toBe(100);
    nowMs = 119_999;
    expect(delay.afterEnd()).toBe(0);
  });
});
