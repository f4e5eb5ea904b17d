import { PollLoop } from './poll-loop';

const HOUR_MS = 3_600_000;

/** A loop that counts its rounds. Each wait is an hour, so that only a wake-up causes the next round. */
function loopOf(round: (number: number) => Promise<void>) {
  const rounds = { count: 0, failures: 0 };
  /** Moved by the test, so that no backoff ends before. */
  const clock = { ms: 0 };
  const failures = { failed: () => void (rounds.failures += 1) };
  const context = { clock: { monotonicMs: () => clock.ms }, random: () => 0, failures };
  const loop = new PollLoop('test', context, async () => {
    rounds.count += 1;
    await round(rounds.count);
    return HOUR_MS;
  });
  return { loop, rounds, clock };
}
const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('PollLoop', () => {
  // Otherwise the work of a notification during a round would wait for the next poll.
  it('runs another round after a wake-up during a round', async () => {
    let goOn = (): void => undefined;
    const { loop, rounds } = loopOf((number) =>
      number === 1 ? new Promise((resolve) => (goOn = resolve)) : turns().then(),
    );
    loop.start();
    await turns();
    loop.wake();
    expect(rounds.count).toBe(1);
    goOn();
    await turns();
    expect(rounds.count).toBe(2);
    await loop.stop();
  });

  it('backs off after a failure, also when it is woken, and then continues', async () => {
    const { loop, rounds, clock } = loopOf((number) =>
      number === 1 ? Promise.reject(new Error('once')) : Promise.resolve(),
    );
    loop.start();
    await turns();
    loop.wake();
    await turns();
    expect(rounds).toEqual({ count: 1, failures: 1 });
    clock.ms = 1_000;
    while (rounds.count === 1) await turns();
    expect(rounds).toEqual({ count: 2, failures: 1 });
    await loop.stop();
  });

  it('stops at once during a wait, and after the round otherwise', async () => {
    const { loop, rounds } = loopOf(() => Promise.resolve());
    loop.start();
    await turns();
    await loop.stop();
    loop.wake();
    await turns();
    expect(rounds.count).toBe(1);
  });
});
