import { setTimeout as sleep } from 'node:timers/promises';
import { sendPaced, totalOf } from './paced';

describe('totalOf', () => {
  it('is the rate times the duration, and at least one request', () => {
    expect([totalOf({ perSecond: 4, durationMs: 1_000 }), totalOf({ perSecond: 0.1, durationMs: 100 })]).toEqual([
      4, 1,
    ]);
  });
});

describe('sendPaced', () => {
  const load = { perSecond: 100, durationMs: 200, concurrency: 2, afterEnd: 'send', tickMs: 1 } as const;

  it('sends no request before it is due, and none beyond its duration', async () => {
    const began = performance.now();
    const sentMs: number[] = [];
    await sendPaced(load, async () => void sentMs.push(performance.now() - began));
    expect(sentMs).toHaveLength(20);
    sentMs.forEach((ms, number) => expect(ms).toBeGreaterThanOrEqual(10 * number - 1));
  });

  it('sends late requests after the end, or drops them', async () => {
    const slow = (): Promise<void> => sleep(150);
    expect((await sendPaced(load, slow)).sent).toBe(20);
    expect((await sendPaced({ ...load, afterEnd: 'drop' }, slow)).sent).toBeLessThan(20);
  });

  it('rejects with the first failure', async () => {
    await expect(sendPaced(load, () => Promise.reject(new Error('no response')))).rejects.toThrow('no response');
  });

  // Latency from the send, not from when the request was due, would count two slow responses of twenty.
  it('counts the wait of requests that found no free connection', async () => {
    let calls = 0;
    const { latenciesMs } = await sendPaced(
      { perSecond: 100, durationMs: 200, concurrency: 2, afterEnd: 'send', tickMs: 1 },
      () => sleep((calls += 1) <= 2 ? 300 : 0),
    );
    expect(latenciesMs.toSorted((a, b) => a - b)[10]).toBeGreaterThan(100);
  });
});
