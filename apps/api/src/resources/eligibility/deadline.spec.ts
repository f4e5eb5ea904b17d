import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from './deadline';

describe('withDeadline', () => {
  it('rejects after the deadline and drops the result', async () => {
    await expect(withDeadline(pause(10_000, 'late', { ref: false }), 60)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('returns the result or the error of the work', async () => {
    await expect(withDeadline(Promise.resolve('found'), 60)).resolves.toBe('found');
    await expect(withDeadline(Promise.reject(new Error('a bug')), 60)).rejects.toThrow('a bug');
  });

  // Otherwise, a stall of the machine for two seconds would fail every request in flight.
  it('does not count a stall of the process as a timeout', async () => {
    const work = turn().then(() => pause(20, 'found'));
    const waited = withDeadline(work, 900);
    for (const untilMs = performance.now() + 1_000; performance.now() < untilMs;);
    await expect(waited).resolves.toBe('found');
  });
});
