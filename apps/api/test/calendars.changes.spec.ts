import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { until } from './until';

type Instance = Pick<TestApi, 'inject'>;

// Addresses are kept in memory: whatever ends one must end it there too, on every instance.
describe('the address of a calendar that was read on two instances ends', () => {
  let api: TestApi;
  let other: Awaited<ReturnType<TestApi['startAgain']>>;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
    other = await api.startAgain();
    other.follow();
  });
  afterAll(async () => {
    await other.stop();
    await api.stop();
  });

  const read = async (instance: Instance, { url }: { readonly url: string }) =>
    (await instance.inject({ method: 'GET', url: new URL(url).pathname })).statusCode;
  const createWarm = async () => {
    const { key, secret } = await api.issueKey('pro');
    const sdk = api.sdkOf(secret);
    const feed = await sdk.calendars.create();
    // The new key is a change itself: only an address that is read after it was noticed stays in memory.
    await api.keysSeen();
    for (const instance of [api, other, api, other]) expect(await read(instance, feed)).toBe(200);
    return { key, sdk, feed };
  };
  const ends = (instance: Instance, feed: { readonly url: string }) =>
    until(async () => (await read(instance, feed)) === 404);

  it('by a rotation, at once where it was made', async () => {
    const { sdk, feed } = await createWarm();
    const next = await sdk.calendars.rotate(feed.id);
    expect([await read(api, feed), await read(api, next), await read(other, next)]).toEqual([404, 200, 200]);
    await ends(other, feed);
    expect(await read(other, next)).toBe(200);
  });

  it('by its deletion, at once where it was made', async () => {
    const { sdk, feed } = await createWarm();
    await sdk.calendars.delete(feed.id);
    expect(await read(api, feed)).toBe(404);
    await ends(other, feed);
  });

  it('with the last key of its account', async () => {
    const { key, feed } = await createWarm();
    await api.revokeKey(key.id);
    await ends(api, feed);
    await ends(other, feed);
  });
});
