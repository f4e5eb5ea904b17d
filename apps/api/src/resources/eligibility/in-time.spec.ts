import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { inTime } from './in-time';

describe('work that is waited for', () => {
  it('is given up when its time is over, and its result is dropped', async () => {
    await expect(inTime(pause(10_000, 'late', { ref: false }), 60)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('gives what it comes to', async () => {
    await expect(inTime(Promise.resolve('found'), 60)).resolves.toBe('found');
    await expect(inTime(Promise.reject(new Error('a bug')), 60)).rejects.toThrow('a bug');
  });

  // Else whoever is being answered when the machine stands still for two seconds is told that nothing can be read.
  it('is not given up because the process stood still', async () => {
    const answer = turn().then(() => pause(20, 'found'));
    const waited = inTime(answer, 900);
    for (const untilMs = performance.now() + 1_000; performance.now() < untilMs;);
    await expect(waited).resolves.toBe('found');
  });
});
