import type { DeliveryOutcome } from '@droptrack/persistence';
import { Line, type LineDeps } from './line';
import { claimed, delivered, ids } from './testing';

/** A line whose clock, and whose receivers, do what the test says. */
class Stage {
  nowMs = 0;
  utilization = 0.95;
  mayBegin = true;
  readonly begun: string[] = [];
  readonly #answers = new Map<string, (outcome: DeliveryOutcome) => void>();
  readonly line: Line;

  constructor(room: LineDeps['room'] = { quick: 1_000, slow: 500, slowMs: 1_000 }) {
    this.line = new Line({
      attempt: (delivery) => {
        this.begun.push(delivery.id);
        return new Promise((resolve) => this.#answers.set(delivery.id, () => resolve(delivered(delivery))));
      },
      onEnd: () => undefined,
      mayBegin: () => this.mayBegin,
      clocks: { monotonicMs: () => this.nowMs },
      utilization: () => this.utilization,
      room,
    });
  }

  add(count: number, from = 0): void {
    this.line.add(
      ids(count, from).map((id) => claimed({ id })),
      this.nowMs,
    );
  }

  pass(ms: number): void {
    this.nowMs += ms;
    this.line.begin();
  }

  async answer(...which: readonly string[]): Promise<void> {
    for (const id of which) this.#answers.get(id)?.(delivered(claimed({ id })));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('Line', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('begins few at a time while there is enough to do, in their order, and the next as one ends', async () => {
    const stage = new Stage();
    stage.add(500);
    expect(stage.begun).toEqual(ids(64));
    await stage.answer('5', '9');
    expect(stage.begun).toEqual(ids(66));
    expect(stage.line.underWay).toBe(64);
  });

  // However busy the process is: those that hang wait for their receivers, and it could tell others.
  it('begins others while many hang, and stops where there is no room', () => {
    const stage = new Stage({ quick: 100, slow: 50, slowMs: 1_000 });
    stage.add(400);
    stage.pass(50);
    expect(stage.begun).toHaveLength(64);
    stage.pass(1);
    expect(stage.begun).toHaveLength(100);
    stage.pass(800);
    expect(stage.begun).toHaveLength(100);
    // By then some are slow, and have a room of their own.
    stage.pass(150);
    expect(stage.begun).toHaveLength(150);
  });

  it('begins more at a time while the process has nothing to do', () => {
    const stage = new Stage();
    stage.utilization = 0.1;
    stage.add(1_000);
    for (let step = 0; step < 4; step += 1) stage.pass(10);
    expect(stage.begun).toHaveLength(1_000);
  });

  it('begins what stood still by itself, once there is room', () => {
    const stage = new Stage();
    stage.add(100);
    stage.nowMs = 51;
    jest.advanceTimersByTime(10);
    expect(stage.begun).toHaveLength(100);
  });

  // What has to wait for long is better left to other workers.
  it('takes no more to wait than has lately begun, or twice as much as there is room for', async () => {
    const stage = new Stage({ quick: 100, slow: 0, slowMs: 60_000 });
    expect([stage.line.capacity(0), stage.line.free(0)]).toEqual([300, 300]);
    stage.add(300);
    expect([stage.line.free(0), stage.line.underWay]).toEqual([0, 64]);
    for (let n = 0; n < 300; n += 1) await stage.answer(String(n));
    expect([stage.line.capacity(0), stage.line.free(0)]).toEqual([400, 400]);
    expect(stage.line.capacity(1_000)).toBe(300);
  });

  it('begins nothing while it may not, and goes on when told to', () => {
    const stage = new Stage();
    stage.mayBegin = false;
    stage.add(10);
    expect(stage.begun).toEqual([]);
    stage.mayBegin = true;
    stage.line.begin();
    expect(stage.begun).toEqual(ids(10));
  });

  it('gives out what has waited for too long and no more, and leaves what is too late to its lease', () => {
    const stage = new Stage({ quick: 4, slow: 0, slowMs: 60_000 });
    stage.add(6);
    stage.nowMs = 1_000;
    stage.add(2, 6);
    expect(stage.line.takeWaiting(1_000).map(({ id }) => id)).toEqual(['4', '5']);
    stage.nowMs = 11_001;
    expect(stage.line.takeUnderWay()).toHaveLength(4);
    stage.line.begin();
    expect([stage.begun, stage.line.takeWaiting()]).toEqual([ids(4), []]);
    expect(stage.line.free(stage.nowMs)).toBe(12);
  });
});
