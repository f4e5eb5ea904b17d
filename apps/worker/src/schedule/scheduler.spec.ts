import { DatabaseUnavailableError } from '@droptrack/persistence';
import { type Job, Scheduler } from './scheduler';

/** A job with scripted runs; afterwards it has nothing to do. */
function scripted(name: string, ...runs: (boolean | Error)[]) {
  const job = { name, ranAtMs: [] as number[], isDue: () => true, run: (nowMs: number) => respond(nowMs) };
  const respond = async (nowMs: number): Promise<boolean> => {
    job.ranAtMs.push(nowMs);
    const next = runs.shift() ?? false;
    if (next instanceof Error) throw next;
    return next;
  };
  return job satisfies Job;
}

function scheduled(jobs: readonly Job[], tickMs = 5) {
  const clock = { nowMs: 1_000_000, monotonicMs: 0, isWrong: false };
  const failures: string[] = [];
  const context = {
    clock: { now: () => clock.nowMs, monotonicMs: () => clock.monotonicMs, mayWork: () => !clock.isWrong },
    random: () => 1,
    failures: { failed: (job: string, error: unknown) => void failures.push(`${job}: ${(error as Error).message}`) },
  };
  const scheduler = new Scheduler(jobs, context, tickMs);
  return { scheduler, clock, failures };
}

const away = () => new DatabaseUnavailableError('away');
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('a round', () => {
  it('runs the jobs that are due, in order, and returns whether there is more', async () => {
    const [sample, pass] = [scripted('sample'), scripted('pass', true, false)];
    const { scheduler } = scheduled([{ ...sample, isDue: (nowMs) => nowMs > 1_000_000 }, pass]);
    expect(await scheduler.round()).toMatchObject({ isMore: true });
    expect(await scheduler.round()).toMatchObject({ isMore: false });
    expect([sample.ranAtMs, pass.ranAtMs]).toEqual([[], [1_000_000, 1_000_000]]);
  });

  it('backs off a job that failed, and continues with the others', async () => {
    const [first, second] = [scripted('first', away(), new Error('oh')), scripted('second')];
    const { scheduler, clock, failures } = scheduled([first, second]);
    await scheduler.round();
    clock.monotonicMs = 499;
    expect(await scheduler.round()).toMatchObject({ isWaiting: true, failures: [] });
    clock.monotonicMs = 500;
    await scheduler.round();
    clock.monotonicMs = 1_499;
    await scheduler.round();
    clock.monotonicMs = 1_500;
    await scheduler.round();
    expect(failures).toEqual(['first: away', 'first: oh']);
    expect([first.ranAtMs.length, second.ranAtMs.length]).toEqual([3, 5]);
  });

  it('starts no job while no work may start, and lets runUntilIdle wait', async () => {
    const job = scripted('pass');
    const { scheduler, clock, failures } = scheduled([job]);
    clock.isWrong = true;
    expect(await scheduler.round()).toEqual({ isMore: false, failures: [], isWaiting: true });
    const idle = scheduler.runUntilIdle();
    expect(job.ranAtMs).toEqual([]);
    clock.isWrong = false;
    await idle;
    expect([job.ranAtMs.length, failures]).toEqual([1, []]);
  });

  // A clock that is set back by a day must not make a job that failed wait for a day.
  it('retries in time although the clock was set back', async () => {
    const job = scripted('pass', away());
    const { scheduler, clock } = scheduled([job]);
    await scheduler.round();
    Object.assign(clock, { nowMs: clock.nowMs - 86_400_000, monotonicMs: 500 });
    await scheduler.round();
    expect(job.ranAtMs).toEqual([1_000_000, 1_000_000 - 86_400_000]);
  });
});

describe('runUntilIdle', () => {
  it('ends once nothing is due', async () => {
    const job = scripted('pass', true, true, false, true);
    await scheduled([job]).scheduler.runUntilIdle();
    expect(job.ranAtMs).toHaveLength(3);
  });

  it('waits for a database that is away', async () => {
    const job = scripted('pass', away(), true, away());
    const { scheduler, clock, failures } = scheduled([job]);
    const idle = scheduler.runUntilIdle();
    await until(() => failures.length === 1);
    clock.monotonicMs = 500;
    await until(() => failures.length === 2);
    clock.monotonicMs = 1_000;
    await idle;
    expect(job.ranAtMs).toHaveLength(4);
  });

  // The start of the demo must not take longer because of data that can follow.
  it('leaves jobs that are due after the start to the ticks', async () => {
    const [pass, later] = [scripted('pass'), { ...scripted('later', true), isAfterStart: true }];
    const { scheduler } = scheduled([later, pass]);
    await scheduler.runUntilIdle();
    expect([pass.ranAtMs.length, later.ranAtMs.length]).toEqual([1, 0]);
    expect(await scheduler.round()).toMatchObject({ isMore: true });
    expect(later.ranAtMs).toHaveLength(1);
  });

  it('throws what waiting does not mend', async () => {
    await expect(scheduled([scripted('sample', new Error('a bug'))]).scheduler.runUntilIdle()).rejects.toThrow('a bug');
  });

  it('ends when it is stopped', async () => {
    const { scheduler, failures } = scheduled([scripted('pass', ...Array.from({ length: 9 }, away))]);
    const idle = scheduler.runUntilIdle();
    await until(() => failures.length === 1);
    await scheduler.stop();
    await idle;
  });
});

describe('start', () => {
  it('goes on at once while there is more', async () => {
    const job = scripted('pass', ...Array.from({ length: 500 }, () => true));
    const { scheduler } = scheduled([job], 3_600_000);
    scheduler.start();
    await until(() => job.ranAtMs.length > 500);
    await scheduler.stop();
    expect(job.ranAtMs).toHaveLength(501);
  });

  it('goes on at every tick', async () => {
    const job = scripted('pass', true);
    const { scheduler } = scheduled([job]);
    scheduler.start();
    await until(() => job.ranAtMs.length >= 5);
    await scheduler.stop();
  });

  it('never runs two jobs at a time, and stops after the running one', async () => {
    let [running, most, done] = [0, 0, 0];
    let finish: () => void = () => undefined;
    const slow = (name: string): Job => ({
      name,
      isDue: () => true,
      async run() {
        most = Math.max(most, (running += 1));
        await new Promise<void>((resolve) => (finish = resolve));
        running -= 1;
        done += 1;
        return true;
      },
    });
    const { scheduler } = scheduled([slow('a'), slow('b')]);
    scheduler.start();
    while (done < 4) {
      finish();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => running === 1);
    let isStopped = false;
    const stopped = scheduler.stop().then(() => (isStopped = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStopped).toBe(false);
    const before = done;
    finish();
    await stopped;
    expect([most, done]).toEqual([1, before + 1]);
  });
});
