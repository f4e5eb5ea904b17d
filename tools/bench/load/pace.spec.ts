import { Pace } from './pace';

describe('Pace', () => {
  it('spreads the requests of its time evenly, from its beginning on', () => {
    const pace = new Pace(4, 1_000);
    expect([pace.total, pace.dueAtMs(0), pace.dueAtMs(1), pace.dueAtMs(3)]).toEqual([4, 0, 250, 750]);
  });

  it('holds a request back until it is due', () => {
    const pace = new Pace(1_000, 1_000);
    expect([pace.isDue(3, 2.999), pace.isDue(3, 3), pace.isDue(3, 900)]).toEqual([false, true, true]);
  });

  it('has no request beyond its time, however late it is', () => {
    const pace = new Pace(10, 1_000);
    expect([pace.isDue(9, 5_000), pace.isDue(10, 5_000)]).toEqual([true, false]);
  });

  it('asks at least once', () => {
    expect(new Pace(0.1, 100).total).toBe(1);
  });

  // Whatever held a request up counts: the server, and the wait for a connection.
  it('counts an answer from when its request was due', () => {
    expect(new Pace(100, 1_000).latencyMs(5, 62)).toBe(12);
  });
});
