import { dayFrom, hourOf, PeriodJob } from './period-job';

const at = (time: string): number => Date.parse(`2026-11-${time}Z`);

function recorded(periodOf: (nowMs: number) => number) {
  const runs: string[] = [];
  const job = new PeriodJob(
    'test',
    periodOf,
    async (nowMs) => void runs.push(new Date(nowMs).toISOString().slice(8, 16)),
  );
  /** One tick of a scheduler. */
  const tick = async (time: string): Promise<void> => {
    if (job.isDue(at(time))) await job.run(at(time));
  };
  return { runs, tick };
}

describe('PeriodJob', () => {
  it('runs at once, and then with each full hour', async () => {
    const { runs, tick } = recorded(hourOf);
    for (const time of ['21T04:30:00', '21T04:59:59.999', '21T05:00:00', '21T05:00:00.500', '21T06:00:00.499']) {
      await tick(time);
    }
    expect(runs).toEqual(['21T04:30', '21T05:00', '21T06:00']);
  });

  it('runs each day at its time, also when it was started minutes before', async () => {
    const { runs, tick } = recorded(dayFrom(5 * 60_000));
    for (const time of ['21T00:02:00', '21T00:04:59.999', '21T00:05:00', '21T23:59:00', '22T00:04:00', '22T00:05:00']) {
      await tick(time);
    }
    expect(runs).toEqual(['21T00:02', '21T00:05', '22T00:05']);
  });

  // As after a suspend of the machine for days, or a wrong clock.
  it('runs once after a clock jumped, in either direction', async () => {
    const { runs, tick } = recorded(hourOf);
    for (const time of ['21T04:30:00', '24T09:15:00', '24T09:20:00', '21T04:40:00', '21T04:41:00']) await tick(time);
    expect(runs).toEqual(['21T04:30', '24T09:15', '21T04:40']);
  });

  it('is due again after a failure', async () => {
    const job = new PeriodJob('test', hourOf, () => Promise.reject(new Error('oh')));
    await expect(job.run(at('21T04:30:00'))).rejects.toThrow('oh');
    expect(job.isDue(at('21T04:30:00.500'))).toBe(true);
  });
});
