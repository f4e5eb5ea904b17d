import { DatabaseUnavailableError } from '@droptrack/persistence';
import { aStageEach, claimed, delivered, ids, until } from './testing';

describe('Delivery', () => {
  const { stage, running, start } = aStageEach();

  it('sends each delivery once and stores what came of it, many at a time', async () => {
    const { settled, begun, claims } = stage.current;
    start({ room: { quick: 32, slow: 0, slowMs: 1_000 } });
    stage.current.add(...ids(500));
    await until(() => settled.length === 500);
    expect(begun).toEqual(ids(500));
    expect([...settled].sort()).toEqual(ids(500).sort());
    // Half of what may be its own or more at a time, and not one by one as each comes free.
    expect(claims.length).toBeLessThan(500 / 64 + 20);
  });

  // Poll and notification are two ways to the same: this one is why a change is told within a second.
  it('claims as soon as it is woken', async () => {
    start();
    await until(() => stage.current.claims.length === 1);
    const beganMs = performance.now();
    for (let n = 0; n < 20; n++) {
      stage.current.add(n);
      await until(() => stage.current.begun.length === n + 1);
    }
    // Twenty polls would take 10 s.
    expect(performance.now() - beganMs).toBeLessThan(8_000);
  });

  // The clock of this machine is wrong, or the database's: what is signed now may be rejected.
  it('begins no attempt while no work may be begun, gives back what waits, and stores what is in flight', async () => {
    const { begun, settled, hanging, answers, givenBack } = stage.current;
    let mayWork = true;
    ids(2).forEach((id) => hanging.add(id));
    const delivery = start({ room: { quick: 2, slow: 0, slowMs: 60_000 }, mayWork: () => mayWork });
    stage.current.add(...ids(4));
    await until(() => begun.length === 2);
    mayWork = false;
    expect(delivery.offer(false)).toBeNull();
    for (const id of ids(2)) answers.get(id)?.(delivered(claimed({ id })));
    await until(() => settled.length === 2 && givenBack.length === 2);
    expect([begun, givenBack.sort()]).toEqual([ids(2), ['2 in 0', '3 in 0']]);
    mayWork = true;
    stage.current.add(...ids(2, 2));
    await until(() => settled.length === 4);
  });

  // Also when they leave less room than a claim would wait for.
  it.each([6, 7])(
    'goes on with others while %i receivers hang, with no more at once than there is room',
    async (count) => {
      const { begun, settled, hanging } = stage.current;
      ids(count).forEach((id) => hanging.add(id));
      start({ room: { quick: 4, slow: 4, slowMs: 30 } });
      stage.current.add(...ids(count));
      await until(() => begun.length === count);
      stage.current.add(...ids(100, 100));
      await until(() => settled.length === 100);
      expect(stage.current.underWayMax).toBeLessThanOrEqual(8);
    },
  );

  it('keeps what came of attempts while the database is away, sends no more than it can keep, and stores all later', async () => {
    const { begun, settled, hanging, answers } = stage.current;
    ids(10).forEach((id) => hanging.add(id));
    start();
    stage.current.add(...ids(10));
    await until(() => begun.length === 10);
    stage.current.isAway = true;
    for (const id of ids(10)) answers.get(id)?.(delivered(claimed({ id })));
    stage.current.add(...ids(10, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([begun.length, settled.length]).toEqual([10, 0]);
    stage.current.isAway = false;
    await until(() => settled.length === 20);
    expect([...settled].sort()).toEqual(ids(20).sort());
  });

  // The lease of what is held may have ended meanwhile: a claim would bring it again.
  it.each(['fails', 'hangs'])('claims and begins nothing while the settlement %s, until all is stored', async (how) => {
    const { begun, settled, claims } = stage.current;
    let isAway = true;
    let goOn = (): void => undefined;
    const isBack = new Promise<void>((resolve) => (goOn = resolve));
    let settlements = 0;
    const delivery = start({
      settle: async (outcomes) => {
        settlements += 1;
        if (how === 'hangs') await isBack;
        else if (isAway) throw new DatabaseUnavailableError('away');
        settled.push(...outcomes.map(({ delivery }) => delivery.id));
      },
    });
    stage.current.add('held');
    await until(() => settlements > 0);
    const heldMs = stage.current.monotonicMs();
    await until(() => stage.current.monotonicMs() > heldMs + 1_200);
    const before = claims.length;
    stage.current.add('more');
    await delivery.take([claimed({ id: 'given' })], stage.current.monotonicMs());
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([claims.length, begun]).toEqual([before, ['held']]);
    isAway = false;
    goOn();
    await until(() => settled.length === 3);
    expect([settled[0], [...settled].sort()]).toEqual(['held', ['given', 'held', 'more']]);
  });

  // Its endpoint has done nothing wrong. At once it would come again and again.
  it('gives back what could not be sent, for a minute later, and stores nothing of it', async () => {
    const { settled, givenBack, unsent } = stage.current;
    ids(3).forEach((id) => unsent.add(id));
    start();
    stage.current.add(...ids(6));
    await until(() => settled.length === 3 && givenBack.length === 3);
    expect([settled.sort(), givenBack]).toEqual([ids(3, 3), ids(3).map((id) => `${id} in 60000`)]);
  });

  // What is under way may still arrive: somebody who sends it at once would tell the receiver twice for nothing.
  it('stops in order: begins nothing, lets end what does soon, gives back the rest for later', async () => {
    const { begun, settled, givenBack, hanging, answers } = stage.current;
    ['soon', 'never'].forEach((id) => hanging.add(id));
    const delivery = start({ stopMs: 200, room: { quick: 2, slow: 0, slowMs: 60_000 } });
    stage.current.add('soon', 'never');
    await until(() => begun.length === 2);
    await delivery.take([claimed({ id: 'waiting' })], stage.current.monotonicMs());
    const stopped = delivery.stop();
    await delivery.take([claimed({ id: 'too late' })], stage.current.monotonicMs());
    stage.current.add('later');
    answers.get('soon')?.(delivered(claimed({ id: 'soon' })));
    await stopped;
    expect({ begun, settled, givenBack }).toEqual({
      begun: ['soon', 'never'],
      settled: ['soon'],
      givenBack: ['too late in 0', 'waiting in 0', 'never in 15000'],
    });
    // Somebody else has it now.
    answers.get('never')?.(delivered(claimed({ id: 'never' })));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(settled).toEqual(['soon']);
  });

  it('gives back what a claim brings that was under way when it stopped', async () => {
    const { begun, givenBack } = stage.current;
    let bring = (): void => undefined;
    const isAsked = new Promise<void>((asked) => {
      const delivery = start({
        claim: () => {
          asked();
          return new Promise(
            (resolve) =>
              (bring = () => resolve({ deliveries: [claimed({ id: '1' })], nextDueMs: null, isHeldBack: false })),
          );
        },
      });
      running.splice(running.indexOf(delivery), 1);
      running.push(delivery);
    });
    await isAsked;
    const stopped = running[0]?.stop();
    bring();
    await stopped;
    expect({ begun, givenBack }).toEqual({ begun: [], givenBack: ['1 in 0'] });
  });
});
