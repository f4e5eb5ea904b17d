import { bare, failureOf, page, problem, scripted } from '../test/scripted';
import { NotFoundError, UsageError } from './index';

describe('client.request', () => {
  it('sends query and body with the key, and returns the data with its metadata', async () => {
    const { client, urls, requests } = scripted([page(['a'], null), Response.json({ ok: true })]);
    const query = { status: ['live', 'tge'], limit: 5, chain: undefined };
    const { data, status } = await client.request<{ data: object[] }>('GET', '/v1/drops', { query }).withResponse();
    expect([data.data, status]).toEqual([[{ id: 'a' }], 200]);
    await client.request('PUT', '/v1/a b', { body: { c: 1 }, headers: { 'x-d': '2' } });
    expect(urls).toEqual(['http://drops.test/v1/drops?status=live%2Ctge&limit=5', 'http://drops.test/v1/a%20b']);
    expect(requests[1]).toMatchObject({ method: 'PUT', body: '{"c":1}' });
    expect(new Headers(requests[1]!.headers).get('x-d')).toBe('2');
  });

  it('has the errors and the retries of the other methods', async () => {
    const { client, urls } = scripted([bare(503), problem(404, { code: 'x' }), bare(503), bare(503), bare(204)]);
    expect(await failureOf(client.request('GET', '/v1/x'))).toBeInstanceOf(NotFoundError);
    expect(await failureOf(client.request('POST', '/v1/x', { body: {} }))).toMatchObject({ status: 503 });
    expect(await client.request('DELETE', '/v1/x')).toBeUndefined();
    expect(urls).toHaveLength(5);
  });

  // The key must not reach another host or another resource.
  it.each(['/v2/drops', 'v1/drops', '/v1/../v2', '/v1/a?b=1', '/v1/a#b', '//v1/a', '/v1//a', '/v1/a/', '/v1/', ''])(
    'rejects the path %s',
    async (path) => {
      const { client, urls } = scripted([]);
      expect(await failureOf(client.request('GET', path as '/v1/'))).toBeInstanceOf(UsageError);
      expect(urls).toEqual([]);
    },
  );
});
