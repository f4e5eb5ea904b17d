import type { Drop } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

const namesOf = (drops: readonly Drop[]) => drops.map(({ name }) => name);
const DELAY_MS = 3_000;
const PAUSE_MS = 250;
/** Tolerance for a busy machine; without the delay, or with the default one, times differ by 3 s or a minute. */
const BUSY_MS = 10_000;

/** Tests the delay with real clocks; free-delay.spec.ts tests it to the millisecond. */
describe('a delay of three seconds', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { freeDelaySeconds: DELAY_MS / 1_000 });
  });
  afterAll(() => api.stop());

  const nameFor = async (plan: 'free' | 'pro') => (await api.getAs(plan, '/v1/drops/linea')).json<Drop>().name;

  // The first load of an empty log is recorded with a time one hour ago.
  it('does not apply to the first load of a new service', async () => {
    expect((await api.free.drops.list()).data).toEqual((await api.sdk.drops.list()).data);
    expect((await api.free.drops.list()).data).toHaveLength(1);
  });

  it('publishes a change to the plan pro at once, and to free three seconds later', async () => {
    const changedMs = performance.now();
    await api.apply([dropDefinition('linea', { name: 'Linea renamed' })]);
    expect(await nameFor('pro')).toBe('Linea renamed');
    const liveMs = performance.now();
    expect(liveMs - changedMs).toBeLessThan(BUSY_MS);

    const delayedMs = await waitFor(async () => (await nameFor('free')) === 'Linea renamed');
    expect(delayedMs - changedMs).toBeGreaterThanOrEqual(DELAY_MS);
    expect(delayedMs - liveMs).toBeLessThan(DELAY_MS + BUSY_MS);
  });

  it('returns instants that are three seconds apart', async () => {
    const [free, pro] = [await api.free.drops.list(), await api.sdk.drops.list()];
    const apartMs = Date.parse(pro.as_of) - Date.parse(free.as_of);
    // The log may have been confirmed between the two requests.
    expect(apartMs).toBeGreaterThanOrEqual(DELAY_MS);
    expect(apartMs).toBeLessThan(DELAY_MS + BUSY_MS);
    expect(Date.now() - Date.parse(pro.as_of)).toBeLessThan(BUSY_MS);
  });

  it('continues with the same view after a restart', async () => {
    // On a busy machine, the delay can pass before the second process responds; then the next change is tested.
    for (const fresh of ['fresh', 'fresher', 'freshest']) {
      const name = `Linea beside ${fresh}`;
      const past = namesOf((await api.free.drops.list()).data);
      const changedMs = performance.now();
      await api.apply([dropDefinition('linea', { name }), dropDefinition(fresh)]);
      const again = await api.startAgain();
      const [before, after] = await Promise.all([api.free.drops.list(), again.free.drops.list()]);
      const isInTime = performance.now() - changedMs < DELAY_MS;
      if (isInTime) {
        expect(after.data).toEqual(before.data);
        expect(namesOf(after.data)).toEqual(past);
        expect(past).not.toContain(name);
        expect((await again.free.drops.list().withResponse()).headers.get('x-data-as-of')).toBe(after.as_of);
        const { data: live } = await again.sdk.drops.list();
        expect(live.map(({ id }) => id).sort()).toEqual([fresh, 'linea']);
        expect(namesOf(live)).toContain(name);
        expect((await again.getAs('free', `/v1/drops/${fresh}`)).statusCode).toBe(404);
      }
      await again.stop();

      await waitFor(async () => (await nameFor('free')) === name);
      const later = await api.startAgain();
      expect((await later.free.drops.list()).data).toHaveLength(2);
      await later.stop();
      if (isInTime) return;
      await api.apply([dropDefinition('linea', { name })]);
      await waitFor(async () => (await api.getAs('free', `/v1/drops/${fresh}`)).statusCode === 410);
    }
    throw new Error('The delay of every change had passed before the second process responded');
  });
});

/** Polls until a condition holds, at most 25 s; returns the time on the monotonic clock. */
async function waitFor(holds: () => Promise<boolean>): Promise<number> {
  for (const endMs = performance.now() + 25_000; performance.now() < endMs;) {
    if (await holds()) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('The condition did not hold within 25 s');
}
