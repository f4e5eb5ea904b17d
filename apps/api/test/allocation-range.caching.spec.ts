import type { AllocationRange } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishList } from './lists';
import { amountsOf, evm, pathOf, treeOf } from './ranges';

describe('GET /v1/drops/{id}/allocations/range/{prefix}', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(['plain', 'small', 'uniswap'].map((id) => dropDefinition(id)));
    await publishList(api.db, 'plain', amountsOf(evm));
    await publishList(api.db, 'small', amountsOf(evm, 5));
    await publishList(api.db, 'uniswap', amountsOf(evm), 'allocation', { tree: treeOf('uniswap') });
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  describe('caching', () => {
    it('has a strong entity tag, equal for a list and different for another prefix, version or content', async () => {
      const tagOf = async (url: string, headers = {}) => String((await api.get(url, headers)).headers['etag']);
      const tag = await tagOf(pathOf('plain', 'abc'));
      expect(tag).toMatch(/^"[\w-]+"$/);
      expect(await tagOf(pathOf('plain', 'ABC'))).toBe(tag);
      const others = [
        await tagOf(pathOf('plain', 'abd')),
        await tagOf(pathOf('plain', 'abc', '?proofs=true')),
        await tagOf(pathOf('small', 'abc')),
        await tagOf(pathOf('plain', 'abc'), { 'accept-encoding': 'br' }),
        await tagOf(pathOf('plain', 'abc'), { 'accept-encoding': 'gzip' }),
      ];
      expect(new Set([tag, ...others]).size).toBe(6);
    });

    it('responds with 304 without reading rows, until a version is replaced', async () => {
      const url = pathOf('uniswap', 'abc', '?proofs=true');
      const first = await api.get(url, { 'accept-encoding': 'gzip' });
      expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'private, no-cache' });
      const tag = String(first.headers['etag']);
      const statements = jest.spyOn(api.db, 'prepared');
      const headers = { 'if-none-match': `"other", ${tag}`, 'accept-encoding': 'gzip' };
      const again = await api.get(url, headers);
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag]);
      expect(statements.mock.calls.filter(([name]) => name.includes('list'))).toEqual([]);
      statements.mockRestore();

      await publishList(api.db, 'uniswap', amountsOf(evm, 200), 'allocation', { tree: treeOf('uniswap') });
      await api.caughtUp();
      const replaced = await api.get(url, { 'if-none-match': tag });
      expect([replaced.statusCode, replaced.json<AllocationRange>().lists[0]?.source.version]).toEqual([200, 2]);
    });

    // A 304 for another coding would make a cache assume that its stored bytes belong to the tag of these.
    it.each(['br', 'identity'])(
      'sends the body to a client that has another content coding of it: %s',
      async (coding) => {
        const url = pathOf('plain', 'abc');
        const tag = String((await api.get(url, { 'accept-encoding': 'gzip' })).headers['etag']);
        const other = await api.get(url, { 'if-none-match': tag, 'accept-encoding': coding });
        expect([other.statusCode, other.headers['etag'] === tag]).toEqual([200, false]);
      },
    );

    it('rejects an invalid prefix even with a matching tag', async () => {
      expect((await api.get(pathOf('plain', 'xyz'), { 'if-none-match': '*' })).statusCode).toBe(400);
    });

    it('depends on Authorization, and has the same body in each content coding', async () => {
      const plain = await api.get(pathOf('plain', 'abc'));
      expect(plain.headers['vary']).toBe('Authorization, Accept, Accept-Encoding');
      expect(await api.get(pathOf('plain', 'abc'), { 'accept-encoding': 'br' })).toMatchObject({
        headers: { 'content-encoding': 'br' },
      });
      expect((await api.head(pathOf('plain', 'abc'))).headers['etag']).toBe(plain.headers['etag']);
    });
  });
});

describe('allocation ranges behind a shared cache', () => {
  it.each([
    [
      { maxAgeSeconds: 300, isForAllKeys: false },
      'public, max-age=300',
      'Authorization, Accept, Accept-Encoding',
      true,
    ],
    [{ maxAgeSeconds: 300, isForAllKeys: true }, 'public, max-age=300', 'Accept, Accept-Encoding', false],
    [{ maxAgeSeconds: 0, isForAllKeys: true }, 'private, no-cache', 'Authorization, Accept, Accept-Encoding', true],
  ])('have the headers of %j', async (ranges, cacheControl, vary, isOfKey) => {
    const api = await startApi([dropDefinition('plain')], { ranges });
    try {
      await publishList(api.db, 'plain', amountsOf(evm, 3));
      await api.caughtUp();
      const { headers } = await api.get(pathOf('plain', 'abc'));
      expect([headers['cache-control'], headers['vary']]).toEqual([cacheControl, vary]);
      // The limit of a key is nothing for the clients of other keys.
      expect(['ratelimit', 'ratelimit-policy'].map((name) => name in headers)).toEqual([isOfKey, isOfKey]);
      const rejected = await api.get(pathOf('plain', 'ab'));
      expect(rejected.headers).toHaveProperty('ratelimit');
      expect(rejected.headers['cache-control']).toBe('no-store');
      // Other routes stay private.
      expect((await api.get('/v1/drops/plain')).headers['cache-control']).toBe('private, no-cache');
    } finally {
      await api.stop();
    }
  });
});
