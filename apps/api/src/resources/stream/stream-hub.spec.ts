import { emptyView } from '@droptrack/catalogue';
import { StreamHub } from './stream-hub';

describe('StreamHub', () => {
  let failures: unknown[];
  /** Errors of the next reads of the database. */
  let faults: Error[];
  let reads: number;
  let hub: StreamHub;
  beforeEach(() => {
    [failures, faults, reads] = [[], [], 0];
    const current = { view: emptyView, asOfMs: 1_000, isDelayed: false };
    hub = new StreamHub({
      catalogue: { requireView: () => current },
      db: {
        query: () => {
          reads += 1;
          const fault = faults.shift();
          return fault === undefined ? Promise.resolve([]) : Promise.reject(fault);
        },
      },
      onSent: () => undefined,
      onFailed: (error) => failures.push(error),
    });
  });
  const turn = () => new Promise(setImmediate);

  it('is prepared once the events could be read, and then reads only for open streams', async () => {
    expect(hub.isPrepared).toBe(false);
    await Promise.all([hub.prepare(), hub.prepare()]);
    hub.wake();
    await turn();
    expect([hub.isPrepared, reads, failures]).toEqual([true, 1, []]);
  });

  it('tries again at each wake-up signal until the database responds', async () => {
    const fault = new Error('timeout');
    faults = [fault, fault];
    await hub.prepare();
    expect(hub.isPrepared).toBe(false);
    for (let signals = 0; signals < 3; signals += 1) {
      hub.wake();
      hub.wake();
      await turn();
    }
    expect([hub.isPrepared, reads, failures]).toEqual([true, 3, [fault, fault]]);
  });
});
