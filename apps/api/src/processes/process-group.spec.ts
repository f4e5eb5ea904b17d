import { EventEmitter } from 'node:events';
import type { Worker } from 'node:cluster';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { Member } from './member';
import { ProcessGroup } from './process-group';

/** A process without one: what the primary sees of it. */
class FakeWorker extends EventEmitter {
  readonly process = Object.assign(new EventEmitter(), { pid: 1, send: () => true, kill: () => true });
  constructor(readonly id: number) {
    super();
  }

  isConnected(): boolean {
    return true;
  }

  /** Types of the orders that it has received. */
  readonly orders: string[] = [];

  /** Ends at once when it is ordered to. */
  send({ type }: { readonly type: string }): void {
    this.orders.push(type);
    if (type === 'stop' || type === 'make_way') void this.end();
  }

  async serve(): Promise<void> {
    this.emit('message', { type: 'listening', url: 'http://127.0.0.1:3000' });
    await turn();
  }

  async end(): Promise<void> {
    this.emit('exit', 1, null);
    await turn();
  }
}

describe('ProcessGroup', () => {
  let workers: FakeWorker[];
  let nowMs: number;
  /** Delays before starts, which last until `wake`. */
  let delays: number[];
  let wake: () => Promise<void>;
  let failures: string[];
  let group: ProcessGroup;
  beforeEach(() => {
    const sleeping = new EventEmitter();
    [workers, nowMs, delays, failures] = [[], 0, [], []];
    wake = async () => {
      sleeping.emit('over');
      await turn();
    };
    group = new ProcessGroup({
      count: 2,
      graceMs: 0,
      start: () => {
        const worker = new FakeWorker(workers.length);
        workers.push(worker);
        return new Member(worker as unknown as Worker, () => undefined);
      },
      onEnded: () => undefined,
      onFailed: (sentence) => failures.push(sentence),
      logger: pino({ level: 'silent' }),
      monotonicMs: () => nowMs,
      sleep: (ms) => {
        delays.push(ms);
        return new Promise((resolve) => sleeping.once('over', resolve));
      },
    });
  });

  const worker = (index: number): FakeWorker => workers[index]!;
  const started = async () => {
    const url = group.start();
    await worker(0).serve();
    await worker(1).serve();
    expect(await url).toBe('http://127.0.0.1:3000');
  };

  describe('a process that ends by itself', () => {
    beforeEach(started);

    /** Ends the latest process. */
    const end = async (): Promise<void> => {
      await worker(workers.length - 1).end();
      await wake();
      await worker(workers.length - 1).serve();
    };

    it('is replaced at once, and ever later while processes keep ending, up to 10 s', async () => {
      for (let ends = 0; ends < 10; ends += 1) await end();
      expect(delays).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
      expect(group.servingCount).toBe(2);
    });

    it('counts for a minute', async () => {
      await end();
      nowMs = 59_999;
      await end();
      nowMs = 119_999;
      await end();
      expect(delays).toEqual([0, 100, 0]);
    });
  });

  // The first process is replaced by the third; then others end while the second is being replaced by the fourth.
  describe.each([
    ['no process', []],
    ['the one that is being replaced', [1]],
    ['another one', [2]],
    ['the one that is being replaced, then another one', [1, 2]],
    ['another one, then the one that is being replaced', [2, 1]],
  ])('when %s ends during a rolling restart', (_, ends) => {
    it.each([
      ['is ready before the delay of other starts is over', true, false],
      ['is ready after it', true, true],
      ['fails before it is over', false, false],
      ['fails after it', false, true],
    ])('two processes serve in the end: its successor %s', async (_order, isReady, isLast) => {
      await started();
      const replaced = group.replaceAll();
      await worker(2).serve();
      for (const index of ends) await worker(index).end();
      if (isLast) await wake();
      await (isReady ? worker(3).serve() : worker(3).end());
      await wake();
      for (let index = 4; index < workers.length; index += 1) await worker(index).serve();
      await replaced;
      expect([group.members.size, group.servingCount]).toEqual([2, 2]);
    });
  });

  it('announces that it has started once all processes serve, and to later ones at once', async () => {
    const url = group.start();
    await worker(0).serve();
    expect(worker(0).orders).toEqual([]);
    await worker(1).serve();
    await url;
    await worker(0).end();
    await wake();
    expect(workers.map(({ orders }) => orders)).toEqual([['group_started'], ['group_started'], ['group_started']]);
  });

  // A process that cannot start must not keep the others from clients.
  it('has started also when one of its processes has ended instead', async () => {
    const url = group.start();
    await worker(0).serve();
    await worker(1).end();
    expect([await url, worker(0).orders]).toEqual(['http://127.0.0.1:3000', ['group_started']]);
  });

  it('gives up after five starts in a row that have failed, if no process serves', async () => {
    await started();
    await worker(0).end();
    await worker(1).end();
    await wake();
    let failedStarts = 0;
    for (; failures.length === 0; failedStarts += 1) {
      await worker(2 + failedStarts).end();
      await wake();
    }
    expect([failedStarts, failures]).toEqual([5, ['No process serves, and 5 starts in a row have failed']]);
  });
});
