import { explainDatabaseError } from '../faults';
import { DatabaseUnavailableError } from './database-error';
import { retryTimeouts } from './retry-timeouts';

const timeout = (message = 'timeout exceeded when trying to connect') =>
  new DatabaseUnavailableError('The database is not available', { cause: new Error(message) });
let stalledMs = 0;
beforeAll(() => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + stalledMs);
});
afterAll(() => jest.restoreAllMocks());
/** Lets time pass in which this process runs no timer, as on a machine without free processor time. */
const stall = () => void (stalledMs += 1_050);

describe('retryTimeouts', () => {
  it('repeats work whose time limit expired while this process got no processor time', async () => {
    const reasons: string[] = [];
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      if (attempts > 3) return 'connected';
      stall();
      throw timeout();
    };
    expect(await retryTimeouts(work, (reason) => reasons.push(reason))).toBe('connected');
    expect(reasons).toHaveLength(3);
    expect(reasons[0]).toMatch(/^this process got no processor time for 1\.\d s$/);
  });

  it('names the stall as the reason after the last attempt, and no firewall', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      stall();
      throw timeout('timeout expired');
    };
    const error: unknown = await retryTimeouts(work).catch((thrown: unknown) => thrown);
    expect(attempts).toBe(6);
    expect(explainDatabaseError(error)).toEqual({
      code: 'database_unavailable',
      message: expect.stringMatching(
        /^The database cannot be used: this machine is too busy \(this process got no processor time for 1\.\d s\); free processor time on it, and start again$/,
      ),
    });
  });

  it('repeats a time-out of a responsive process once, and names the firewall and the load then', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw timeout();
    };
    const error: unknown = await retryTimeouts(work).catch((thrown: unknown) => thrown);
    expect(attempts).toBe(2);
    expect(explainDatabaseError(error)?.message).toMatch(/the firewall, and the load of both machines$/);
  });

  it.each([
    new DatabaseUnavailableError('away', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
    new DatabaseUnavailableError('away', { cause: Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' }) }),
    new TypeError('timeout'),
  ])('does not repeat another failure: %s', async (error) => {
    let attempts = 0;
    const work = () => Promise.reject((attempts += 1) && error);
    await expect(retryTimeouts(work)).rejects.toBe(error);
    expect(attempts).toBe(1);
  });
});
