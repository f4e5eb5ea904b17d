import { Lanes } from './lanes';

const lanesOf = (utilization: { now: number }) => new Lanes(1_000, () => utilization.now);

describe('Lanes', () => {
  // Receivers that answer at once keep a process busy with a few under way, and each more makes all of them dearer.
  it('stay few while there is enough to do', () => {
    const lanes = lanesOf({ now: 0.95 });
    for (let atMs = 0; atMs < 5_000; atMs += 10) expect(lanes.count(atMs)).toBe(64);
  });

  it('become more while receivers are waited for, up to their bound, and fewer when there is enough to do again', () => {
    const utilization = { now: 0.1 };
    const lanes = lanesOf(utilization);
    const counts = (beginMs: number, steps: number) =>
      Array.from({ length: steps }, (_, step) => lanes.count(beginMs + step * 10));
    expect(counts(0, 6)).toEqual([64, 128, 256, 512, 1_000, 1_000]);
    utilization.now = 0.8;
    expect(counts(60, 2)).toEqual([1_000, 1_000]);
    utilization.now = 0.95;
    expect(counts(80, 6)).toEqual([500, 250, 125, 64, 64, 64]);
  });

  it('are looked at every ten milliseconds, however often one asks', () => {
    const lanes = lanesOf({ now: 0 });
    lanes.count(0);
    for (let ask = 0; ask < 100; ask += 1) expect(lanes.count(9.9)).toBe(64);
    expect(lanes.count(10)).toBe(128);
  });

  it('begin anew when nobody has asked for a while: how idle it was then tells nothing of receivers', () => {
    const lanes = lanesOf({ now: 0 });
    for (let atMs = 0; atMs <= 30; atMs += 10) lanes.count(atMs);
    expect(lanes.count(131)).toBe(64);
  });
});
