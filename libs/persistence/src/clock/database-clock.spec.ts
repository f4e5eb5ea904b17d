import { DatabaseClock } from './database-clock';

/** Milliseconds since the epoch, by a database that is right. */
const START_MS = Date.UTC(2026, 10, 22, 12);

/** A process and its database, whose clocks do what the test says. */
class Clocks {
  monotonicMs = 5_000;
  /** Of the process, and of the database, against the time that has passed. */
  processAheadMs = 0;
  databaseAheadMs = 0;
  /** Until the question arrives, and until the answer does. */
  waysMs = [0, 0] as [number, number];
  readonly clock = new DatabaseClock(
    {
      query: async <Row>() => {
        this.monotonicMs += this.waysMs[0];
        const ms = START_MS + this.monotonicMs + this.databaseAheadMs;
        this.monotonicMs += this.waysMs[1];
        return [{ ms }] as Row[];
      },
    },
    { now: () => START_MS + this.monotonicMs + this.processAheadMs, monotonicMs: () => this.monotonicMs },
  );
  get truthMs(): number {
    return START_MS + this.monotonicMs + this.databaseAheadMs;
  }
}

describe('the clock of the database', () => {
  it('goes on between readings, whatever the clock of the process does', async () => {
    const clocks = new Clocks();
    await clocks.clock.read();
    clocks.monotonicMs += 400;
    clocks.processAheadMs = 3_600_000;
    expect(clocks.clock.now()).toBe(clocks.truthMs);
    expect(clocks.clock.skewMs()).toBe(-3_600_000);
    await clocks.clock.read();
    expect(clocks.clock.now()).toBe(clocks.truthMs);
    clocks.processAheadMs = 0;
    expect(clocks.clock.skewMs()).toBe(0);
  });

  it('follows the database at the next reading when that is set', async () => {
    const clocks = new Clocks();
    await clocks.clock.read();
    for (const aheadMs of [-60_000, 60_000]) {
      clocks.databaseAheadMs = aheadMs;
      await clocks.clock.read();
      expect(clocks.clock.now()).toBe(clocks.truthMs);
      expect(clocks.clock.skewMs()).toBe(aheadMs);
    }
  });

  // A busy database would otherwise stop the work of every worker that waits for it.
  it('takes an answer that is slow for no difference', async () => {
    const clocks = new Clocks();
    clocks.waysMs = [4_000, 100];
    await clocks.clock.read();
    expect(clocks.clock.skewMs()).toBe(0);
    clocks.waysMs = [100, 9_000];
    await clocks.clock.read();
    expect([clocks.clock.skewMs(), clocks.clock.now()]).toEqual([0, clocks.truthMs]);
  });

  it('follows a reading that another query brought', async () => {
    const clocks = new Clocks();
    await clocks.clock.read();
    clocks.databaseAheadMs = 60_000;
    const { monotonicMs: receivedMs } = clocks;
    clocks.clock.noted({ clockMs: clocks.truthMs, requestedMs: receivedMs - 4, receivedMs: receivedMs });
    clocks.processAheadMs = 3_600_000;
    clocks.monotonicMs += 400;
    expect(clocks.clock.now()).toBe(clocks.truthMs);
  });

  // Its monotonic clock stood still during that time.
  it('shows what a machine that slept has missed, before the next reading', async () => {
    const clocks = new Clocks();
    await clocks.clock.read();
    clocks.processAheadMs = 28_800_000;
    clocks.databaseAheadMs = 28_800_000;
    expect(clocks.clock.skewMs()).toBe(-28_800_000);
    await clocks.clock.read();
    expect(clocks.clock.skewMs()).toBe(0);
  });
});
