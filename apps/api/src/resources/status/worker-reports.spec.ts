import { DatabaseUnavailableError } from '@droptrack/persistence';
import { Clock } from '../../catalogue/clock';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import { REPORTS_KEPT_MS, WorkerReports } from './worker-reports';

/** Reports of a database that responds as the test decides. */
function scripted(query: () => Promise<never[]>, delaySeconds = 0) {
  const time = { nowMs: 1_000_000 };
  const queries = jest.fn(query);
  const db = new LogDatabase({ query: queries as never });
  const catalogue = new LiveCatalogue(() => time.nowMs, delaySeconds);
  return { reports: new WorkerReports(db, new Clock(() => time.nowMs), catalogue), time, queries };
}

describe('WorkerReports', () => {
  // The cost for the database must not grow with the number of requests.
  it('reads sources and finders once for all requests of 10 seconds', async () => {
    const { reports, time, queries } = scripted(() => Promise.resolve([]));
    await Promise.all([reports.read(), reports.read()]);
    time.nowMs += REPORTS_KEPT_MS - 1;
    expect(await reports.read()).toEqual({ atMs: 1_000_000, sources: [] });
    expect(queries).toHaveBeenCalledTimes(1);
    time.nowMs += 1;
    expect(await reports.read()).toMatchObject({ atMs: 1_010_000 });
    expect(queries).toHaveBeenCalledTimes(2);
  });

  it('reads again after the clock was set back', async () => {
    const { reports, time } = scripted(() => Promise.resolve([]));
    await reports.read();
    time.nowMs -= REPORTS_KEPT_MS;
    expect(await reports.read()).toMatchObject({ atMs: 990_000 });
  });

  it('returns null while the database is unavailable, and sends it no query per request', async () => {
    const { reports, queries } = scripted(() => Promise.reject(new DatabaseUnavailableError('away')));
    expect([await reports.read(), await reports.read()]).toEqual([null, null]);
    expect(queries).toHaveBeenCalledTimes(1);
  });

  describe('for a delayed plan', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('are the newest ones that were read up to the instant of its data, without a request at that time', async () => {
      const { reports, time } = scripted(() => Promise.resolve([]), 60);
      reports.onApplicationBootstrap();
      const pass = async (ms: number): Promise<void> => {
        for (let passed = 0; passed < ms; passed += 1_000) {
          time.nowMs += 1_000;
          await jest.advanceTimersByTimeAsync(1_000);
        }
      };
      await pass(69_000);
      expect(reports.readUpTo(time.nowMs - 60_000)).toBeNull();
      await pass(1_000);
      expect(reports.readUpTo(time.nowMs - 60_000)).toMatchObject({ atMs: 1_010_000 });
      await pass(3_600_000);
      const untilMs = time.nowMs - 60_000;
      const { atMs } = reports.readUpTo(untilMs)!;
      expect(atMs).toBeLessThanOrEqual(untilMs);
      expect(atMs).toBeGreaterThan(untilMs - 20_000);
      reports.onModuleDestroy();
      expect(jest.getTimerCount()).toBe(0);
    });

    it('are not kept in memory for longer than the delay needs, however long it is', async () => {
      const { reports, time } = scripted(() => Promise.resolve([]), 86_400);
      const [startMs, hours] = [time.nowMs, 100];
      for (let hour = 0; hour < hours; hour += 1) {
        await reports.read();
        time.nowMs += 3_600_000;
      }
      expect(reports.readUpTo(time.nowMs - 86_400_000)).not.toBeNull();
      expect(reports.readUpTo(startMs + 3_600_000)).toBeNull();
    });
  });
});
