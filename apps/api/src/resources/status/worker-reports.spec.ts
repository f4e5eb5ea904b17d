import { DatabaseUnavailableError } from '@droptrack/persistence';
import { Clock } from '../../catalogue/clock';
import { LogDatabase } from '../../catalogue/log-database';
import { REPORTS_KEPT_MS, WorkerReports } from './worker-reports';

/** Reports of a database that responds as the test decides. */
function scripted(query: () => Promise<never[]>) {
  const time = { nowMs: 1_000_000 };
  const queries = jest.fn(query);
  const db = new LogDatabase({ query: queries as never });
  return { reports: new WorkerReports(db, new Clock(() => time.nowMs)), time, queries };
}

describe('WorkerReports', () => {
  // The cost for the database must not grow with the number of requests.
  it('reads sources and finders once for all requests of 10 seconds', async () => {
    const { reports, time, queries } = scripted(() => Promise.resolve([]));
    await Promise.all([reports.read(), reports.read()]);
    time.nowMs += REPORTS_KEPT_MS - 1;
    expect(await reports.read()).toEqual({ atMs: 1_000_000, sources: [], finders: [] });
    expect(queries).toHaveBeenCalledTimes(2);
    time.nowMs += 1;
    expect(await reports.read()).toMatchObject({ atMs: 1_010_000 });
    expect(queries).toHaveBeenCalledTimes(4);
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
    expect(queries).toHaveBeenCalledTimes(2);
  });
});
