import { PollLoop } from './poll-loop';

const HOUR_MS = 3_600_000;

/** A loop whose rounds a test counts; each wait is an hour, so that only a wake brings the next. */
function loopOf(round: (number: number) => Promise<void>) {
  const rounds = { count: 0, failures: 0 };
  /** It stands still, so that nothing is over before a test says so. */
  const clock = { ms: 0 };
  const loop = new PollLoop({
    name: 'test',
    round: async () => {
      rounds.count += 1;
      await round(rounds.count);
      return HOUR_MS;
    },
    clocks: { monotonicMs: () => clock.ms },
    random: () => 0,
    onFailure: () => void (rounds.failures += 1),
  });
  return { loop, rounds, clock };
}
const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('PollLoop', () => {
  // A notification during a round would otherwise be seen one poll later.
  it('loses no wake: one that comes in the middle of a round brings another', async () => {
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

  it('leaves alone what fails, woken or not, and goes on', async () => {
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

  it('ends at once where it waits, and after the round where it works', async () => {
    const { loop, rounds } = loopOf(() => Promise.resolve());
    loop.start();
    await turns();
    await loop.stop();
    loop.wake();
    await turns();
    expect(rounds.count).toBe(1);
  });
});
