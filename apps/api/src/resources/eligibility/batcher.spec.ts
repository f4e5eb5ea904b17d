import * as fc from 'fast-check';
import { UnavailableError } from '../../platform/errors/domain-error';
import { Batcher, type BatchLimits } from './batcher';

const LIMITS: BatchLimits = { batchSizeMax: 4, concurrentBatchesMax: 2, pendingMax: 1_000, waitMsMax: 1_000 };
/** Stopped clock: no request expires on a busy machine. */
const still = () => 0;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Batcher', () => {
  // A result of another request would disclose the allocation of another wallet.
  it('returns to each request its own result, for any arrival and any failing batches', async () => {
    const arrival = fc.record({ request: fc.nat(1_000), turns: fc.nat(3) });
    const batch = fc.record({ turns: fc.nat(4), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { maxLength: 40 }),
        fc.array(batch, { maxLength: 40 }),
        async (arrivals, plan) => {
          const batches: { requests: readonly number[]; fails: boolean }[] = [];
          let [inFlight, maxInFlight] = [0, 0];
          const batcher = new Batcher<number, number>(
            async (requests) => {
              const { turns = 0, fails = false } = plan[batches.length] ?? {};
              batches.push({ requests, fails });
              maxInFlight = Math.max(maxInFlight, ++inFlight);
              for (let n = 0; n < turns; n += 1) await turn();
              inFlight -= 1;
              if (fails) throw new Error(`failed: ${requests.join()}`);
              return requests.map((request) => request * 2);
            },
            LIMITS,
            still,
          );
          const results: Promise<PromiseSettledResult<number>[]>[] = [];
          for (const { request, turns } of arrivals) {
            for (let n = 0; n < turns; n += 1) await turn();
            results.push(Promise.allSettled([batcher.load(request)]));
          }
          const outcomes = (await Promise.all(results)).flat();

          expect(batches.flatMap(({ requests }) => requests)).toEqual(arrivals.map(({ request }) => request));
          const failed = batches.flatMap(({ requests, fails }) => requests.map(() => fails));
          outcomes.forEach((outcome, n) => {
            if (outcome.status === 'fulfilled') expect(outcome.value).toBe(arrivals[n]!.request * 2);
            expect(outcome.status === 'rejected').toBe(failed[n]);
          });
          expect(Math.max(0, ...batches.map(({ requests }) => requests.length))).toBeLessThanOrEqual(
            LIMITS.batchSizeMax,
          );
          expect(maxInFlight).toBeLessThanOrEqual(LIMITS.concurrentBatchesMax);
        },
      ),
    );
  });

  it('limits batches and waiting requests by the sizes of requests, and sends a larger one alone', async () => {
    const batches: number[][] = [];
    const sized = new Batcher<number, number>(
      (requests) => {
        batches.push([...requests]);
        return Promise.resolve(requests);
      },
      { ...LIMITS, concurrentBatchesMax: 1, pendingMax: 16, sizeOf: (request) => request },
      still,
    );
    const all = [1, 3, 2, 9, 1].map((size) => sized.load(size));
    await expect(sized.load(1)).rejects.toThrow(UnavailableError);
    await Promise.all(all);
    expect(batches).toEqual([[1, 3], [2], [9], [1]]);
    // Completed look-ups no longer count.
    await expect(sized.load(1)).resolves.toBe(1);
  });

  it('batches requests of one turn, and those that arrive while batches are in flight', async () => {
    const batches: number[] = [];
    const slow = new Batcher<number, number>(
      async (requests) => {
        batches.push(requests.length);
        for (let n = 0; n < 5; n += 1) await turn();
        return requests;
      },
      { ...LIMITS, batchSizeMax: 100, concurrentBatchesMax: 1 },
      still,
    );
    const first = [1, 2, 3].map((request) => slow.load(request));
    await turn();
    const later = [4, 5].map((request) => slow.load(request));
    await turn();
    later.push(slow.load(6));
    expect(await Promise.all([...first, ...later])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(batches).toEqual([3, 3]);
  });

  it('continues while one batch hangs', async () => {
    let isFirst = true;
    const batcher = new Batcher<number, number>(
      (requests) => {
        if (!isFirst) return Promise.resolve(requests);
        isFirst = false;
        return new Promise(() => undefined);
      },
      LIMITS,
      still,
    );
    void batcher.load(0);
    await turn();
    expect(await batcher.load(1)).toBe(1);
    expect(await batcher.load(2)).toBe(2);
  });

  it('rejects requests beyond the pending limit, and those that waited too long', async () => {
    const clock = { nowMs: 0 };
    const endings: (() => void)[] = [];
    const arrivals: number[] = [];
    const batcher = new Batcher<number, number>(
      (requests) => {
        arrivals.push(...requests);
        return new Promise((resolve) => endings.push(() => resolve(requests)));
      },
      { batchSizeMax: 1, concurrentBatchesMax: 1, pendingMax: 3, waitMsMax: 100 },
      () => clock.nowMs,
    );
    const first = batcher.load(1);
    await turn();
    const late = Promise.allSettled([batcher.load(2)]);
    clock.nowMs = 50;
    const third = batcher.load(3);
    await expect(batcher.load(4)).rejects.toThrow(UnavailableError);
    clock.nowMs = 120;
    endings[0]!();
    expect(await first).toBe(1);
    expect(await late).toMatchObject([{ status: 'rejected', reason: expect.any(UnavailableError) as Error }]);
    await turn();
    endings[1]!();
    expect([await third, arrivals]).toEqual([3, [1, 3]]);
  });
});
