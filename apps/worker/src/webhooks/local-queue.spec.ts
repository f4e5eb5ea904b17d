import type { AttemptResult } from './http-sender';
import { LocalQueue, type LocalQueueDeps } from './local-queue';
import { delivered, ids, leased } from './testing';

/** A local queue with a clock, a sender and a writer that the test controls. */
class Stage implements LocalQueueDeps {
  nowMs = 0;
  mayWork = true;
  isBehind = false;
  recordedCount = 0;
  readonly started: string[] = [];
  readonly #pending = new Map<string, (result: AttemptResult) => void>();
  readonly #unrecorded: (() => void)[] = [];
  readonly queue: LocalQueue;

  readonly clock = { monotonicMs: () => this.nowMs, mayWork: () => this.mayWork };
  readonly listener = { outcomeRecorded: () => void (this.recordedCount += 1) };
  readonly writer = {
    isBehind: () => this.isBehind,
    record: () => new Promise<void>((resolve) => void this.#unrecorded.push(resolve)),
  };
  readonly sender: LocalQueueDeps['sender'] = {
    send: (delivery) => {
      this.started.push(delivery.id);
      return new Promise((resolve) => this.#pending.set(delivery.id, resolve));
    },
  };

  constructor(readonly limits = { inFlight: 100, waiting: 50 }) {
    this.queue = new LocalQueue(this);
  }

  add(count: number, from = 0): void {
    this.queue.add(
      ids(count, from).map((id) => leased({ id })),
      this.nowMs,
    );
  }

  async respond(...to: readonly string[]): Promise<void> {
    for (const id of to) this.#pending.get(id)?.(delivered(leased({ id })));
    await new Promise((resolve) => setImmediate(resolve));
  }

  async recordAll(): Promise<void> {
    this.#unrecorded.splice(0).forEach((done) => done());
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('LocalQueue', () => {
  it('starts attempts up to the limit in flight, in the order of the leases, and the next when one ends', async () => {
    const stage = new Stage();
    stage.add(120);
    expect([stage.started, stage.queue.inFlight]).toEqual([ids(100), 100]);
    await stage.respond('5', '9');
    expect([stage.started, stage.queue.inFlight]).toEqual([ids(102), 100]);
  });

  // The endpoint of an unrecorded outcome may get no more yet, and the outcome takes memory.
  it('has room again only when outcomes are recorded', async () => {
    const stage = new Stage({ inFlight: 4, waiting: 2 });
    stage.add(6);
    expect(stage.queue.room).toBe(0);
    await stage.respond(...ids(4));
    expect([stage.queue.room, stage.started]).toEqual([0, ids(6)]);
    await stage.recordAll();
    expect([stage.queue.room, stage.recordedCount]).toEqual([4, 4]);
  });

  it.each([
    ['no work may start', (stage: Stage, is: boolean) => void (stage.mayWork = !is)],
    ['the outcome writer is behind', (stage: Stage, is: boolean) => void (stage.isBehind = is)],
  ])('starts nothing while %s, and continues afterwards', (_, set) => {
    const stage = new Stage();
    set(stage, true);
    stage.add(10);
    expect(stage.started).toEqual([]);
    set(stage, false);
    stage.queue.startAttempts();
    expect(stage.started).toEqual(ids(10));
  });

  it('returns deliveries that have waited for too long, and no others', () => {
    const stage = new Stage({ inFlight: 4, waiting: 8 });
    stage.add(6);
    stage.nowMs = 1_000;
    stage.add(2, 6);
    expect(stage.queue.takeWaiting(1_000).map(({ id }) => id)).toEqual(['4', '5']);
    expect(stage.queue.takeWaiting().map(({ id }) => id)).toEqual(['6', '7']);
    expect(stage.queue.room).toBe(8);
  });

  // As after a suspend of the machine: the attempt might outlive the lease.
  it('leaves a delivery to the expiry of its lease when the lease is older than ten seconds', async () => {
    const stage = new Stage({ inFlight: 4, waiting: 8 });
    stage.add(6);
    stage.nowMs = 10_001;
    await stage.respond('0');
    expect([stage.started, stage.queue.takeWaiting()]).toEqual([ids(4), []]);
    await stage.recordAll();
    expect(stage.queue.room).toBe(9);
  });

  it('returns attempts that are still in flight after the wait at its close, and discards their results', async () => {
    const stage = new Stage({ inFlight: 4, waiting: 0 });
    stage.add(2);
    const closed = stage.queue.close(20);
    await stage.respond('0');
    expect((await closed).map(({ id }) => id)).toEqual(['1']);
    await stage.respond('1');
    await stage.recordAll();
    expect(stage.recordedCount).toBe(1);
  });
});
