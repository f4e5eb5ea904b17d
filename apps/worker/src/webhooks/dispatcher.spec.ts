import { DatabaseUnavailableError } from '@droptrack/persistence';
import { ids, leased, REPORT, stageForEach, until } from './testing';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('Dispatcher', () => {
  const { stage, start } = stageForEach();

  it('sends each delivery once and records the outcomes, many at a time', async () => {
    const { recorded, started, leases } = stage.current;
    start({ limits: { inFlight: 32, waiting: 32 } });
    stage.current.add(...ids(500));
    await until(() => recorded.length === 500);
    expect(started).toEqual(ids(500));
    expect([...recorded].sort()).toEqual(ids(500).sort());
    // One lease for at least half of the local queue, instead of one for each delivery.
    expect(leases.length).toBeLessThan(500 / 64 + 20);
  });

  // By polls alone, a change would be delivered half a second later.
  it('leases as soon as it is woken', async () => {
    start();
    await until(() => stage.current.leases.length === 1);
    const beganMs = performance.now();
    for (let n = 0; n < 20; n++) {
      stage.current.add(n);
      await until(() => stage.current.started.length === n + 1);
    }
    // Twenty polls would take 10 s.
    expect(performance.now() - beganMs).toBeLessThan(8_000);
  });

  // The clock of this machine is wrong, or the database's: receivers might reject the signatures.
  it('starts no attempt while no work may start, releases waiting deliveries, and records outcomes', async () => {
    const { started, recorded, hanging, released } = stage.current;
    let mayWork = true;
    ids(2).forEach((id) => hanging.add(id));
    start({ limits: { inFlight: 2, waiting: 4 }, clock: { mayWork: () => mayWork } });
    stage.current.add(...ids(4));
    await until(() => started.length === 2 && stage.current.queue.length === 0);
    mayWork = false;
    stage.current.respond(...ids(2));
    await until(() => recorded.length === 2 && released.length === 2);
    expect([started, released.sort()]).toEqual([ids(2), ['2 in 0', '3 in 0']]);
    mayWork = true;
    stage.current.add(...ids(2, 2));
    await until(() => recorded.length === 4);
  });

  // Also when they leave less room than a full batch.
  it.each([6, 7])('sends to others while %i receivers hang, up to the limit in flight', async (count) => {
    const { started, recorded, hanging } = stage.current;
    ids(count).forEach((id) => hanging.add(id));
    start({ limits: { inFlight: 8, waiting: 4 } });
    stage.current.add(...ids(count));
    await until(() => started.length === count);
    stage.current.add(...ids(100, 100));
    await until(() => recorded.length === 100);
    expect(stage.current.inFlightMax).toBeLessThanOrEqual(8);
  });

  it('keeps outcomes while the database is away, sends no more than it can keep, and records all of them later', async () => {
    const { started, recorded, hanging } = stage.current;
    ids(10).forEach((id) => hanging.add(id));
    start();
    stage.current.add(...ids(10));
    await until(() => started.length === 10);
    stage.current.isAway = true;
    stage.current.respond(...ids(10));
    stage.current.add(...ids(10, 10));
    await sleep(100);
    expect([started.length, recorded.length]).toEqual([10, 0]);
    stage.current.isAway = false;
    await until(() => recorded.length === 20);
    expect([...recorded].sort()).toEqual(ids(20).sort());
  });

  // The leases of unrecorded outcomes may have expired: their deliveries would be leased again.
  it.each(['fails', 'hangs'])('leases and starts nothing while the outcome writer %s', async (how) => {
    const { started, recorded, leases, hanging } = stage.current;
    let isAway = true;
    let goOn = (): void => undefined;
    const isBack = new Promise<void>((resolve) => (goOn = resolve));
    let transactions = 0;
    hanging.add('blocking');
    start({
      limits: { inFlight: 2, waiting: 2 },
      queue: {
        record: async (outcomes) => {
          transactions += 1;
          if (how === 'hangs') await isBack;
          else if (isAway) throw new DatabaseUnavailableError('away');
          recorded.push(...outcomes.map(({ delivery }) => delivery.id));
          return REPORT;
        },
      },
    });
    // The second attempt ends at once; "waiting" is leased and has no slot until the writer is behind.
    hanging.add('unrecorded');
    stage.current.add('blocking', 'unrecorded', 'waiting');
    await until(() => started.length === 2 && stage.current.queue.length === 0);
    stage.current.hanging.delete('waiting');
    const heldMs = stage.current.monotonicMs();
    isAway = true;
    // The outcome comes, and "waiting" starts only if the writer is not behind yet.
    stage.current.respond('unrecorded');
    await until(() => transactions > 0);
    await until(() => stage.current.monotonicMs() > heldMs + 1_200);
    const [leasesBefore, startedBefore] = [leases.length, started.length];
    stage.current.add('more');
    await sleep(200);
    expect([leases.length, started.length]).toEqual([leasesBefore, startedBefore]);
    isAway = false;
    goOn();
    stage.current.respond('blocking');
    await until(() => recorded.length === 4);
    expect([...recorded].sort()).toEqual(['blocking', 'more', 'unrecorded', 'waiting']);
  });

  // The endpoint did nothing wrong. Due at once, the delivery would fail the same way again and again.
  it('releases deliveries that could not be sent for a minute later, and records no outcome', async () => {
    const { recorded, released, unsent } = stage.current;
    ids(3).forEach((id) => unsent.add(id));
    start();
    stage.current.add(...ids(6));
    await until(() => recorded.length === 3 && released.length === 3);
    expect([recorded.sort(), released]).toEqual([ids(3, 3), ids(3).map((id) => `${id} in 60000`)]);
  });

  // A cut-off attempt may still arrive: sent again at once, the receiver would get it twice for nothing.
  it('stops in order: starts nothing, waits for attempts in flight, and releases the rest for later', async () => {
    const { started, recorded, released, hanging } = stage.current;
    ['soon', 'never'].forEach((id) => hanging.add(id));
    const dispatcher = start({ stopMs: 200, limits: { inFlight: 2, waiting: 6 } });
    stage.current.add('soon', 'never', 'waiting');
    await until(() => started.length === 2 && stage.current.queue.length === 0);
    const stopped = dispatcher.stop();
    stage.current.add('later');
    stage.current.respond('soon');
    await stopped;
    expect({ started, recorded, released }).toEqual({
      started: ['soon', 'never'],
      recorded: ['soon'],
      released: ['waiting in 0', 'never in 15000'],
    });
    // Another worker may have leased it.
    stage.current.respond('never');
    await sleep(50);
    expect(recorded).toEqual(['soon']);
  });

  it('releases the batch of a lease that ends after the stop', async () => {
    const { started, released } = stage.current;
    let bring = (): void => undefined;
    let dispatcher: ReturnType<typeof start> | undefined;
    await new Promise<void>((requested) => {
      dispatcher = start({
        queue: {
          lease: () => {
            requested();
            return new Promise(
              (resolve) =>
                (bring = () => resolve({ deliveries: [leased({ id: '1' })], nextDueMs: null, isHeldBack: false })),
            );
          },
        },
      });
    });
    const stopped = dispatcher?.stop();
    bring();
    await stopped;
    expect({ started, released }).toEqual({ started: [], released: ['1 in 0'] });
  });

  it('releases deliveries that have waited for three seconds behind attempts that hang, for other workers', async () => {
    const { started, released, hanging } = stage.current;
    ids(8).forEach((id) => hanging.add(id));
    start({ limits: { inFlight: 4, waiting: 8 } });
    stage.current.add(...ids(8));
    await until(() => started.length === 4 && stage.current.queue.length === 0);
    expect([started, released]).toEqual([ids(4), []]);
    await until(() => released.length >= 4);
    expect([...released].sort()).toEqual(ids(4, 4).map((id) => `${id} in 0`));
  });

  // Each lease reads the endpoints of all deliveries in flight.
  it('leases after recorded outcomes only while deliveries are held back', async () => {
    const { leases, recorded, queue } = stage.current;
    let isHeldBack = false;
    const beganMs = performance.now();
    start({
      queue: {
        lease: async ({ max }) => {
          leases.push(max);
          return { deliveries: queue.splice(0, isHeldBack ? 1 : 10), nextDueMs: null, isHeldBack };
        },
      },
    });
    stage.current.add(...ids(10));
    await until(() => recorded.length === 10);
    expect(leases.length).toBeLessThanOrEqual(3 + (performance.now() - beganMs) / 500);
    isHeldBack = true;
    stage.current.add(...ids(10, 10));
    const gapsMs: number[] = [];
    for (let count = 11; count <= 20; count++) {
      const sinceMs = performance.now();
      await until(() => recorded.length >= count);
      gapsMs.push(performance.now() - sinceMs);
    }
    // By polls alone each would take 500 ms. A pause of the machine lengthens one of them.
    expect(gapsMs.sort((a, b) => a - b)[5]).toBeLessThan(250);
  });
});
