import { aStageEach, claimed, delivered, ids, until } from './testing';

describe('deliveries that are begun as they are made', () => {
  const { stage, start } = aStageEach();

  // A delivery needs no claim if its worker is there when it is made.
  it('offers what there is room for, begins what it is given, and asks for more when half of it is free', async () => {
    const { begun, settled, hanging, answers } = stage.current;
    ids(8).forEach((id) => hanging.add(id));
    let rooms = 0;
    // More may wait where much has begun within a quarter of a second: here all begins at one instant.
    let nowMs = 0;
    const clocks = { now: Date.now, monotonicMs: () => nowMs };
    const delivery = start({ clocks, room: { quick: 4, slow: 0, slowMs: 60_000 }, onRoom: () => void (rooms += 1) });
    await until(() => stage.current.claims.length > 0);
    const all = { max: 12, perEndpoint: 4 };
    expect([delivery.offer(false), delivery.offer(true)]).toEqual([all, all]);
    await delivery.take(
      ids(8).map((id) => claimed({ id })),
      nowMs,
    );
    expect([begun, delivery.underWay, delivery.offer(false)]).toEqual([ids(4), 4, 'soon']);
    for (let n = 0; n < 8; n++) {
      await until(() => answers.has(String(n)));
      expect(delivery.underWay).toBeLessThanOrEqual(4);
      answers.get(String(n))?.(delivered(claimed({ id: String(n) })));
    }
    nowMs = 100;
    await until(() => settled.length === 8);
    expect([begun, rooms, delivery.offer(true)]).toEqual([ids(8), 1, { max: 16, perEndpoint: 4 }]);
  });

  // One change need not wait until there is room for many.
  it('offers less to who is not behind', async () => {
    ids(3).forEach((id) => stage.current.hanging.add(id));
    const delivery = start({ room: { quick: 4, slow: 0, slowMs: 60_000 } });
    await delivery.take(
      ids(3).map((id) => claimed({ id })),
      stage.current.monotonicMs(),
    );
    expect([delivery.offer(true), delivery.offer(false)]).toEqual(['soon', { max: 4, perEndpoint: 4 }]);
  });

  // They were there before.
  it('offers nothing while deliveries wait for a claim, nor while outcomes cannot be stored', async () => {
    const { settled, hanging, answers } = stage.current;
    ids(40).forEach((id) => hanging.add(id));
    const delivery = start({ room: { quick: 4, slow: 0, slowMs: 60_000 } });
    stage.current.add(...ids(40));
    await until(() => delivery.underWay === 4);
    expect(delivery.offer(false)).toBe('soon');
    stage.current.isAway = true;
    const answerFrom = (first: number) => ids(4, first).forEach((id) => answers.get(id)?.(delivered(claimed({ id }))));
    answerFrom(0);
    await until(() => answers.has('7') && stage.current.failures > 0);
    answerFrom(4);
    await until(() => delivery.underWay === 0);
    expect([delivery.offer(false), answers.has('8')]).toEqual([null, false]);
    stage.current.isAway = false;
    await until(() => settled.length === 8);
  });

  it('gives back what has waited for three seconds behind attempts that hang, as other workers may have room', async () => {
    const { begun, givenBack, hanging } = stage.current;
    ids(8).forEach((id) => hanging.add(id));
    const delivery = start({ room: { quick: 4, slow: 0, slowMs: 60_000 } });
    await delivery.take(
      ids(8).map((id) => claimed({ id })),
      stage.current.monotonicMs(),
    );
    expect([begun, givenBack]).toEqual([ids(4), []]);
    await until(() => givenBack.length > 0);
    expect(givenBack).toEqual(ids(4, 4).map((id) => `${id} in 0`));
  });

  it('leaves what it is given too late to the end of its lease', async () => {
    const delivery = start();
    await delivery.take([claimed({ id: 'late' })], stage.current.monotonicMs() - 10_001);
    await delivery.take([claimed({ id: 'in time' })], stage.current.monotonicMs() - 5_000);
    await until(() => stage.current.settled.length === 1);
    expect([stage.current.begun, stage.current.givenBack]).toEqual([['in time'], []]);
  });

  // A claim looks at each endpoint that has something under way.
  it('claims when attempts end only while something is held back', async () => {
    const { claims, settled, queue } = stage.current;
    let isHeldBack = false;
    const claim = async ({ max }: { max: number }) => {
      claims.push(max);
      return { deliveries: queue.splice(0, 1), nextDueMs: null, isHeldBack };
    };
    const beganMs = performance.now();
    const delivery = start({ claim });
    await until(() => claims.length === 1);
    for (const id of ids(10)) {
      await delivery.take([claimed({ id })], stage.current.monotonicMs());
      await until(() => settled.includes(id));
    }
    expect(claims.length).toBeLessThanOrEqual(2 + (performance.now() - beganMs) / 500);
    isHeldBack = true;
    stage.current.add(...ids(10, 10));
    const gapsMs: number[] = [];
    for (let count = 11; count <= 20; count++) {
      const sinceMs = performance.now();
      await until(() => settled.length >= count);
      gapsMs.push(performance.now() - sinceMs);
    }
    // By polls alone each would take 500 ms. A machine that stands still lengthens one of them.
    expect(gapsMs.sort((a, b) => a - b)[5]).toBeLessThan(250);
  });
});
