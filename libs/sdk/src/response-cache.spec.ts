import { bare, failureOf, page, problem, scripted, type Turn } from '../test/scripted';
import { ResponseCache } from './index';

const tagged = (id: string, etag: string) => Response.json({ id }, { headers: { etag } });
const unchanged = () => bare(304, { 'x-request-id': 'req_304' });
const cached = (turns: Turn[], cache = new ResponseCache(), options: object = {}) => {
  const { client, requests } = scripted(turns, { cache, ...options });
  const tags = () => requests.map(({ headers }) => new Headers(headers).get('if-none-match'));
  return { client, tags };
};

describe('a client with a cache', () => {
  it('returns the stored body when the API confirms its entity tag', async () => {
    const { client, tags } = cached([tagged('linea', 'W/"1"'), unchanged(), tagged('linea2', 'W/"2"'), unchanged()]);
    const first = await client.drops.get('linea');
    const second = await client.drops.get('linea').withResponse();
    expect(second).toMatchObject({ data: { id: 'linea' }, status: 200, requestId: 'req_304' });
    expect(second.data).not.toBe(first);
    expect(await client.drops.get('linea')).toEqual({ id: 'linea2' });
    expect(await client.drops.get('linea')).toEqual({ id: 'linea2' });
    expect(tags()).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"']);
  });

  it('distinguishes URLs', async () => {
    const { client, tags } = cached([tagged('a', '"1"'), tagged('b', '"2"'), unchanged()]);
    await client.drops.get('a');
    await client.drops.get('a', { as_of: '2026-08-22T10:00:00Z' });
    expect(await client.drops.get('a')).toEqual({ id: 'a' });
    expect(tags()).toEqual([null, null, '"1"']);
  });

  // The keys of two accounts must never see each other's responses.
  it('distinguishes API keys in a shared cache', async () => {
    const cache = new ResponseCache();
    await cached([tagged('a', '"1"')], cache).client.me();
    const other = cached([tagged('b', '"1"')], cache, { apiKey: 'dtk_other' });
    expect(await other.client.me()).toEqual({ id: 'b' });
    expect(other.tags()).toEqual([null]);
  });

  it('stores no error, no response without an entity tag, and no response to POST', async () => {
    const { client, tags } = cached([
      problem(404, { code: 'drop_not_found' }, { etag: '"1"' }),
      page([], null),
      tagged('a', '"2"'),
      tagged('a', '"2"'),
      bare(404),
      page([], null),
    ]);
    await failureOf(client.drops.get('a'));
    await client.drops.list();
    for (let call = 0; call < 2; call += 1) await client.eligibility.check({ wallet: '0x00', drop: 'a' });
    await failureOf(client.drops.get('a'));
    await client.drops.list();
    expect(tags()).toEqual([null, null, null, null, null, null]);
  });

  it('sends no entity tag without one', async () => {
    const { client, requests } = scripted([tagged('a', '"1"'), tagged('a', '"1"')]);
    await client.me();
    await client.me();
    expect(requests.every(({ headers }) => !new Headers(headers).has('if-none-match'))).toBe(true);
  });
});

describe('ResponseCache', () => {
  const entry = (body: string) => ({ etag: '"1"', body });

  it('discards the least recently used entry above entriesMax', () => {
    const cache = new ResponseCache({ entriesMax: 2 });
    cache.set('a', entry('a'));
    cache.set('b', entry('b'));
    cache.get('a');
    cache.set('c', entry('c'));
    expect(['a', 'b', 'c'].filter((key) => cache.get(key))).toEqual(['a', 'c']);
  });

  it('discards entries above bytesMax, and does not store one that exceeds it alone', () => {
    const cache = new ResponseCache({ bytesMax: 20 });
    cache.set('a', entry('12345'));
    cache.set('a', entry('54321'));
    cache.set('b', entry('12345'));
    cache.set('large', entry('12345678901'));
    expect(['a', 'b', 'large'].map((key) => cache.get(key)?.body)).toEqual(['54321', '12345', undefined]);
    cache.set('c', entry('1'));
    expect(['a', 'b', 'c'].filter((key) => cache.get(key))).toEqual(['b', 'c']);
    cache.clear();
    expect(cache.get('c')).toBeUndefined();
  });
});
