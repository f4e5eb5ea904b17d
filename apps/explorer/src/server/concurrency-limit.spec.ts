import { ConcurrencyLimit } from './concurrency-limit';

describe('ConcurrencyLimit', () => {
  it('runs all tasks, never more than its maximum at a time, also after failures', async () => {
    const limit = new ConcurrencyLimit(2);
    let [running, most] = [0, 0];
    const task = async (n: number): Promise<number> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (n % 3 === 0) throw new Error(String(n));
      return n;
    };
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => limit.run(() => task(n))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(most).toBe(2);
    await expect(limit.run(() => task(1))).resolves.toBe(1);
  });
});
