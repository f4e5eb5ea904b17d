import { RenderQueue } from './render-queue';

describe('RenderQueue', () => {
  it('runs all renders, never more than its maximum at a time, also after failures', async () => {
    const queue = new RenderQueue({ running: 2, waiting: 7 });
    let [running, most] = [0, 0];
    const render = async (n: number): Promise<number> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (n % 3 === 0) throw new Error(String(n));
      return n;
    };
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => queue.run(() => render(n))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(most).toBe(2);
    await expect(queue.run(() => render(1))).resolves.toBe(1);
  });

  it('rejects renders beyond those that may wait', async () => {
    const queue = new RenderQueue({ running: 1, waiting: 1 });
    const [first, second, third] = [1, 2, 3].map((n) => queue.run(() => Promise.resolve(n)));
    expect(third).toBeNull();
    await expect(Promise.all([first, second])).resolves.toEqual([1, 2]);
    await expect(queue.run(() => Promise.resolve(4))).resolves.toBe(4);
  });
});
