import type { Drop } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

const namesOf = (drops: readonly Drop[]) => drops.map(({ name }) => name);
const DELAY_MS = 3_000;
const PAUSE_MS = 250;
/** What a busy machine may add; without the delay, or with that of the plan, it would be 3 s less or a minute more. */
const BUSY_MS = 10_000;

/** The delay by the clocks of this machine and of the database; what it is to the millisecond is tested apart. */
describe('a delay of three seconds', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { freeDelaySeconds: DELAY_MS / 1_000 });
  });
  afterAll(() => api.stop());

  const nameFor = async (plan: 'free' | 'pro') => (await api.getAs(plan, '/v1/drops/linea')).json<Drop>().name;

  // What is loaded into an empty log is stamped an hour back.
  it('shows a service that has just begun in full to everybody', async () => {
    expect((await api.free.drops.list()).data).toEqual((await api.sdk.drops.list()).data);
    expect((await api.free.drops.list()).data).toHaveLength(1);
  });

  it('shows a change to the plan pro at once, and to free three seconds later', async () => {
    const changedMs = performance.now();
    await api.apply([dropDefinition('linea', { name: 'Linea renamed' })]);
    expect(await nameFor('pro')).toBe('Linea renamed');
    const seenLiveMs = performance.now();
    expect(seenLiveMs - changedMs).toBeLessThan(BUSY_MS);

    const seenAtMs = await waitFor(async () => (await nameFor('free')) === 'Linea renamed');
    expect(seenAtMs - changedMs).toBeGreaterThanOrEqual(DELAY_MS);
    expect(seenAtMs - seenLiveMs).toBeLessThan(DELAY_MS + BUSY_MS);
  }, 60_000);

  it('tells both up to which instant they see, three seconds apart', async () => {
    const [free, pro] = [await api.free.drops.list(), await api.sdk.drops.list()];
    const apartMs = Date.parse(pro.as_of) - Date.parse(free.as_of);
    // The log may have been confirmed between the two requests.
    expect(apartMs).toBeGreaterThanOrEqual(DELAY_MS);
    expect(apartMs).toBeLessThan(DELAY_MS + BUSY_MS);
    expect(Date.now() - Date.parse(pro.as_of)).toBeLessThan(BUSY_MS);
  });

  it('shows the same past after a restart, and goes on from there', async () => {
    // On a busy machine a change may be of age before the other process has been asked: then the next one counts.
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
    throw new Error('The change was of age each time that the other process was asked');
  }, 120_000);
});

/** When it first was so, on the monotonic clock; asks again and again, 25 s at most. */
async function waitFor(isSo: () => Promise<boolean>): Promise<number> {
  for (const endMs = performance.now() + 25_000; performance.now() < endMs;) {
    if (await isSo()) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('It did not come to be within 25 s');
}
